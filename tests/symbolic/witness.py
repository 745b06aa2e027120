#!/usr/bin/env python3
"""Checks natively that every marked bug without a path count is real.

Usage: witness.py [-v] [FILE.c | DIR]...       (default: entry dart)

`//@ witness: STATEMENTS` is C code that runs into a marked bug; a sanitizer
must name the class and the line of a mark, and each mark needs a witness.
`//@ clean: STATEMENTS` must run without a complaint. `//@ outside: C` defines
what the program only declares.
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
SAYS = {
    "assertion-failure": r"Assertion .* failed",
    "reached-abort": r"ABRT|abort",
    "null-dereference": r"null pointer|SEGV on unknown address",
    "out-of-bounds-read": r"out of bounds|READ of size|SEGV",
    "out-of-bounds-write": r"out of bounds|WRITE of size|SEGV",
    "use-after-free": r"heap-use-after-free",
    "double-free": r"attempting double-free",
    "invalid-free": r"attempting free on address",
    "division-by-zero": r"division by zero",
    "shift-out-of-range": r"shift exponent",
    "uninitialized-read": r"use-of-uninitialized-value",
}


def execute(path, text, statements, classes, workdir, number):
    """What a sanitizer says about these statements at the end of the program."""
    source = workdir / f"{path.stem}_{number}.c"
    binary = source.with_suffix("")
    outside = " ".join(re.findall(r"^//@ outside: (.*)$", text, re.M))
    prelude = re.sub(r"^int main\(", "static int program_main(", text, flags=re.M)
    source.write_text(f'#line 1 "{path.name}"\n{prelude}\n#line 1 "witness"\n{outside}\nint main(void) {{ {statements}; return 0; }}\n')
    kind = "memory" if "uninitialized-read" in classes else "address,undefined"
    flags = ["-O0", "-g", "-w", f"-fsanitize={kind}", "-fno-sanitize=function,alignment,signed-integer-overflow,pointer-overflow", "-fno-sanitize-recover=all"]
    extra = [path.parent / e for e in re.findall(r"^//@ external: (\S+)", text, re.M)]
    subprocess.run([CLANG, *flags, source, *extra, "-o", binary], check=True)
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:handle_abort=1:allocator_may_return_null=1", UBSAN_OPTIONS="print_stacktrace=1")
    return subprocess.run([binary], capture_output=True, text=True, errors="replace", env=env, timeout=60)


def check(path, workdir):
    """The complaints about one file."""
    text = path.read_text()
    marks = {i: c for i, line in enumerate(text.splitlines(), 1) for c in re.findall(r"//~ BUG ([a-z-]+)", line)}
    witnesses = re.findall(r"^//@ witness: (.*)$", text, re.M)
    clean = re.findall(r"^//@ clean: (.*)$", text, re.M)
    if not witnesses and not clean:
        return [f"{path.name}: no witness"] if marks and "//@ paths:" not in text else None
    wrong, hit = [], set()
    for number, statements in enumerate(witnesses):
        done = execute(path, text, statements, marks.values(), workdir, number)
        found = [
            line for line, kind in marks.items()
            if (re.search(rf"{re.escape(path.name)}:{line}\b", done.stderr) or "pc points to the zero page" in done.stderr)
            and re.search(SAYS[kind], done.stderr)
        ]
        hit.update(found[:1])
        if done.returncode == 0 or not found:
            wrong.append(f"{path.name}: `{statements}` is not a marked bug: {done.stderr[:600]}")
    for number, statements in enumerate(clean, 100):
        done = execute(path, text, statements, [], workdir, number)
        if done.returncode:
            wrong.append(f"{path.name}: `{statements}` should be clean: {done.stderr[:400]}")
    wrong += [f"{path.name}:{line}: no witness" for line in marks if line not in hit]
    return wrong


def main(words):
    names = [w for w in words if not w.startswith("-")]
    roots = [Path(n).resolve() for n in names] or [HERE / "entry", HERE / "dart"]
    files = [f for r in roots for f in ([r] if r.is_file() else sorted(r.glob("*.c")))]
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda f: check(f, Path(directory)), files))
    wrong = [line for r in results if r for line in r]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    checked = [r for r in results if r is not None]
    print(f"{sum(not r for r in checked)} of {len(checked)} files confirmed, {len(files) - len(checked)} without a witness")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
