#!/usr/bin/env python3
"""Recounts the `//@ paths:` and `//@ paths-at:` of programs natively, by brute force.

Usage: count.py [-v] [FILE.c | DIR]...      (default: paths harness dart entry)

Each program is compiled at -O0 with clang's edge coverage and run on every
combination of the values in its `//@ domain:` lines; the distinct traces are
its paths. README.md says what this proves and what it does not.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
FLAGS = [
    "-O0", "-w", "-std=gnu11", "-fno-builtin",
    "-fsanitize=array-bounds,integer-divide-by-zero,null,shift-exponent",
    "-fsanitize-minimal-runtime", "-fno-sanitize-recover=all",
    "-fsanitize-coverage=edge,no-prune,trace-pc-guard",
    "-DCOUNTED", "-Dmain=program_main", "-Dexit=program_exit", "-Dabort=program_abort",
    "-include", str(HERE / "counter" / "prelude.h"),
]


def directives(text):
    """The directives of a file: name to list of values."""
    found = {}
    for name, value in re.findall(r"^//@ ([a-z-]+):[ \t]*(.*?)[ \t]*$", text, re.M):
        found.setdefault(name, []).append(value)
    return found


def number(word):
    """One value of a domain: an integer or a character."""
    if word.startswith("'"):
        body = word[1:-1]
        return {"\\0": 0, "\\n": 10, "\\t": 9, "\\r": 13, "\\\\": 92, "\\'": 39}.get(
            body, ord(body[0])
        )
    return int(word, 0)


def domain(line):
    """`name/size: 0..3 7 'a'` as (name, size, values)."""
    head, _, rest = line.partition(":")
    name, _, size = head.strip().partition("/")
    values = []
    for word in re.findall(r"'(?:\\.|[^'])'(?:\.\.'(?:\\.|[^'])')?|\S+", rest):
        low, dots, high = word.partition("..")
        low = number(low)
        values += range(low, number(high) + 1) if dots else [low]
    values = [v - (1 << 64) if v >= 1 << 63 else v for v in dict.fromkeys(values)]
    return name, int(size or 0), values


def parameters(text, entry):
    """The (type, name) pairs of the entry function."""
    match = re.search(r"\b%s\s*\(([^)]*)\)\s*\{" % re.escape(entry), text)
    if not match:
        raise ValueError(f"no definition of {entry}")
    inside = match.group(1).strip()
    if inside in ("", "void"):
        return []
    return [re.match(r"(.*?)(\w+)$", p.strip()).groups() for p in inside.split(",")]


def driver(text, found):
    """C text, appended to the program: its entry and its domains."""
    entry = found.get("entry", ["main"])[0]
    parts = []
    if entry == "main":
        parts.append("void counter_entry(void) { ((int (*)(int, char **))program_main)(0, 0); }")
    elif entry == "LLVMFuzzerTestOneInput":
        parts.append(
            "extern void *malloc(unsigned long);\n"
            "extern void free(void *);\n"
            "extern void klee_make_symbolic(void *, unsigned long, const char *);\n"
            "extern long long counter_input(const char *, int);\n"
            "__attribute__((no_sanitize(\"coverage\"))) void counter_entry(void) {\n"
            f'  unsigned long size = (unsigned long)counter_input("size", 8) % ({found["max-size"][0]} + 1);\n'
            "  unsigned char *data = malloc(size + !size);\n"
            '  if (size) klee_make_symbolic(data, size, "data");\n'
            "  LLVMFuzzerTestOneInput(data, size);\n  free(data);\n}"
        )
    else:
        inputs = ", ".join(
            f'({kind.strip()})counter_input("{name}", sizeof({kind.strip()}))'
            for kind, name in parameters(text, entry)
        )
        parts.append(
            "extern long long counter_input(const char *, int);\n"
            f"void counter_entry(void) {{ {entry}({inputs}); }}"
        )
    domains = [domain(line) for line in found.get("domain", [])]
    rows = []
    for i, (name, size, values) in enumerate(domains):
        listed = ", ".join("(-9223372036854775807LL - 1)" if v == -(1 << 63) else f"{v}LL" for v in values)
        parts.append(f"static const long long counter_values_{i}[] = {{{listed}}};")
        rows.append(f'{{"{name}", {size}, counter_values_{i}, {len(values)}}}')
    parts.append(
        "struct counter_domain { const char *name; int element; const long long *values; unsigned count; };\n"
        f"const struct counter_domain counter_domains[] = {{{', '.join(rows) or '{0}'}}};\n"
        f"const unsigned counter_domain_count = {len(rows)};"
    )
    return "\n".join(parts) + "\n"


def bug_classes(text):
    """What the native run can be expected to tell apart."""
    found = set()
    for name in re.findall(r"//~ BUG ([a-z-]+)", text):
        found.add("out-of-bounds" if name.startswith("out-of-bounds") else name)
    return found


def within(count, claim):
    low, dots, high = claim.partition("..")
    return int(low) <= count <= int(high if dots else low)


def claims_of(found):
    """The counts that a file claims, each with the flags it is for."""
    if found.get("count") == ["no"]:
        return []
    flags = " ".join(found.get("cflags", [])).split()
    claims = [(flags, claim) for claim in found.get("paths", [])]
    for line in found.get("paths-at", []):
        size, claim = line.split()
        claims.append((flags + [f"-D{size}"], claim))
    return claims


def check(path, workdir, runtime):
    """(ok, line of the table) for each count of one program."""
    text = path.read_text()
    found = directives(text)
    results = []
    for number, (flags, claim) in enumerate(claims_of(found)):
        name = re.sub(r"\W", "_", str(path)) + f"_{number}"
        source, binary = workdir / f"{name}.c", workdir / name
        source.write_text(f'#line 1 "{path}"\n{text}\n#line 1 "driver"\n{driver(text, found)}')
        subprocess.run([CLANG, *FLAGS, *flags, "-c", source, "-o", f"{binary}.o"], check=True)
        subprocess.run([CLANG, f"{binary}.o", runtime, "-o", binary], check=True)
        done = subprocess.run([binary], capture_output=True, text=True, timeout=600)
        where = path.relative_to(HERE.parent.parent) if HERE.parent.parent in path.parents else path
        where = " ".join([str(where), *flags])
        if done.returncode:
            results.append((False, f"FAIL {where}: the counter ended with {done.returncode}"))
            continue
        counted, runs, late, how, *bugs = done.stdout.split()
        ok = within(int(counted), claim) and late == "0" and how != "cut" and set(bugs) == bug_classes(text)
        results.append((ok, (
            f"{'ok  ' if ok else 'FAIL'} {where}: claimed {claim}, counted {counted} in {runs} runs ({how}"
            + (f", {late} more at random" if late != "0" else "")
            + (f"; bugs {' '.join(bugs)}" if bugs else "")
            + ")"
        )))
    return results


def main(words):
    names = [w for w in words if not w.startswith("-")]
    roots = [Path(n).resolve() for n in names] or [HERE / d for d in ("paths", "harness", "dart", "entry")]
    files = [f for r in roots for f in ([r] if r.is_file() else sorted(r.glob("*.c")))]
    with tempfile.TemporaryDirectory() as directory:
        workdir = Path(directory)
        runtime = workdir / "counter.o"
        subprocess.run([CLANG, "-O1", "-fno-builtin", "-w", "-c", HERE / "counter" / "counter.c", "-o", runtime], check=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            each = list(pool.map(lambda f: check(f, workdir, runtime), files))
    results = [result for of_file in each for result in of_file]
    bad = [line for ok, line in results if not ok]
    for ok, line in results:
        if "-v" in words or not ok:
            print(line)
    print(f"{len(results) - len(bad)} of {len(results)} counts confirmed, {each.count([])} files without a count")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
