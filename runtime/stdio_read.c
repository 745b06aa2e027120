/* Character and line input. */
#include "pathweave_libc.h"

int fgetc(FILE *f) { return __pw_get(f); }
int getc(FILE *f) { return __pw_get(f); }
int _IO_getc(FILE *f) { return __pw_get(f); }
int fgetc_unlocked(FILE *f) { return __pw_get(f); }
int getc_unlocked(FILE *f) { return __pw_get(f); }
int getchar(void) { return __pw_get(stdin); }
int getchar_unlocked(void) { return __pw_get(stdin); }

char *fgets(char *s, int n, FILE *f) {
    if (n <= 0) return NULL;
    int i = 0, c = 0, errors = f->flags & FILE_ERR;
    while (i < n - 1 && c != '\n') {
        c = __pw_get(f);
        if (c == EOF) break;
        s[i++] = (char)c;
    }
    if (n > 1 && i == 0) return NULL;
    if (c == EOF && !errors && (f->flags & FILE_ERR)) return NULL;
    s[i] = 0;
    return s;
}

char *fgets_unlocked(char *s, int n, FILE *f) { return fgets(s, n, f); }

size_t fread_unlocked(void *p, size_t size, size_t n, FILE *f) { return fread(p, size, n, f); }

int getw(FILE *f) {
    int v;
    return fread(&v, sizeof v, 1, f) == 1 ? v : EOF;
}

static ssize_t read_until(char **line, size_t *room, int end, FILE *f) {
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!*line || *room == 0) {
        free(*line);
        *line = malloc(120);
        if (!*line) return -1;
        *room = 120;
    }
    size_t n = 0;
    int c;
    do {
        c = __pw_get(f);
        if (c == EOF) break;
        if (n + 2 > *room) {
            char *larger = realloc(*line, 2 * *room + 2);
            if (!larger) return -1;
            *line = larger;
            *room = 2 * *room + 2;
        }
        (*line)[n++] = (char)c;
    } while (c != end);
    if (n == 0) return -1;
    (*line)[n] = 0;
    return (ssize_t)n;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict f) {
    return read_until(line, room, end, f);
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict f) {
    return read_until(line, room, end, f);
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict f) {
    return read_until(line, room, '\n', f);
}
