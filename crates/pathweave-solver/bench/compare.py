#!/usr/bin/env python3
"""Total time per file of the query streams: pathweave, Bitwuzla, Z3.

usage: compare.py PATHWEAVE QUERIES_DIR [ROUNDS]

PATHWEAVE is the command that solves a file (the `pathweave` binary: `solve` is
added, or any program that takes the file). Bitwuzla is used through its Python
API with one instance a query (parsing included, as for the others); Z3 as `z3
FILE`. Every answer is compared with the file's `:status`. The fastest of ROUNDS
runs counts (default 3), all in one sitting, so the ratios are fair.
"""
import os
import shutil
import subprocess
import sys
import time


def split(text):
    queries, current = [], []
    for line in text.splitlines():
        if line.strip() == "(reset)":
            queries.append("\n".join(current))
            current = []
        else:
            current.append(line)
    if any("check-sat" in line for line in current):
        queries.append("\n".join(current))
    return queries


def statuses(text):
    found = []
    for line in text.splitlines():
        if line.startswith("(set-info :status"):
            found.append(line.split()[2].rstrip(")"))
    return found


def run_bitwuzla(queries):
    import bitwuzla

    answers = []
    start = time.perf_counter()
    for query in queries:
        options = bitwuzla.Options()
        manager = bitwuzla.TermManager()
        parser = bitwuzla.Parser(manager, options)
        parser.parse(query.replace("(check-sat)", ""), True, False)
        answers.append(str(parser.bitwuzla().check_sat()).lower().split(".")[-1])
    return time.perf_counter() - start, answers


def run_command(command):
    start = time.perf_counter()
    output = subprocess.run(command, capture_output=True, text=True).stdout
    elapsed = time.perf_counter() - start
    return elapsed, [word for word in output.split() if word in ("sat", "unsat", "unknown")]


def main():
    ours, directory = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    command = [ours, "solve"] if os.path.basename(ours) == "pathweave" else [ours]
    z3 = shutil.which("z3") or os.path.join(os.path.dirname(sys.executable), "z3")
    print("| file | queries | pathweave s | bitwuzla s | z3 s | ours/bitwuzla | ours/z3 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    product_b = product_z = 1.0
    files = sorted(name for name in os.listdir(directory) if name.endswith(".smt2"))
    for name in files:
        path = os.path.join(directory, name)
        with open(path) as handle:
            text = handle.read()
        expected, queries = statuses(text), split(text)
        best = {}
        for _ in range(rounds):
            for who, run in (
                ("ours", lambda: run_command(command + [path])),
                ("bitwuzla", lambda: run_bitwuzla(queries)),
                ("z3", lambda: run_command([z3, path])),
            ):
                elapsed, answers = run()
                if answers != expected:
                    wrong = sum(a != e for a, e in zip(answers, expected))
                    print(f"{name}: {who} gave {len(answers)} answers, {wrong} wrong")
                best[who] = min(elapsed, best.get(who, elapsed))
        b, z = best["ours"] / best["bitwuzla"], best["ours"] / best["z3"]
        product_b *= b
        product_z *= z
        print(
            f"| {name} | {len(expected)} | {best['ours']:.3f} | {best['bitwuzla']:.3f} "
            f"| {best['z3']:.3f} | {b:.3f} | {z:.3f} |",
            flush=True,
        )
    count = len(files)
    print(f"| geometric mean | | | | | {product_b ** (1 / count):.3f} | {product_z ** (1 / count):.3f} |")


main()
