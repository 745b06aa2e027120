/* IRC server core: splits a byte stream in messages (tags, prefix, command, params)
 * and runs registration, channels, modes and private messages for one client. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define STREAM_SIZE 80
#define MAX_PARAMS 5
#define NAME_SIZE 10
#define MAX_CHANNELS 3
#define LINE_SIZE 64

struct message {
    char *tags, *prefix, *command;
    char *param[MAX_PARAMS];
    int nparams;
};

struct channel {
    char name[NAME_SIZE];
    char key[NAME_SIZE];
    char topic[NAME_SIZE];
    bool joined, op, moderated, invite_only;
    int limit;
};

struct client {
    char nick[NAME_SIZE], user[NAME_SIZE];
    bool registered, away, quit, invisible;
    struct channel chan[MAX_CHANNELS];
    int replies, errors, last_error, sent;
};

static void reply(struct client *c, int code)
{
    c->replies++;
    if (code >= 400) {
        c->errors++;
        c->last_error = code;
    }
}

static bool copy_name(char *dst, const char *src)
{
    size_t n = strlen(src);
    if (n >= NAME_SIZE)
        return false;
    memcpy(dst, src, n + 1);
    return true;
}

static char *cut_word(char **p)
{
    char *start = *p;
    while (**p && **p != ' ')
        (*p)++;
    while (**p == ' ')
        *(*p)++ = '\0';
    return start;
}

/* [@tags] [:prefix] command params... [:trailing] */
static bool parse(char *line, struct message *m)
{
    char *p = line;
    memset(m, 0, sizeof *m);
    while (*p == ' ')
        p++;
    if (*p == '@') {
        p++;
        m->tags = cut_word(&p);
    }
    if (*p == ':') {
        p++;
        m->prefix = cut_word(&p);
        if (!*m->prefix)
            return false;
    }
    m->command = cut_word(&p);
    if (!*m->command)
        return false;
    while (*p && m->nparams < MAX_PARAMS) {
        if (*p == ':') {
            m->param[m->nparams++] = p + 1;
            return true;
        }
        m->param[m->nparams++] = cut_word(&p);
    }
    return true;
}

static bool word_is(const char *s, const char *upper)
{
    while (*s && toupper((unsigned char)*s) == *upper)
        s++, upper++;
    return *s == *upper;
}

static bool valid_nick(const char *s)
{
    size_t n = strlen(s);
    if (n == 0 || n >= NAME_SIZE || isdigit((unsigned char)s[0]) || s[0] == '-')
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("-[]\\`_^{|}", *s))
            return false;
    return true;
}

static bool valid_channel(const char *s)
{
    size_t n = strlen(s);
    return (s[0] == '#' || s[0] == '&') && n >= 2 && n < NAME_SIZE && !strchr(s, '\a');
}

static struct channel *find_channel(struct client *c, const char *name, bool create)
{
    struct channel *empty = NULL;
    for (int i = 0; i < MAX_CHANNELS; i++) {
        if (strcmp(c->chan[i].name, name) == 0)
            return &c->chan[i];
        if (!empty && !c->chan[i].name[0])
            empty = &c->chan[i];
    }
    if (!create || !empty)
        return NULL;
    memset(empty, 0, sizeof *empty);
    copy_name(empty->name, name);
    empty->op = true; /* who creates it runs it */
    return empty;
}

static void join_one(struct client *c, const char *name, const char *key)
{
    if (!valid_channel(name)) {
        reply(c, 403);
        return;
    }
    struct channel *ch = find_channel(c, name, true);
    if (!ch) {
        reply(c, 405);
    } else if (ch->joined) {
        return;
    } else if (ch->key[0] && (!key || strcmp(key, ch->key) != 0)) {
        reply(c, 475);
    } else if (ch->invite_only && !ch->op) {
        reply(c, 473);
    } else {
        ch->joined = true;
        reply(c, ch->topic[0] ? 332 : 331);
    }
}

static void cmd_join(struct client *c, struct message *m)
{
    char *list = m->param[0];
    if (strcmp(list, "0") == 0) { /* leave all */
        for (int i = 0; i < MAX_CHANNELS; i++)
            c->chan[i].joined = false;
        return;
    }
    for (int k = 0; k < 3; k++) {
        char *comma = strchr(list, ',');
        if (comma)
            *comma = '\0';
        join_one(c, list, m->nparams > 1 ? m->param[1] : NULL);
        if (!comma)
            break;
        list = comma + 1;
    }
}

static void cmd_part(struct client *c, struct message *m)
{
    struct channel *ch = find_channel(c, m->param[0], false);
    if (!ch || !ch->name[0]) {
        reply(c, 403);
    } else if (!ch->joined) {
        reply(c, 442);
    } else {
        ch->joined = false;
        if (!ch->key[0] && !ch->invite_only)
            memset(ch, 0, sizeof *ch); /* the last one closes the channel */
        else
            ch->op = false;
    }
}

static int small_number(const char *s)
{
    int v = 0;
    for (; isdigit((unsigned char)*s) && v < 100; s++)
        v = v * 10 + (*s - '0');
    return v;
}

static void cmd_mode(struct client *c, struct message *m)
{
    bool on = true;
    int arg = 2;
    struct channel *ch = valid_channel(m->param[0]) ? find_channel(c, m->param[0], false) : NULL;
    if (m->nparams < 2) {
        reply(c, ch ? 324 : 221);
        return;
    }
    if (!ch && strcmp(m->param[0], c->nick) != 0) {
        reply(c, 502);
        return;
    }
    if (ch && !ch->op) {
        reply(c, 482);
        return;
    }
    for (const char *p = m->param[1]; *p; p++) {
        const char *value = arg < m->nparams ? m->param[arg] : NULL;
        if (*p == '+' || *p == '-') {
            on = *p == '+';
        } else if (!ch) {
            if (*p == 'i')
                c->invisible = on;
            else
                reply(c, 501);
        } else if (*p == 'm') {
            ch->moderated = on;
        } else if (*p == 'i') {
            ch->invite_only = on;
        } else if (*p == 'k' || *p == 'l') {
            if (on && !value) {
                reply(c, 461);
                continue;
            }
            arg += on;
            if (*p == 'l')
                ch->limit = on ? small_number(value) : 0;
            else if (!on)
                ch->key[0] = '\0';
            else if (!copy_name(ch->key, value))
                reply(c, 467);
        } else {
            reply(c, 472);
        }
    }
}

static void cmd_privmsg(struct client *c, struct message *m, bool notice)
{
    struct channel *ch;
    int err = 0;
    if (m->nparams < 2 || !m->param[1][0]) {
        err = 412;
    } else if (m->param[0][0] == '#' || m->param[0][0] == '&') {
        ch = find_channel(c, m->param[0], false);
        if (!ch || !ch->joined || (ch->moderated && !ch->op))
            err = 404;
    } else if (strcmp(m->param[0], c->nick) != 0) {
        err = 401;
    } else if (c->away) {
        reply(c, 301);
    }
    if (err && !notice)
        reply(c, err);
    else if (!err)
        c->sent++;
}

static void cmd_register(struct client *c, struct message *m, bool nick)
{
    if (nick && m->nparams == 0)
        reply(c, 431);
    else if (nick && !valid_nick(m->param[0]))
        reply(c, 432);
    else if (nick)
        copy_name(c->nick, m->param[0]);
    else if (c->registered)
        reply(c, 462);
    else if (m->nparams < 2 || !copy_name(c->user, m->param[0]))
        reply(c, 461);
    if (!c->registered && c->nick[0] && c->user[0]) {
        c->registered = true;
        reply(c, 1);
    }
}

static void dispatch(struct client *c, struct message *m)
{
    if (m->prefix && strcmp(m->prefix, c->nick) != 0)
        return; /* a client may only speak for itself */
    if (word_is(m->command, "NICK")) {
        cmd_register(c, m, true);
    } else if (word_is(m->command, "USER")) {
        cmd_register(c, m, false);
    } else if (word_is(m->command, "PING")) {
        reply(c, m->nparams ? 0 : 409);
    } else if (word_is(m->command, "QUIT")) {
        c->quit = true;
    } else if (!c->registered) {
        reply(c, 451);
    } else if (word_is(m->command, "AWAY")) {
        c->away = m->nparams > 0 && m->param[0][0];
        reply(c, c->away ? 306 : 305);
    } else if (m->nparams == 0) {
        reply(c, 461);
    } else if (word_is(m->command, "JOIN")) {
        cmd_join(c, m);
    } else if (word_is(m->command, "PART")) {
        cmd_part(c, m);
    } else if (word_is(m->command, "MODE")) {
        cmd_mode(c, m);
    } else if (word_is(m->command, "PRIVMSG")) {
        cmd_privmsg(c, m, false);
    } else if (word_is(m->command, "NOTICE")) {
        cmd_privmsg(c, m, true);
    } else {
        reply(c, 421);
    }
}

int main(void)
{
    char stream[STREAM_SIZE], line[LINE_SIZE];
    struct client c;
    struct message m;
    size_t n = 0;
    klee_make_symbolic(stream, sizeof stream, "stream");

    memset(&c, 0, sizeof c);
    for (size_t i = 0; i < sizeof stream && !c.quit; i++) {
        char ch = stream[i];
        if (ch == '\0')
            break;
        if (ch != '\n' && ch != '\r') {
            if (n + 1 < LINE_SIZE)
                line[n++] = ch;
            continue;
        }
        line[n] = '\0';
        if (n > 0 && parse(line, &m))
            dispatch(&c, &m);
        n = 0;
    }
    printf("%s: %d replies, %d errors, %d sent\n", c.nick, c.replies, c.errors, c.sent);
    if (c.last_error)
        return c.last_error - 400;
    return c.registered ? c.sent > 0 ? 120 : 121 : 122;
}
