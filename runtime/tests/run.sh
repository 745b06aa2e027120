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
flags=$(grep -v -e '^-S$' -e '^-emit-llvm$' -e '^-w$' -e '^-fno-pi[ce]$' "$here/../CFLAGS" | tr '\n' ' ')
cd "$here/.."
for source in *.c; do
    grep -qx "$source" MANIFEST || { echo "runtime test: $source is not in MANIFEST" >&2; exit 1; }
done
for listed in $(cat MANIFEST); do
    test -f "$listed" || { echo "runtime test: MANIFEST lists $listed, which is missing" >&2; exit 1; }
done

# A program's definitions win, so the runtime may call only names that ISO C reserves,
# its own __pw_ names and the primitives.
iso=' abort calloc exit fgets fopen fprintf fread free freopen getenv isalnum isalpha isblank
iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit malloc mbrtowc memchr
memcmp memcpy memmove memset realloc snprintf strcat strchr strcmp strcpy strcspn strerror strlen
strncat strncmp strncpy strrchr strspn strtod strtof strtol strtold strtoul ungetc vfwprintf
vswprintf wcrtomb wcslen wcscat wcscpy wcsncat wcsncpy wmemcpy wmemmove wmemset fgetws mbstowcs
wcstombs '
check_calls() {
    for source in *.c; do
        # shellcheck disable=SC2046
        "$cc" $(grep -v '^-g$' CFLAGS) "$source" -o "$work/calls.ll" || exit 1
        awk -v iso="$iso" -v source="$source" '
            BEGIN { n = split(iso, names); for (i = 1; i <= n; i++) known[names[i]] = 1 }
            /^define internal/ && match($0, /@[A-Za-z0-9_]+/) { known[substr($0, RSTART + 1, RLENGTH - 1)] = 1 }
            / call / && match($0, /@[A-Za-z0-9_]+\(/) { called[substr($0, RSTART + 1, RLENGTH - 2)] = 1 }
            /load\.relative|switch\.table/ { print "runtime test: " source " has a look-up table: " $0; bad = 1 }
            END {
                for (name in called)
                    if (!(name in known) && name !~ /^__/) {
                        print "runtime test: " source " calls " name ", which a program may define"
                        bad = 1
                    }
                exit bad
            }' "$work/calls.ll" >&2 || exit 1
    done
}

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
build_tests & second=$!
check_calls
wait $second
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
