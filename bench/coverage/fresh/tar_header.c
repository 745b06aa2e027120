/* Archive lister: compact tar-like headers (octal fields, checksum, type flags, long
 * names, links, padding) read from a buffer into a small directory with path rules. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

/* Header: name[12] mode[4] size[4] type sum[3] = 24 bytes; data padded to 8. */
#define BLOCK 8
#define HDR_SIZE 24
#define NAME_LEN 12
#define ARCHIVE_SIZE 96
#define MAX_ENTRIES 5
#define PATH_LEN 28

enum tar_error {
    TAR_OK, TAR_END, TAR_SHORT, TAR_CHECKSUM, TAR_FIELD, TAR_TYPE, TAR_PATH, TAR_LINK, TAR_DUP, TAR_FULL, TAR_LONG
};

struct header {
    char name[NAME_LEN + 1];
    unsigned mode, size;
    char type;
};

struct entry {
    char path[PATH_LEN];
    unsigned mode, size;
    char type;
    int link; /* entry index, -1 if none */
    uint16_t digest;
};

struct archive {
    const uint8_t *data;
    size_t len, pos;
    struct entry e[MAX_ENTRIES];
    int n;
    char long_name[PATH_LEN];
    bool have_long;
    unsigned warnings;
};

/* Octal with optional leading blanks, ended by a blank or NUL or the field's end. */
static bool octal(const uint8_t *p, size_t n, unsigned *out)
{
    size_t i = 0, digits = 0;
    *out = 0;
    while (i < n && p[i] == ' ')
        i++;
    for (; i < n && p[i] >= '0' && p[i] <= '7'; i++, digits++)
        *out = *out * 8 + (unsigned)(p[i] - '0');
    if (digits == 0)
        return false;
    for (; i < n; i++)
        if (p[i] != ' ' && p[i] != 0)
            return false;
    return true;
}

/* Sum of the header bytes modulo 512, with the sum field taken as blanks. */
static unsigned checksum(const uint8_t *h)
{
    unsigned sum = 0;
    for (size_t i = 0; i < HDR_SIZE; i++)
        sum += i >= HDR_SIZE - 3 ? ' ' : h[i];
    return sum % 512;
}

static bool all_zero(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i])
            return false;
    return true;
}

static enum tar_error read_header(struct archive *a, struct header *h)
{
    unsigned sum;
    if (a->len - a->pos < HDR_SIZE)
        return all_zero(a->data + a->pos, a->len - a->pos) ? TAR_END : TAR_SHORT;
    const uint8_t *p = a->data + a->pos;
    if (all_zero(p, HDR_SIZE))
        return TAR_END;
    if (!octal(p + 21, 3, &sum) || sum != checksum(p))
        return TAR_CHECKSUM;
    memcpy(h->name, p, NAME_LEN);
    h->name[NAME_LEN] = '\0';
    if (!octal(p + 12, 4, &h->mode) || !octal(p + 16, 4, &h->size))
        return TAR_FIELD;
    h->type = (char)p[20];
    a->pos += HDR_SIZE;
    return TAR_OK;
}

/* Takes size bytes of data and skips the padding. */
static const uint8_t *take_data(struct archive *a, unsigned size)
{
    size_t padded = (size + BLOCK - 1) / BLOCK * BLOCK;
    if (a->len - a->pos < size)
        return NULL;
    const uint8_t *p = a->data + a->pos;
    if (a->len - a->pos < padded)
        padded = a->len - a->pos;
    if (!all_zero(p + size, padded - size))
        a->warnings++;
    a->pos += padded;
    return p;
}

static int find(const struct archive *a, const char *path)
{
    for (int i = 0; i < a->n; i++)
        if (strcmp(a->e[i].path, path) == 0)
            return i;
    return -1;
}

/* Copies a path without "./" and double slashes; refuses absolute paths and "..". */
static bool clean_path(char *dst, const char *src, bool *is_dir)
{
    size_t n = 0;
    *is_dir = false;
    if (*src == '/')
        return false;
    while (*src) {
        const char *end = strchr(src, '/');
        size_t len = end ? (size_t)(end - src) : strlen(src);
        *is_dir = end != NULL;
        if (len == 2 && src[0] == '.' && src[1] == '.')
            return false;
        if (len > 0 && !(len == 1 && src[0] == '.')) {
            if (n + len + 2 > PATH_LEN)
                return false;
            if (n > 0)
                dst[n++] = '/';
            for (size_t i = 0; i < len; i++) {
                if ((uint8_t)src[i] < 0x20 || src[i] == '\\')
                    return false;
                dst[n++] = src[i];
            }
        }
        src += len + (end ? 1 : 0);
    }
    dst[n] = '\0';
    return n > 0;
}

/* Every parent that is in the archive must be a directory. */
static bool parents_ok(struct archive *a, const char *path)
{
    char part[PATH_LEN];
    bool missing = false;
    for (size_t i = 0; path[i]; i++) {
        if (path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        int k = find(a, part);
        if (k < 0)
            missing = true;
        else if (a->e[k].type != '5')
            return false;
    }
    a->warnings += missing;
    return true;
}

static uint16_t digest(const uint8_t *p, size_t n)
{
    uint16_t s1 = 1, s2 = 0;
    for (size_t i = 0; i < n; i++) {
        s1 = (uint16_t)((s1 + p[i]) % 251);
        s2 = (uint16_t)((s2 + s1) % 251);
    }
    return (uint16_t)(s2 << 8 | s1);
}

static enum tar_error set_link(struct archive *a, struct entry *e, const uint8_t *p, unsigned size)
{
    char target[PATH_LEN], path[PATH_LEN];
    bool dir;
    if (size == 0 || size >= PATH_LEN)
        return TAR_LINK;
    memcpy(target, p, size);
    target[size] = '\0';
    if (!clean_path(path, target, &dir))
        return TAR_LINK;
    e->link = find(a, path);
    if (e->type == '1') { /* hard link: target must be there, a file */
        if (e->link < 0 || a->e[e->link].type == '5')
            return TAR_LINK;
        if (a->e[e->link].type == '1')
            e->link = a->e[e->link].link;
        e->digest = a->e[e->link].digest;
    } else if (e->link < 0) {
        a->warnings++;
    }
    return TAR_OK;
}

static enum tar_error take_long_name(struct archive *a, const struct header *h)
{
    const uint8_t *p;
    if (a->have_long || h->size < 2 || h->size >= PATH_LEN)
        return TAR_LONG;
    p = take_data(a, h->size);
    if (!p)
        return TAR_SHORT;
    memcpy(a->long_name, p, h->size);
    a->long_name[h->size] = '\0';
    a->have_long = true;
    return TAR_OK;
}

static enum tar_error add_entry(struct archive *a, const struct header *h)
{
    struct entry e;
    bool dir;
    memset(&e, 0, sizeof e);
    e.link = -1;
    e.mode = h->mode & 07777;
    e.size = h->size;
    e.type = h->type == '\0' ? '0' : h->type;
    if (!clean_path(e.path, a->have_long ? a->long_name : h->name, &dir))
        return TAR_PATH;
    a->have_long = false;
    if (e.type == '0' && dir)
        e.type = '5'; /* old archives mark directories by a slash */
    if (!parents_ok(a, e.path))
        return TAR_PATH;
    int old = find(a, e.path);
    if (old >= 0 && (e.type != '0' || a->e[old].type != '0'))
        return TAR_DUP;
    if (old < 0 && a->n == MAX_ENTRIES)
        return TAR_FULL;
    if (e.type == '5' && e.size != 0)
        return TAR_FIELD;
    const uint8_t *p = take_data(a, h->size);
    if (!p)
        return TAR_SHORT;
    if (e.type == '1' || e.type == '2') {
        enum tar_error err = set_link(a, &e, p, h->size);
        if (err != TAR_OK)
            return err;
    } else {
        e.digest = digest(p, h->size);
    }
    if (e.mode & 06000)
        a->warnings++; /* setuid or setgid */
    a->e[old >= 0 ? old : a->n++] = e; /* a later file replaces */
    return TAR_OK;
}

static enum tar_error read_archive(struct archive *a)
{
    struct header h;
    for (;;) {
        enum tar_error err = read_header(a, &h);
        if (err == TAR_END)
            return a->have_long ? TAR_LONG : TAR_OK;
        if (err != TAR_OK)
            return err;
        switch (h.type) {
        case 'L': err = take_long_name(a, &h); break;
        case 'x':
        case 'g': /* extended attributes are skipped */
            err = take_data(a, h.size) ? TAR_OK : TAR_SHORT;
            break;
        case '\0':
        case '0':
        case '1':
        case '2':
        case '5': err = add_entry(a, &h); break;
        default: return TAR_TYPE;
        }
        if (err != TAR_OK)
            return err;
    }
}

static void mode_string(const struct entry *e, char *out)
{
    static const char letters[] = "rwxrwxrwx";
    out[0] = e->type == '5' ? 'd' : e->type == '2' ? 'l' : '-';
    for (int i = 0; i < 9; i++)
        out[i + 1] = e->mode & (0400u >> i) ? letters[i] : '-';
    if (e->mode & 04000)
        out[3] = e->mode & 0100 ? 's' : 'S';
    out[10] = '\0';
}

int main(void)
{
    uint8_t data[ARCHIVE_SIZE];
    static struct archive a;
    char mode[11];
    klee_make_symbolic(data, sizeof data, "archive");

    a.data = data;
    a.len = sizeof data;
    enum tar_error err = read_archive(&a);
    for (int i = 0; i < a.n; i++) {
        mode_string(&a.e[i], mode);
        printf("%s %u %s\n", mode, a.e[i].size, a.e[i].path);
    }
    if (err != TAR_OK)
        return err;
    return a.warnings ? 20 : 0;
}
