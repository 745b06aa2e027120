#!/bin/sh
# Compares the runtime, built natively, with the system's C library.
# Usage: CC=clang-16 runtime/tests/run.sh [TEST]
# SANITIZE= (empty) builds without sanitizers, for compilers that lack their runtime.
set -eu
cc=${CC:-clang}
sanitize=${SANITIZE--fsanitize=address,undefined -fno-sanitize-recover=all}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# The flags of the real build, less those that choose its output, with warnings on.
flags=$(grep -v -e '^-S$' -e '^-emit-llvm$' -e '^-w$' "$here/../CFLAGS" | tr '\n' ' ')
cd "$here/.."
for source in *.c; do
    grep -qx "$source" MANIFEST || { echo "runtime test: $source is not in MANIFEST" >&2; exit 1; }
done
for listed in $(cat MANIFEST); do
    test -f "$listed" || { echo "runtime test: MANIFEST lists $listed, which is missing" >&2; exit 1; }
done

build_runtime() {
    for source in "$@"; do
        # shellcheck disable=SC2086
        "$cc" $flags -Wall -Wextra -Werror $sanitize -c "$source" -o "$work/lib_${source%.c}.o" || exit 1
    done
}
build_tests() {
    for source in tests/*.c; do
        name=$(basename "$source" .c)
        # shellcheck disable=SC2086
        "$cc" -std=gnu11 -g -O1 -fno-builtin -Wall -Wextra -Wno-format -Wno-format-security \
            -Werror $sanitize -c "$source" -o "$work/test_$name.o" || exit 1
    done
}
# Two at a time.
half=$(ls *.c | awk 'NR % 2')
other=$(ls *.c | awk 'NR % 2 == 0')
# shellcheck disable=SC2086
build_runtime $half & first=$!
# shellcheck disable=SC2086
build_runtime $other
build_tests
wait $first

# Every symbol the runtime defines becomes pw_..., in definitions and in uses.
nm -g --defined-only "$work"/lib_*.o | awk 'NF == 3 && $3 !~ /asan/ { print $3, "pw_" $3 }' |
    sort -u >"$work/names"
for object in "$work"/lib_*.o; do
    objcopy --redefine-syms="$work/names" "$object"
done
# shellcheck disable=SC2086
"$cc" $sanitize "$work"/*.o -o "$work/differ"
cd "$work"
ASAN_OPTIONS=detect_leaks=0 ./differ "$@"
