/* fmemopen and open_memstream: streams over memory. */
#include "pathweave_libc.h"

FILE *fmemopen(void *buf, size_t size, const char *mode) {
    int flags = __pw_mode_flags(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    FILE *f = __pw_new_file(flags);
    if (!f) return NULL;
    f->kind = FILE_FIXED;
    f->fd = -1;
    f->memory = buf ? buf : calloc(1, size ? size : 1);
    f->owns_memory = buf == NULL;
    f->room = size;
    if (!f->memory) {
        free(f);
        return NULL;
    }
    if (flags & O_TRUNC) {
        if (size > 0) f->memory[0] = 0;
    } else if (buf) {
        /* Reading sees the whole buffer; appending starts at its first NUL. */
        f->size = *mode == 'r' ? size : length_within(f->memory, size);
    }
    if (flags & O_APPEND) f->pos = f->size;
    return f;
}

FILE *open_memstream(char **text, size_t *length) {
    FILE *f = __pw_new_file(O_WRONLY);
    if (!f) return NULL;
    f->kind = FILE_GROWING;
    f->fd = -1;
    f->room = 64;
    f->memory = calloc(1, f->room);
    if (!f->memory) {
        free(f);
        return NULL;
    }
    f->memory_out = text;
    f->size_out = length;
    *text = f->memory;
    *length = 0;
    return f;
}
