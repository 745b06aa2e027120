/* The environment. The interpreter stores the first array in environ; the first
 * change replaces it by one of our own, found again through own. */
#include "pathweave_libc.h"

static char *none[1];
char **environ = none;
extern char **__environ __attribute__((alias("environ")));
extern char **_environ __attribute__((alias("environ")));

static char **own;
static size_t own_room;

/* Index of NAME=..., or the number of entries. */
static size_t find(const char *name, size_t length, int *found) {
    size_t i = 0;
    *found = 0;
    for (; environ && environ[i]; i++)
        if (strncmp(environ[i], name, length) == 0 && environ[i][length] == '=') {
            *found = 1;
            break;
        }
    return i;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    int found;
    size_t i = find(name, length, &found);
    return found ? environ[i] + length + 1 : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* Makes environ an array of ours with room for one more entry after n. */
static int make_room(size_t n) {
    if (own && environ == own && n + 2 <= own_room) return 0;
    size_t room = 2 * n + 16;
    char **larger = __pathweave_alloc(room * sizeof *larger, 16, 1);
    if (!larger) {
        errno = ENOMEM;
        return -1;
    }
    if (n > 0) __pathweave_memcpy(larger, environ, n * sizeof *larger);
    if (own) __pathweave_free(own);
    own = environ = larger;
    own_room = room;
    return 0;
}

static int store(size_t i, int found, char *entry) {
    if (!found) {
        if (make_room(i) != 0) return -1;
        environ[i + 1] = NULL;
    }
    environ[i] = entry;
    return 0;
}

static int is_bad_name(const char *name) {
    if (name && *name && !strchr(name, '=')) return 0;
    errno = EINVAL;
    return 1;
}

int setenv(const char *name, const char *value, int replace) {
    if (is_bad_name(name)) return -1;
    int found;
    size_t length = strlen(name), i = find(name, length, &found);
    if (found && !replace) return 0;
    char *entry = malloc(length + strlen(value) + 2);
    if (!entry) return -1;
    char *end = copy_string(entry, name);
    *end = '=';
    strcpy(end + 1, value);
    return store(i, found, entry);
}

static int forget(const char *name) {
    if (is_bad_name(name)) return -1;
    int found;
    size_t length = strlen(name), i = find(name, length, &found);
    while (found) {
        for (; environ[i]; i++) environ[i] = environ[i + 1];
        i = find(name, length, &found);
    }
    return 0;
}

int unsetenv(const char *name) { return forget(name); }

int putenv(char *entry) {
    char *equals = strchr(entry, '=');
    if (!equals) return forget(entry);
    int found;
    size_t i = find(entry, (size_t)(equals - entry), &found);
    return store(i, found, entry);
}

int clearenv(void) {
    environ = NULL;
    return 0;
}
