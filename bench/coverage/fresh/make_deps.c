/* Makefile-like dependency resolver: parses rules, variables and a pattern rule from
 * text, then plans the build of a goal with timestamps, phony targets and cycles. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define TEXT_SIZE 56
#define STAMPS 8
#define MAX_NODES 10
#define MAX_DEPS 4
#define MAX_VARS 3
#define NAME_SIZE 8
#define LINE_SIZE 64

enum mark { UNSEEN, ACTIVE, DONE };
enum error { OK, E_SYNTAX, E_NAME, E_NODES, E_DEPS, E_VAR, E_CYCLE, E_NO_RULE, E_DUP, E_PATTERN };

struct node {
    char name[NAME_SIZE];
    int dep[MAX_DEPS], ndeps;
    bool has_rule, has_recipe, phony;
    enum mark mark;
    uint8_t stamp; /* 0: the file is not there */
    bool rebuilt;
};

struct var {
    char name, value[NAME_SIZE * 2];
};

struct makefile {
    struct node n[MAX_NODES];
    int nodes;
    struct var v[MAX_VARS];
    int vars;
    char pat_target[4], pat_source[4]; /* suffixes of "%.o : %.c" */
    int last_rule;
    int order[MAX_NODES], norder;
};

static int intern(struct makefile *m, const char *s, size_t n)
{
    for (int i = 0; i < m->nodes; i++)
        if (strlen(m->n[i].name) == n && memcmp(m->n[i].name, s, n) == 0)
            return i;
    if (m->nodes == MAX_NODES || n == 0 || n >= NAME_SIZE)
        return -1;
    struct node *x = &m->n[m->nodes];
    memset(x, 0, sizeof *x);
    memcpy(x->name, s, n);
    return m->nodes++;
}

static struct var *find_var(struct makefile *m, char name)
{
    for (int i = 0; i < m->vars; i++)
        if (m->v[i].name == name)
            return &m->v[i];
    return NULL;
}

/* Replaces $X by its value; $$ is a dollar. */
static enum error expand(struct makefile *m, const char *in, char *out)
{
    size_t n = 0;
    for (; *in; in++) {
        const char *piece = in;
        size_t len = 1;
        if (*in == '#')
            break;
        if (*in == '$') {
            in++;
            if (*in == '$') {
                piece = in;
            } else {
                struct var *v = find_var(m, *in);
                if (!v)
                    return E_VAR;
                piece = v->value;
                len = strlen(v->value);
            }
        }
        if (n + len >= LINE_SIZE)
            return E_SYNTAX;
        memcpy(out + n, piece, len);
        n += len;
    }
    out[n] = '\0';
    return OK;
}

static const char *skip(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '.' || p[n] == '_' || p[n] == '%')
        n++;
    return n;
}

/* X = value, or X += more */
static enum error assign(struct makefile *m, const char *line, bool append)
{
    struct var *v = find_var(m, line[0]);
    const char *value = skip(strchr(line, '=') + 1);
    if (!v) {
        if (m->vars == MAX_VARS)
            return E_VAR;
        v = &m->v[m->vars++];
        v->name = line[0];
        v->value[0] = '\0';
    }
    if (!append)
        v->value[0] = '\0';
    size_t old = strlen(v->value), add = strlen(value);
    if (old + add + 2 > sizeof v->value)
        return E_VAR;
    if (old > 0)
        v->value[old++] = ' ';
    memcpy(v->value + old, value, add + 1);
    return OK;
}

static enum error pattern_rule(struct makefile *m, const char *target, const char *colon)
{
    const char *src = skip(colon + 1);
    size_t nt = name_length(target + 1), ns;
    if (src[0] != '%')
        return E_PATTERN;
    ns = name_length(src + 1);
    if (nt == 0 || nt >= sizeof m->pat_target || ns == 0 || ns >= sizeof m->pat_source || *skip(src + 1 + ns))
        return E_PATTERN;
    memcpy(m->pat_target, target + 1, nt);
    m->pat_target[nt] = '\0';
    memcpy(m->pat_source, src + 1, ns);
    m->pat_source[ns] = '\0';
    return strcmp(m->pat_target, m->pat_source) == 0 ? E_PATTERN : OK;
}

static enum error add_dep(struct node *x, int dep)
{
    for (int i = 0; i < x->ndeps; i++)
        if (x->dep[i] == dep)
            return OK;
    if (x->ndeps == MAX_DEPS)
        return E_DEPS;
    x->dep[x->ndeps++] = dep;
    return OK;
}

static enum error rule(struct makefile *m, const char *line)
{
    size_t n = name_length(line);
    const char *p = skip(line + n);
    if (n == 0 || *p != ':')
        return E_SYNTAX;
    if (line[0] == '%')
        return pattern_rule(m, line, p);
    bool phony = n == 6 && memcmp(line, ".PHONY", 6) == 0;
    int t = phony ? -1 : intern(m, line, n);
    if (!phony && t < 0)
        return E_NODES;
    for (p = skip(p + 1); *p; p = skip(p + n)) {
        n = name_length(p);
        if (n == 0)
            return E_NAME;
        int d = intern(m, p, n);
        if (d < 0)
            return E_NODES;
        if (phony) {
            m->n[d].phony = true;
            continue;
        }
        enum error e = add_dep(&m->n[t], d);
        if (e != OK)
            return e;
    }
    if (!phony) {
        m->n[t].has_rule = true;
        m->last_rule = t;
    }
    return OK;
}

static enum error parse_line(struct makefile *m, const char *raw)
{
    char line[LINE_SIZE];
    if (raw[0] == '\t') { /* a recipe line */
        if (m->last_rule < 0)
            return E_SYNTAX;
        if (m->n[m->last_rule].has_recipe)
            return E_DUP;
        m->n[m->last_rule].has_recipe = true;
        return OK;
    }
    enum error e = expand(m, raw, line);
    if (e != OK)
        return e;
    const char *p = skip(line);
    if (!*p)
        return OK;
    if (isupper((unsigned char)p[0])) {
        const char *q = skip(p + 1);
        if (q[0] == '=' || (q[0] == '+' && q[1] == '='))
            return assign(m, p, q[0] == '+');
    }
    return rule(m, p);
}

/* "x.o" gets the dependency "x.c" from the pattern rule, if it has none of its own. */
static enum error implicit(struct makefile *m, int i)
{
    char src[NAME_SIZE];
    size_t n = strlen(m->n[i].name), nt = strlen(m->pat_target), ns = strlen(m->pat_source);
    if (m->n[i].has_recipe || m->n[i].phony || nt == 0 || n <= nt)
        return OK;
    if (strcmp(m->n[i].name + n - nt, m->pat_target) != 0 || n - nt + ns >= NAME_SIZE)
        return OK;
    memcpy(src, m->n[i].name, n - nt);
    memcpy(src + n - nt, m->pat_source, ns + 1);
    int d = intern(m, src, n - nt + ns);
    if (d < 0)
        return E_NODES;
    m->n[i].has_rule = true;
    if (m->n[d].stamp == 0 && !m->n[d].has_rule)
        m->n[d].stamp = 1; /* sources of implicit rules are taken to exist */
    return add_dep(&m->n[i], d);
}

/* Depth-first with an explicit stack; appends to the order what must be built. */
static enum error plan(struct makefile *m, int goal)
{
    int stack[MAX_NODES], at[MAX_NODES], sp = 0;
    stack[0] = goal;
    at[0] = 0;
    m->n[goal].mark = ACTIVE;
    while (sp >= 0) {
        struct node *x = &m->n[stack[sp]];
        if (at[sp] == 0) {
            enum error e = implicit(m, stack[sp]);
            if (e != OK)
                return e;
        }
        if (at[sp] < x->ndeps) {
            int d = x->dep[at[sp]++];
            if (m->n[d].mark == ACTIVE)
                return E_CYCLE;
            if (m->n[d].mark == UNSEEN) {
                m->n[d].mark = ACTIVE;
                sp++;
                assert(sp < MAX_NODES);
                stack[sp] = d;
                at[sp] = 0;
            }
            continue;
        }
        bool stale = x->phony || x->stamp == 0;
        for (int i = 0; i < x->ndeps; i++) {
            const struct node *d = &m->n[x->dep[i]];
            stale |= d->rebuilt || d->stamp > x->stamp;
        }
        if (x->stamp == 0 && !x->has_rule && !x->phony)
            return E_NO_RULE;
        if (stale && x->has_rule) {
            x->rebuilt = true;
            m->order[m->norder++] = stack[sp];
        }
        x->mark = DONE;
        sp--;
    }
    return OK;
}

static enum error parse_text(struct makefile *m, const char *text)
{
    char line[TEXT_SIZE + 1];
    size_t n = 0;
    for (size_t i = 0; i <= TEXT_SIZE; i++) {
        char c = i < TEXT_SIZE ? text[i] : '\0';
        if (c != '\n' && c != '\0') {
            line[n++] = c;
            continue;
        }
        line[n] = '\0';
        enum error e = n > 0 ? parse_line(m, line) : OK;
        if (e != OK)
            return e;
        n = 0;
        if (c == '\0')
            break;
    }
    return m->nodes > 0 ? OK : E_SYNTAX;
}

int main(void)
{
    char text[TEXT_SIZE];
    uint8_t stamps[STAMPS];
    static struct makefile m;
    klee_make_symbolic(text, sizeof text, "makefile");
    klee_make_symbolic(stamps, sizeof stamps, "stamps");

    m.last_rule = -1;
    enum error e = parse_text(&m, text);
    if (e != OK)
        return (int)e;
    for (int i = 0; i < m.nodes && i < STAMPS; i++)
        m.n[i].stamp = stamps[i];
    int goal = 0;
    while (goal < m.nodes && !m.n[goal].has_rule)
        goal++;
    if (goal == m.nodes)
        return E_NO_RULE;
    e = plan(&m, goal);
    if (e != OK)
        return (int)e;
    for (int i = 0; i < m.norder; i++)
        printf("build %s\n", m.n[m.order[i]].name);
    return m.norder == 0 ? 20 : m.norder > 2 ? 21 : 0;
}
