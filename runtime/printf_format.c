/* The printf engine: reads a format, fetches the arguments, and sends text to a
 * sink. Every conversion of C11 and glibc; n$ positions up to MAX_ARGS. Integers
 * and strings are formatted here; floating point by the host, one value at a time. */
#include "pathweave_libc.h"

enum { MAX_ARGS = 64 };
enum { LEFT = 1, SIGN = 2, BLANK = 4, ALT = 8, ZERO = 16 };
enum length { L_NONE, L_CHAR, L_SHORT, L_LONG, L_LONG_DOUBLE };
enum kind { K_NONE, K_INT, K_LONG, K_POINTER, K_DOUBLE, K_LONG_DOUBLE };

union value {
    long i;
    void *p;
    double d;
    long double ld;
};

struct args {
    va_list ap;
    union value *all; /* NULL while arguments are taken in order */
};

struct spec {
    int flags;
    int width, precision; /* precision -1: none given */
    int width_star, precision_star;
    int width_arg, precision_arg, arg; /* positions from 1; 0: the next argument */
    enum length length;
    char conversion;
    const char *end; /* first character after the specification */
};

/* ---- reading a specification ---- */

static int read_number(const char **s) {
    long v = 0;
    while (is_digit((unsigned char)**s)) {
        v = v * 10 + (**s - '0');
        if (v > INT_MAX) v = (long)INT_MAX + 1;
        ++*s;
    }
    return v > INT_MAX ? -1 : (int)v;
}

/* The n of "n$" at *s, or 0 and nothing consumed. */
static int read_position(const char **s) {
    const char *p = *s;
    if (!is_digit((unsigned char)*p)) return 0;
    int n = read_number(&p);
    if (*p != '$') return 0;
    *s = p + 1;
    return n;
}

static int flag_of(char c) {
    switch (c) {
        case '-': return LEFT;
        case '+': return SIGN;
        case ' ': return BLANK;
        case '#': return ALT;
        case '0': return ZERO;
        case '\'': /* the C locale groups nothing */
        case 'I': return 32;
        default: return 0;
    }
}

static enum length read_length(const char **s) {
    char c = **s;
    switch (c) {
        case 'h':
            if ((*s)[1] != 'h') {
                ++*s;
                return L_SHORT;
            }
            *s += 2;
            return L_CHAR;
        case 'l':
            *s += (*s)[1] == 'l' ? 2 : 1;
            return L_LONG;
        case 'q':
        case 'L':
            ++*s;
            return L_LONG_DOUBLE;
        case 'j':
        case 'z':
        case 'Z':
        case 't':
            ++*s;
            return L_LONG;
        default: return L_NONE;
    }
}

/* Reads the specification after a '%'. 0 when a number in it is too large. */
static int read_spec(const char *s, struct spec *spec) {
    *spec = (struct spec){.precision = -1};
    spec->arg = read_position(&s);
    for (int flag; (flag = flag_of(*s)); s++) spec->flags |= flag;
    if (*s == '*') {
        s++;
        spec->width_star = 1;
        spec->width_arg = read_position(&s);
    } else {
        spec->width = read_number(&s);
    }
    if (*s == '.') {
        s++;
        if (*s == '*') {
            s++;
            spec->precision_star = 1;
            spec->precision_arg = read_position(&s);
        } else {
            int negative = *s == '-';
            s += negative;
            spec->precision = read_number(&s);
            if (spec->precision < 0) return 0;
            if (negative) spec->precision = -1;
        }
    }
    spec->length = read_length(&s);
    spec->conversion = *s;
    if (*s) s++;
    spec->end = s;
    return spec->width >= 0;
}

static enum kind kind_of(const struct spec *spec) {
    switch (spec->conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'b':
        case 'B': return spec->length >= L_LONG ? K_LONG : K_INT;
        case 'c':
        case 'C': return K_INT;
        case 's':
        case 'S':
        case 'p':
        case 'n': return K_POINTER;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': return spec->length == L_LONG_DOUBLE ? K_LONG_DOUBLE : K_DOUBLE;
        default: return K_NONE;
    }
}

/* ---- arguments ---- */

static union value fetch(struct args *args, enum kind kind) {
    union value v = {0};
    switch (kind) {
        case K_INT: v.i = va_arg(args->ap, int); break;
        case K_LONG: v.i = va_arg(args->ap, long); break;
        case K_POINTER: v.p = va_arg(args->ap, void *); break;
        case K_DOUBLE: v.d = va_arg(args->ap, double); break;
        case K_LONG_DOUBLE: v.ld = va_arg(args->ap, long double); break;
        case K_NONE: break;
    }
    return v;
}

static union value argument(struct args *args, int position, enum kind kind) {
    return args->all && position > 0 ? args->all[position - 1] : fetch(args, kind);
}

static int note(enum kind kinds[MAX_ARGS], int position, enum kind kind, int *most) {
    if (position > MAX_ARGS) return -1;
    if (position > *most) *most = position;
    if (position > 0) kinds[position - 1] = kind;
    return 0;
}

/* Finds the kinds of all numbered arguments and fetches them into all. The number
 * of arguments, 0 when the format has no positions, -1 when there are too many. */
static int fetch_all(struct args *args, const char *fmt, union value all[MAX_ARGS]) {
    enum kind kinds[MAX_ARGS];
    int most = 0;
    struct spec spec;
    for (int i = 0; i < MAX_ARGS; i++) kinds[i] = K_INT;
    while (*fmt) {
        if (*fmt++ != '%') continue;
        if (!read_spec(fmt, &spec)) return -1;
        fmt = spec.end;
        if (note(kinds, spec.width_arg, K_INT, &most) != 0 ||
            note(kinds, spec.precision_arg, K_INT, &most) != 0 ||
            note(kinds, spec.arg, kind_of(&spec), &most) != 0)
            return -1;
    }
    for (int i = 0; i < most; i++) all[i] = fetch(args, kinds[i]);
    return most;
}

/* ---- integers ---- */

/* Writes the digits of v before end; the first one's address. */
static char *write_digits(char *end, unsigned long v, unsigned base, int capital) {
    char ten = capital ? 'A' : 'a';
    while (v != 0) {
        unsigned digit = (unsigned)(v % base);
        *--end = (char)(digit < 10 ? '0' + digit : (unsigned)ten + digit - 10);
        v /= base;
    }
    return end;
}

static void emit_number(struct sink *out, const struct spec *spec, const char *prefix,
                        unsigned long magnitude, unsigned base, int capital) {
    char digits[64];
    char *end = digits + sizeof digits;
    char *first = write_digits(end, magnitude, base, capital);
    long count = end - first, before = (long)strlen(prefix), zeros = 0;
    long least = spec->precision < 0 ? 1 : spec->precision;
    if (count < least) zeros = least - count;
    if (base == 8 && (spec->flags & ALT) && zeros == 0 && (count == 0 || *first != '0')) zeros = 1;
    long blanks = spec->width - before - zeros - count;
    if (spec->flags & LEFT) {
        __pw_emit(out, prefix, (size_t)before);
    } else if ((spec->flags & ZERO) && spec->precision < 0) {
        __pw_emit(out, prefix, (size_t)before);
        __pw_pad(out, '0', blanks);
    } else {
        __pw_pad(out, ' ', blanks);
        __pw_emit(out, prefix, (size_t)before);
    }
    __pw_pad(out, '0', zeros);
    __pw_emit(out, first, (size_t)count);
    if (spec->flags & LEFT) __pw_pad(out, ' ', blanks);
}

static long narrow_signed(long v, enum length length) {
    switch (length) {
        case L_CHAR: return (signed char)v;
        case L_SHORT: return (short)v;
        case L_NONE: return (int)v;
        default: return v;
    }
}

static unsigned long narrow_unsigned(long v, enum length length) {
    switch (length) {
        case L_CHAR: return (unsigned char)v;
        case L_SHORT: return (unsigned short)v;
        case L_NONE: return (unsigned)v;
        default: return (unsigned long)v;
    }
}

static const char *sign_prefix(const struct spec *spec, int negative) {
    if (negative) return "-";
    if (spec->flags & SIGN) return "+";
    return spec->flags & BLANK ? " " : "";
}

static void format_signed(struct sink *out, const struct spec *spec, long given) {
    long v = narrow_signed(given, spec->length);
    unsigned long magnitude = v < 0 ? 0 - (unsigned long)v : (unsigned long)v;
    emit_number(out, spec, sign_prefix(spec, v < 0), magnitude, 10, 0);
}

static void format_unsigned(struct sink *out, const struct spec *spec, long given) {
    unsigned long v = narrow_unsigned(given, spec->length);
    int prefixed = (spec->flags & ALT) && v != 0;
    switch (spec->conversion) {
        case 'o': emit_number(out, spec, "", v, 8, 0); break;
        case 'x': emit_number(out, spec, prefixed ? "0x" : "", v, 16, 0); break;
        case 'X': emit_number(out, spec, prefixed ? "0X" : "", v, 16, 1); break;
        case 'b': emit_number(out, spec, prefixed ? "0b" : "", v, 2, 0); break;
        case 'B': emit_number(out, spec, prefixed ? "0B" : "", v, 2, 0); break;
        default: emit_number(out, spec, "", v, 10, 0); break;
    }
}

/* ---- text ---- */

static void emit_padded(struct sink *out, const struct spec *spec, const char *s, size_t n) {
    long blanks = spec->width - (long)n;
    if (!(spec->flags & LEFT)) __pw_pad(out, ' ', blanks);
    __pw_emit(out, s, n);
    if (spec->flags & LEFT) __pw_pad(out, ' ', blanks);
}

static void format_string(struct sink *out, const struct spec *spec, const char *s) {
    if (!s) s = spec->precision < 0 || spec->precision >= 6 ? "(null)" : "";
    size_t n = spec->precision < 0 ? strlen(s) : length_within(s, (size_t)spec->precision);
    emit_padded(out, spec, s, n);
}

static void fail(struct sink *out, int e) {
    errno = e;
    out->failed = 1;
}

static void format_wide_string(struct sink *out, const struct spec *spec, const wchar_t *s) {
    if (!s) {
        format_string(out, spec, NULL);
        return;
    }
    size_t n = 0, most = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    for (; n < most && s[n]; n++)
        if ((unsigned)s[n] > 127) {
            fail(out, EILSEQ);
            return;
        }
    long blanks = spec->width - (long)n;
    if (!(spec->flags & LEFT)) __pw_pad(out, ' ', blanks);
    for (size_t i = 0; i < n; i++) __pw_pad(out, (char)s[i], 1);
    if (spec->flags & LEFT) __pw_pad(out, ' ', blanks);
}

static void format_character(struct sink *out, const struct spec *spec, long v) {
    char c = (char)v;
    if ((spec->length == L_LONG || spec->conversion == 'C') && (unsigned)v > 127) {
        fail(out, EILSEQ);
        return;
    }
    emit_padded(out, spec, &c, 1);
}

static void format_pointer(struct sink *out, const struct spec *spec, void *p) {
    if (!p) {
        emit_padded(out, spec, "(nil)", 5);
        return;
    }
    const char *prefix = spec->flags & SIGN ? "+0x" : spec->flags & BLANK ? " 0x" : "0x";
    emit_number(out, spec, prefix, (unsigned long)(uintptr_t)p, 16, 0);
}

/* ---- floating point ---- */

static char *append_number(char *at, int v) {
    char digits[12];
    char *end = digits + sizeof digits;
    char *first = v ? write_digits(end, (unsigned)v, 10, 0) : end - 1;
    if (!v) *first = '0';
    __pathweave_memcpy(at, first, (size_t)(end - first));
    return at + (end - first);
}

/* The specification as text with numbers in place of stars. */
static void write_spec(char *at, const struct spec *spec, int is_long) {
    *at++ = '%';
    if (spec->flags & LEFT) *at++ = '-';
    if (spec->flags & SIGN) *at++ = '+';
    if (spec->flags & BLANK) *at++ = ' ';
    if (spec->flags & ALT) *at++ = '#';
    if (spec->flags & ZERO) *at++ = '0';
    if (spec->width > 0) at = append_number(at, spec->width);
    if (spec->precision >= 0) {
        *at++ = '.';
        at = append_number(at, spec->precision);
    }
    if (is_long) *at++ = 'L';
    *at++ = spec->conversion;
    *at = 0;
}

static int format_on_host(char *buf, size_t size, const char *text, int is_long,
                          const union value *v) {
    if (is_long) return __pathweave_format_long_double(buf, size, text, &v->ld);
    return __pathweave_format_double(buf, size, text, v->d);
}

static void format_float(struct sink *out, const struct spec *spec, union value v) {
    char text[48], small[128];
    int is_long = spec->length == L_LONG_DOUBLE;
    write_spec(text, spec, is_long);
    int n = format_on_host(small, sizeof small, text, is_long, &v);
    if (n < 0) {
        fail(out, EOVERFLOW);
    } else if ((size_t)n < sizeof small) {
        __pw_emit(out, small, (size_t)n);
    } else {
        char *large = malloc((size_t)n + 1);
        if (!large) {
            out->failed = 1;
            return;
        }
        format_on_host(large, (size_t)n + 1, text, is_long, &v);
        __pw_emit(out, large, (size_t)n);
        free(large);
    }
}

/* ---- the loop over the format ---- */

static void store_count(const struct sink *out, enum length length, void *to) {
    switch (length) {
        case L_CHAR: *(signed char *)to = (signed char)out->total; break;
        case L_SHORT: *(short *)to = (short)out->total; break;
        case L_NONE: *(int *)to = (int)out->total; break;
        default: *(long *)to = (long)out->total; break;
    }
}

static int resolve_stars(struct spec *spec, struct args *args) {
    if (spec->width_star) {
        int width = (int)argument(args, spec->width_arg, K_INT).i;
        if (width == INT_MIN) return 0;
        if (width < 0) spec->flags |= LEFT;
        spec->width = width < 0 ? -width : width;
    }
    if (spec->precision_star) {
        int precision = (int)argument(args, spec->precision_arg, K_INT).i;
        spec->precision = precision < 0 ? -1 : precision;
    }
    return 1;
}

static void convert(struct sink *out, const struct spec *spec, struct args *args,
                    const char *start, int saved_errno) {
    union value v = argument(args, spec->arg, kind_of(spec));
    switch (spec->conversion) {
        case '%': __pw_emit(out, "%", 1); break;
        case 'd':
        case 'i': format_signed(out, spec, v.i); break;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'b':
        case 'B': format_unsigned(out, spec, v.i); break;
        case 'c':
        case 'C': format_character(out, spec, v.i); break;
        case 's':
            if (spec->length == L_LONG)
                format_wide_string(out, spec, v.p);
            else
                format_string(out, spec, v.p);
            break;
        case 'S': format_wide_string(out, spec, v.p); break;
        case 'm': format_string(out, spec, strerror(saved_errno)); break;
        case 'p': format_pointer(out, spec, v.p); break;
        case 'n': store_count(out, spec->length, v.p); break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': format_float(out, spec, v); break;
        case 0: fail(out, EINVAL); break;
        default: __pw_emit(out, start, (size_t)(spec->end - start)); break;
    }
}

static void format_all(struct sink *out, const char *fmt, struct args *args) {
    union value all[MAX_ARGS];
    int saved_errno = errno;
    while (*fmt && !out->failed) {
        const char *start = fmt;
        while (*fmt && *fmt != '%') fmt++;
        if (fmt > start) __pw_emit(out, start, (size_t)(fmt - start));
        if (!*fmt) break;
        struct spec spec;
        start = fmt;
        if (!read_spec(fmt + 1, &spec)) {
            fail(out, EOVERFLOW);
            return;
        }
        fmt = spec.end;
        if (!args->all && (spec.arg || spec.width_arg || spec.precision_arg)) {
            if (fetch_all(args, start, all) < 0) {
                fail(out, EINVAL);
                return;
            }
            args->all = all;
        }
        if (!resolve_stars(&spec, args)) {
            fail(out, EOVERFLOW);
            return;
        }
        if (spec.width > 1 << 26 && (size_t)spec.width > INT_MAX - out->total) {
            fail(out, EOVERFLOW);
            return;
        }
        convert(out, &spec, args, start, saved_errno);
    }
}

int __pw_format(struct sink *out, const char *fmt, va_list ap) {
    struct args args = {.all = NULL};
    va_copy(args.ap, ap);
    format_all(out, fmt, &args);
    va_end(args.ap);
    if (!out->failed && out->total > INT_MAX) fail(out, EOVERFLOW);
    return out->failed ? -1 : (int)out->total;
}
