/* Shell-like pattern matcher: expands {a,b} and {1..3} braces, then matches each
 * result against a list of paths with *, ?, [classes], ** and ! negation. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define PATTERN_SIZE 20
#define PATH_SIZE 16
#define WORD_SIZE 40
#define MAX_WORDS 12
#define MAX_DEPTH 4
#define STEP_LIMIT 2000

struct words {
    char w[MAX_WORDS][WORD_SIZE];
    int n;
    bool overflow;
};

struct matcher {
    int steps;
    bool fold;
    bool bad_class;
};

static const char *const known_paths[] = {
    "src/main.c", "src/util/str.c", "README.md", ".hidden", "img/a1.png",
};

static bool add_word(struct words *ws, const char *s)
{
    if (ws->n == MAX_WORDS || strlen(s) >= WORD_SIZE) {
        ws->overflow = true;
        return false;
    }
    strcpy(ws->w[ws->n++], s);
    return true;
}

/* Index of the brace that closes the one at s[open], or -1. Counts commas at
 * the same level. */
static int closing_brace(const char *s, int open, int *commas)
{
    int depth = 0;
    *commas = 0;
    for (int i = open; s[i]; i++) {
        if (s[i] == '\\' && s[i + 1]) {
            i++;
            continue;
        }
        if (s[i] == '{')
            depth++;
        else if (s[i] == '}' && --depth == 0)
            return i;
        else if (s[i] == ',' && depth == 1)
            (*commas)++;
    }
    return -1;
}

static bool join(char *out, const char *a, int na, const char *b, int nb, const char *c)
{
    size_t nc = strlen(c);
    if ((size_t)na + (size_t)nb + nc >= WORD_SIZE)
        return false;
    memcpy(out, a, (size_t)na);
    memcpy(out + na, b, (size_t)nb);
    memcpy(out + na + nb, c, nc + 1);
    return true;
}

/* Parses "x..y" with single letters or numbers of up to two digits. */
static bool parse_range(const char *s, int n, int *from, int *to, bool *letters)
{
    int dots = -1;
    for (int i = 0; i + 1 < n; i++)
        if (s[i] == '.' && s[i + 1] == '.') {
            dots = i;
            break;
        }
    if (dots < 1 || dots + 2 >= n)
        return false;
    int n2 = n - dots - 2;
    const char *b = s + dots + 2;
    if (dots == 1 && n2 == 1 && islower((unsigned char)s[0]) && islower((unsigned char)*b)) {
        *letters = true;
        *from = s[0];
        *to = *b;
        return true;
    }
    if (dots > 2 || n2 > 2)
        return false;
    *letters = false;
    *from = *to = 0;
    for (int i = 0; i < dots; i++) {
        if (!isdigit((unsigned char)s[i]))
            return false;
        *from = *from * 10 + (s[i] - '0');
    }
    for (int i = 0; i < n2; i++) {
        if (!isdigit((unsigned char)b[i]))
            return false;
        *to = *to * 10 + (b[i] - '0');
    }
    return true;
}

static void expand(struct words *ws, const char *s, int depth);

static void expand_range(struct words *ws, const char *s, int open, int close, int depth)
{
    char buf[WORD_SIZE], item[12];
    int from, to;
    bool letters;
    if (!parse_range(s + open + 1, close - open - 1, &from, &to, &letters)) {
        add_word(ws, s); /* not a range: stays literal */
        return;
    }
    int step = from <= to ? 1 : -1;
    for (int v = from;; v += step) {
        int n = letters ? snprintf(item, sizeof item, "%c", v) : snprintf(item, sizeof item, "%d", v);
        if (!join(buf, s, open, item, n, s + close + 1))
            ws->overflow = true;
        else
            expand(ws, buf, depth + 1);
        if (v == to || ws->overflow)
            break;
    }
}

/* Expands the first brace group of s and continues with each result. */
static void expand(struct words *ws, const char *s, int depth)
{
    char buf[WORD_SIZE];
    int open = 0, commas;
    while (s[open] && s[open] != '{') {
        if (s[open] == '\\' && s[open + 1])
            open++;
        open++;
    }
    int close = s[open] ? closing_brace(s, open, &commas) : -1;
    if (close < 0 || depth == MAX_DEPTH) {
        add_word(ws, s);
        return;
    }
    if (commas == 0) {
        expand_range(ws, s, open, close, depth);
        return;
    }
    int start = open + 1, level = 0;
    for (int i = start; i <= close && !ws->overflow; i++) {
        if (s[i] == '\\' && i + 1 < close) {
            i++;
        } else if (s[i] == '{') {
            level++;
        } else if (s[i] == '}' && i < close) {
            level--;
        } else if (i == close || (s[i] == ',' && level == 0)) {
            if (!join(buf, s, open, s + start, i - start, s + close + 1))
                ws->overflow = true;
            else
                expand(ws, buf, depth + 1);
            start = i + 1;
        }
    }
}

static int fold(const struct matcher *m, char c)
{
    return m->fold ? tolower((unsigned char)c) : (unsigned char)c;
}

static bool named_class(const char *name, size_t n, int c, bool *known)
{
    *known = true;
    if (n == 5 && memcmp(name, "digit", 5) == 0)
        return isdigit(c);
    if (n == 5 && memcmp(name, "alpha", 5) == 0)
        return isalpha(c);
    if (n == 5 && memcmp(name, "upper", 5) == 0)
        return isupper(c);
    *known = false;
    return false;
}

/* Matches c with the class at p (after '['). Returns the end, NULL if malformed. */
static const char *match_class(struct matcher *m, const char *p, char ch, bool *hit)
{
    bool negate = false, any = false;
    int c = fold(m, ch);
    if (*p == '!' || *p == '^') {
        negate = true;
        p++;
    }
    for (bool first = true; *p && (*p != ']' || first); first = false) {
        if (p[0] == '[' && p[1] == ':') {
            const char *end = strchr(p + 2, ':');
            bool known;
            if (!end || end[1] != ']')
                return NULL;
            any |= named_class(p + 2, (size_t)(end - p - 2), (unsigned char)ch, &known);
            if (!known)
                return NULL;
            p = end + 2;
            continue;
        }
        int lo = fold(m, *p), hi = lo;
        if (p[1] == '-' && p[2] && p[2] != ']') {
            hi = fold(m, p[2]);
            p += 2;
        }
        p++;
        if (c >= lo && c <= hi)
            any = true;
    }
    if (*p != ']')
        return NULL;
    *hit = any != negate;
    return p + 1;
}

/* Iterative matcher with one backtrack point for '*' and one for '**'. */
static bool match(struct matcher *m, const char *p, const char *s)
{
    const char *star = NULL, *star_s = NULL, *deep = NULL, *deep_s = NULL;
    if (*s == '.' && *p != '.')
        return false;
    while (m->steps++ < STEP_LIMIT) {
        bool ok = false;
        if (p[0] == '*' && p[1] == '*') {
            deep = p += 2;
            if (*p == '/')
                deep = ++p;
            deep_s = s;
            star = NULL;
            continue;
        }
        if (*p == '*') {
            star = ++p;
            star_s = s;
            continue;
        }
        if (!*s && !*p)
            return true;
        if (*s && *p) {
            if (*p == '?') {
                ok = *s != '/';
                p += ok;
            } else if (*p == '[') {
                const char *end = match_class(m, p + 1, *s, &ok);
                if (!end) {
                    m->bad_class = true;
                    return false;
                }
                ok = ok && *s != '/';
                if (ok)
                    p = end;
            } else {
                const char *q = *p == '\\' && p[1] ? p + 1 : p;
                ok = fold(m, *q) == fold(m, *s);
                if (ok)
                    p = q + 1;
            }
        }
        if (ok) {
            s++;
        } else if (star && *star_s && *star_s != '/') {
            p = star;
            s = ++star_s;
        } else if (deep && *deep_s) {
            p = deep;
            s = ++deep_s;
            star = NULL;
        } else {
            return false;
        }
    }
    return false;
}

int main(void)
{
    char pattern[PATTERN_SIZE], path[PATH_SIZE];
    static struct words ws;
    struct matcher m = { 0, false, false };
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(path, sizeof path, "path");
    pattern[PATTERN_SIZE - 1] = '\0';
    path[PATH_SIZE - 1] = '\0';

    const char *p = pattern;
    bool negate = *p == '!';
    if (negate)
        p++;
    if (strncmp(p, "(i)", 3) == 0) {
        m.fold = true;
        p += 3;
    }
    expand(&ws, p, 0);
    int hits = 0;
    for (int i = 0; i < ws.n; i++) {
        bool hit = match(&m, ws.w[i], path) != negate;
        hits += hit;
        m.steps = 0;
        for (size_t k = 0; k < sizeof known_paths / sizeof *known_paths; k++) {
            if (match(&m, ws.w[i], known_paths[k]))
                printf("%s: %s\n", ws.w[i], known_paths[k]);
            m.steps = 0;
        }
    }
    if (m.bad_class)
        return 3;
    if (ws.overflow)
        return 2;
    return hits > 0 ? 0 : 1;
}
