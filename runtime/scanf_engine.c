/* The scanf engine over a stream or a string, with every conversion of C11 and
 * glibc. One character of look-ahead is read and given back, never more; where the
 * standard leaves room (a lone "0x", "1e"), the result is glibc's. */
#include "pathweave_libc.h"

enum { SKIP = 1, ALLOCATE = 2 };
enum length { L_NONE, L_CHAR, L_SHORT, L_LONG, L_LONG_DOUBLE };
enum outcome { MATCHED, NO_MATCH, NO_INPUT };

struct source {
    FILE *file; /* or NULL, and then: */
    const char *text;
    size_t count; /* characters consumed */
    int dialect;
};

struct spec {
    int flags;
    int width; /* -1: unlimited */
    int arg;   /* n of n$, or 0 */
    enum length length;
    char conversion;
    const char *set, *set_end; /* between the brackets of %[, without ^ */
    int inverted;
};

static int get(struct source *in) {
    int c = in->file ? __pw_get(in->file) : (unsigned char)in->text[in->count];
    if (!in->file && c == 0) c = EOF;
    if (c != EOF) in->count++;
    return c;
}

static void unget(struct source *in, int c) {
    if (c == EOF) return;
    if (in->file) ungetc(c, in->file);
    in->count--;
}

/* The next character if the width allows one, or EOF. */
static int get_within(struct source *in, int *width) {
    if (*width == 0) return EOF;
    if (*width > 0) --*width;
    return get(in);
}

static void unget_within(struct source *in, int *width, int c) {
    if (c == EOF) return;
    unget(in, c);
    if (*width >= 0) ++*width;
}

static int skip_space(struct source *in) {
    int c;
    do c = get(in);
    while (is_space(c));
    unget(in, c);
    return c;
}

/* ---- integers ---- */

struct integer {
    unsigned long value;
    int negative, overflow, digits;
};

static int match_text(struct source *in, int *width, const char *word) {
    for (; *word; word++) {
        int c = get_within(in, width);
        if (c == EOF || to_lower(c) != *word) {
            unget_within(in, width, c);
            return 0;
        }
    }
    return 1;
}

/* The base that a leading 0 chooses; the 0 counts as a digit and is consumed. */
static int read_prefix(struct source *in, int *width, int base, struct integer *n) {
    int c = get_within(in, width);
    if (c != '0') {
        unget_within(in, width, c);
        return base == 0 ? 10 : base;
    }
    n->digits = 1;
    c = get_within(in, width);
    if (to_lower(c) == 'x' && (base == 0 || base == 16)) return 16;
    if (in->dialect == SCAN_C23 && to_lower(c) == 'b' && (base == 0 || base == 2)) return 2;
    unget_within(in, width, c);
    return base == 0 ? 8 : base;
}

static struct integer read_integer(struct source *in, int width, int base, int pointer) {
    struct integer n = {0, 0, 0, 0};
    int c = get_within(in, &width);
    if (c == '-' || c == '+')
        n.negative = c == '-';
    else
        unget_within(in, &width, c);
    unsigned radix = (unsigned)read_prefix(in, &width, base, &n);
    for (;;) {
        c = get_within(in, &width);
        unsigned digit = c == EOF ? 99 : (unsigned)digit_value(c);
        if (digit >= radix) break;
        n.digits = 1;
        if (n.value > (ULONG_MAX - digit) / radix) n.overflow = 1;
        n.value = n.value * radix + digit;
    }
    unget_within(in, &width, c);
    if (!n.digits && pointer && match_text(in, &width, "(nil)")) n.digits = 1;
    return n;
}

static unsigned long clamp_signed(struct integer n) {
    if (n.overflow || n.value > (unsigned long)LONG_MAX + (n.negative ? 1 : 0)) {
        errno = ERANGE;
        return n.negative ? (unsigned long)LONG_MIN : (unsigned long)LONG_MAX;
    }
    return n.negative ? 0 - n.value : n.value;
}

static unsigned long clamp_unsigned(struct integer n) {
    if (n.overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return n.negative ? 0 - n.value : n.value;
}

static void store_integer(void *to, enum length length, unsigned long v) {
    switch (length) {
        case L_CHAR: *(unsigned char *)to = (unsigned char)v; break;
        case L_SHORT: *(unsigned short *)to = (unsigned short)v; break;
        case L_NONE: *(unsigned *)to = (unsigned)v; break;
        default: *(unsigned long *)to = v; break;
    }
}

static enum outcome scan_integer(struct source *in, const struct spec *spec, void *to) {
    int base = 10, is_signed = 0, pointer = 0;
    switch (spec->conversion) {
        case 'd': is_signed = 1; break;
        case 'i': is_signed = 1; base = 0; break;
        case 'o': base = 8; break;
        case 'x':
        case 'X': base = 16; break;
        case 'b': base = 2; break;
        case 'p': base = 16; pointer = 1; break;
        default: break;
    }
    struct integer n = read_integer(in, spec->width, base, pointer);
    if (!n.digits) return NO_MATCH;
    if (to)
        store_integer(to, pointer ? L_LONG : spec->length,
                      is_signed ? clamp_signed(n) : clamp_unsigned(n));
    return MATCHED;
}

/* ---- floating point ---- */

/* The characters of a number, on the heap once they outgrow the struct. */
struct text {
    char small[64];
    char *data;
    size_t n, room;
};

static void add(struct text *t, int c) {
    if (t->n + 1 == t->room) {
        char *larger = malloc(2 * t->room);
        if (!larger) abort();
        __pathweave_memcpy(larger, t->data, t->n);
        if (t->data != t->small) free(t->data);
        t->data = larger;
        t->room *= 2;
    }
    t->data[t->n++] = (char)c;
    t->data[t->n] = 0;
}

static int add_word(struct source *in, int *width, const char *word, struct text *t) {
    if (!match_text(in, width, word)) return 0;
    for (; *word; word++) add(t, *word);
    return 1;
}

static int read_special(struct source *in, int *width, int first, struct text *t) {
    if (to_lower(first) == 'n') return add_word(in, width, "nan", t);
    if (!add_word(in, width, "inf", t)) return 0;
    int c = get_within(in, width);
    unget_within(in, width, c);
    return to_lower(c) != 'i' || add_word(in, width, "inity", t);
}

static void read_digits(struct source *in, int *width, int hex, int digits, struct text *t) {
    int point = 0, exponent = 0, letter = hex ? 'p' : 'e';
    for (;;) {
        int c = get_within(in, width);
        int after_letter = exponent && t->data[t->n - 1] == letter;
        if (is_digit(c) || (hex && !exponent && digit_value(c) < 16)) {
            digits = 1;
            add(t, c);
        } else if (after_letter && (c == '-' || c == '+')) {
            add(t, c);
        } else if (digits && !exponent && to_lower(c) == letter) {
            add(t, letter);
            exponent = point = 1;
        } else if (c == '.' && !point) {
            add(t, c);
            point = 1;
        } else {
            unget_within(in, width, c);
            return;
        }
    }
}

/* Collects what may be a number; 0 when it cannot be one. */
static int read_float(struct source *in, int width, struct text *t) {
    int c = get_within(in, &width), hex = 0;
    size_t sign = c == '-' || c == '+';
    if (sign) {
        add(t, c);
        c = get_within(in, &width);
        if (c == EOF) return 0;
    }
    if (to_lower(c) == 'n' || to_lower(c) == 'i') {
        unget_within(in, &width, c);
        return read_special(in, &width, c, t);
    }
    int zero = c == '0';
    if (zero) {
        add(t, c);
        c = get_within(in, &width);
        hex = to_lower(c) == 'x' && width != 0; /* something must be able to follow */
        if (hex) add(t, c);
    }
    if (!hex) unget_within(in, &width, c);
    read_digits(in, &width, hex, zero && !hex, t);
    return t->n != sign && !(hex && t->n == 2 + sign);
}

static enum outcome scan_float(struct source *in, const struct spec *spec, void *to) {
    struct text t;
    t.data = t.small;
    t.n = 0;
    t.room = sizeof t.small;
    t.small[0] = 0;
    enum outcome r = NO_MATCH;
    if (read_float(in, spec->width, &t)) {
        char *end;
        if (spec->length == L_LONG_DOUBLE) {
            long double v = strtold(t.data, &end);
            if (to && end != t.data) *(long double *)to = v;
        } else if (spec->length == L_LONG) {
            double v = strtod(t.data, &end);
            if (to && end != t.data) *(double *)to = v;
        } else {
            float v = strtof(t.data, &end);
            if (to && end != t.data) *(float *)to = v;
        }
        if (end != t.data) r = MATCHED;
    }
    if (t.data != t.small) free(t.data);
    return r;
}

/* ---- text ---- */

/* Where %s, %c and %[ put characters: nowhere, at the caller's, or on the heap. */
struct target {
    char *at; /* NULL: nowhere */
    size_t n, room;
    int wide, allocated;
};

static int put(struct target *t, int c) {
    if (!t->at) return 1;
    size_t unit = t->wide ? sizeof(wchar_t) : 1;
    if (t->allocated && (t->n + 1) * unit > t->room) {
        char *larger = realloc(t->at, 2 * t->room);
        if (!larger) return 0;
        t->at = larger;
        t->room *= 2;
    }
    if (t->wide)
        ((wchar_t *)(void *)t->at)[t->n] = c;
    else
        t->at[t->n] = (char)c;
    t->n++;
    return 1;
}

static int in_set(const struct spec *spec, int c) {
    int found = 0;
    for (const char *s = spec->set; s < spec->set_end; s++) {
        int low = (unsigned char)*s, high = low;
        if (s + 2 < spec->set_end && s[1] == '-' && low <= (unsigned char)s[2]) {
            high = (unsigned char)s[2];
            s += 2;
        }
        if (low <= c && c <= high) found = 1;
    }
    return found != spec->inverted;
}

static int accepts(const struct spec *spec, int c) {
    if (spec->conversion == 'c') return 1;
    if (spec->conversion == 's') return !is_space(c);
    return in_set(spec, c);
}

/* Characters while they are accepted; the number of them, or -1 without memory. */
static long read_text(struct source *in, const struct spec *spec, struct target *t) {
    int width = spec->width;
    long n = 0;
    for (;; n++) {
        int c = get_within(in, &width);
        if (c == EOF) break;
        if (!accepts(spec, c)) {
            unget(in, c);
            break;
        }
        if (!put(t, c)) return -1;
    }
    if (spec->conversion != 'c' && n > 0 && !put(t, 0)) return -1;
    return n;
}

static enum outcome scan_text(struct source *in, const struct spec *spec, void *to) {
    struct target t = {to, 0, 0, spec->length == L_LONG, 0};
    int first = get(in);
    if (first == EOF) return NO_INPUT;
    unget(in, first);
    if (to && (spec->flags & ALLOCATE)) {
        t.allocated = 1;
        t.room = 128;
        t.at = malloc(t.room);
        if (!t.at) return NO_INPUT;
    }
    long n = read_text(in, spec, &t);
    if (t.allocated) {
        if (n <= 0) free(t.at);
        *(char **)to = n > 0 ? t.at : NULL;
    }
    return n > 0 ? MATCHED : n < 0 ? NO_INPUT : NO_MATCH;
}

/* ---- the loop over the format ---- */

static int read_number(const char **s) {
    long v = 0;
    for (; is_digit((unsigned char)**s); ++*s)
        if (v < INT_MAX) v = v * 10 + (**s - '0');
    return v > INT_MAX ? INT_MAX : (int)v;
}

static enum length read_length(const char **s) {
    char c = *(*s)++;
    switch (c) {
        case 'h':
            if (**s != 'h') return L_SHORT;
            ++*s;
            return L_CHAR;
        case 'l':
            if (**s != 'l') return L_LONG;
            ++*s;
            return L_LONG_DOUBLE;
        case 'q':
        case 'L': return L_LONG_DOUBLE;
        case 'j':
        case 'z':
        case 't': return L_LONG;
        default: --*s; return L_NONE;
    }
}

static const char *read_set(const char *s, struct spec *spec) {
    spec->inverted = *s == '^';
    if (spec->inverted) s++;
    spec->set = s;
    if (*s == ']') s++;
    while (*s && *s != ']') s++;
    spec->set_end = s;
    return *s ? s + 1 : s;
}

static const char *read_spec(const char *s, struct spec *spec) {
    *spec = (struct spec){.width = -1};
    const char *p = s;
    int n = read_number(&p);
    if (p > s && *p == '$') {
        spec->arg = n;
        s = p + 1;
    }
    for (; *s == '*' || *s == '\'' || *s == 'I'; s++)
        if (*s == '*') spec->flags |= SKIP;
    if (is_digit((unsigned char)*s)) {
        spec->width = read_number(&s);
        if (spec->width == 0) spec->width = -1;
    }
    if (*s == 'm') {
        spec->flags |= ALLOCATE;
        s++;
    }
    spec->length = read_length(&s);
    spec->conversion = *s;
    if (*s) s++;
    if (spec->conversion == '[') s = read_set(s, spec);
    if (spec->conversion == 'C' || spec->conversion == 'S') {
        spec->conversion = (char)to_lower(spec->conversion);
        spec->length = L_LONG;
    }
    if (spec->conversion == 'c' && spec->width < 0) spec->width = 1;
    return s;
}

static enum outcome match_literal(struct source *in, int expected) {
    int c = get(in);
    if (c == EOF) return NO_INPUT;
    if (c == expected) return MATCHED;
    unget(in, c);
    return NO_MATCH;
}

static enum outcome convert(struct source *in, const struct spec *spec, void *to) {
    switch (spec->conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'p': return scan_integer(in, spec, to);
        case 'b': return in->dialect == SCAN_C23 ? scan_integer(in, spec, to) : NO_MATCH;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': return scan_float(in, spec, to);
        case 'c':
        case 's':
        case '[': return scan_text(in, spec, to);
        default: return NO_MATCH;
    }
}

/* The argument at a position: every argument of scanf is a pointer. */
static void *argument_at(va_list first, int position) {
    va_list ap;
    va_copy(ap, first);
    void *p = NULL;
    for (int i = 0; i < position; i++) p = va_arg(ap, void *);
    va_end(ap);
    return p;
}

struct arguments {
    va_list first, next;
};

static void *argument(struct arguments *args, const struct spec *spec) {
    if (spec->flags & SKIP) return NULL;
    if (spec->arg > 0) return argument_at(args->first, spec->arg);
    return va_arg(args->next, void *);
}

static int is_known(char c) { return c && strchr("diuoxXpbaAeEfFgGcs[%", c) != NULL; }

/* One conversion; *done counts those that were stored. */
static enum outcome scan_one(struct source *in, const struct spec *spec, struct arguments *args,
                             int *done) {
    char c = spec->conversion;
    if (c == 'n') {
        void *to = argument(args, spec);
        if (to) store_integer(to, spec->length, in->count);
        return MATCHED;
    }
    if (!is_known(c)) return NO_MATCH;
    if (c != 'c' && c != '[' && skip_space(in) == EOF) return NO_INPUT;
    if (c == '%') return match_literal(in, '%');
    void *to = argument(args, spec);
    enum outcome r = convert(in, spec, to);
    if (r == MATCHED && to) ++*done;
    return r;
}

static int scan(struct source *in, const char *fmt, struct arguments *args) {
    int done = 0;
    enum outcome r = MATCHED;
    while (*fmt && r == MATCHED) {
        if (is_space((unsigned char)*fmt)) {
            while (is_space((unsigned char)*fmt)) fmt++;
            skip_space(in);
        } else if (*fmt != '%') {
            r = match_literal(in, (unsigned char)*fmt++);
        } else {
            struct spec spec;
            fmt = read_spec(fmt + 1, &spec);
            r = scan_one(in, &spec, args, &done);
        }
    }
    return r == NO_INPUT && done == 0 ? EOF : done;
}

static int scan_source(struct source *in, const char *fmt, va_list ap) {
    struct arguments args;
    va_copy(args.first, ap);
    va_copy(args.next, ap);
    int r = scan(in, fmt, &args);
    va_end(args.next);
    va_end(args.first);
    return r;
}

int __pw_scan_file(FILE *f, const char *fmt, va_list ap, int dialect) {
    struct source in = {f, NULL, 0, dialect};
    return scan_source(&in, fmt, ap);
}

int __pw_scan_string(const char *s, const char *fmt, va_list ap, int dialect) {
    struct source in = {NULL, s, 0, dialect};
    return scan_source(&in, fmt, ap);
}
