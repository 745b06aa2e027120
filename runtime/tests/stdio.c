/* Streams: the same random operations on two files and on memory streams, one through
 * glibc, one through the runtime; results, positions and contents must agree. */
#include "test.h"

#include <fcntl.h>
#include <unistd.h>

RUNTIME(fopen); RUNTIME(fclose); RUNTIME(fgetc); RUNTIME(ungetc); RUNTIME(fgets); RUNTIME(fread);
RUNTIME(fwrite); RUNTIME(fputs); RUNTIME(fputc); RUNTIME(fprintf); RUNTIME(fseek); RUNTIME(ftell);
RUNTIME(rewind); RUNTIME(feof); RUNTIME(ferror); RUNTIME(clearerr); RUNTIME(getline);
RUNTIME(getdelim); RUNTIME(free); RUNTIME(fmemopen); RUNTIME(open_memstream); RUNTIME(fflush);
RUNTIME(freopen); RUNTIME(fdopen); RUNTIME(fileno); RUNTIME(getchar); RUNTIME(read);
RUNTIME(open); RUNTIME(close); RUNTIME(write); RUNTIME(lseek); RUNTIME(tmpfile); RUNTIME(fgetpos);
RUNTIME(fsetpos);
int pw___isoc99_fscanf(FILE *f, const char *fmt, ...);
extern FILE *pw_stdin, *pw_stdout;

/* Our FILE and the system's are different things under one name. */
struct pair {
    FILE *want, *got;
    char **want_line, **got_line;
    size_t *want_room, *got_room;
    const char *mode;
};

static void read_some(struct pair *p) {
    char a[600], b[600];
    int n = (int)below(below(4) ? 20 : 600), x = 0, y = 0;
    memset(a, '#', sizeof a);
    memset(b, '#', sizeof b);
    switch (below(6)) {
        case 0: expect_number("fgetc", fgetc(p->want), pw_fgetc(p->got)); break;
        case 1: {
            char *r = fgets(a, n, p->want), *s = pw_fgets(b, n, p->got);
            expect_number("fgets", r == a, s == b);
            if (r) expect_text("fgets", a, b);
            break;
        }
        case 2:
            expect_number("fread", (long)fread(a, 3, (size_t)n / 3, p->want),
                          (long)pw_fread(b, 3, (size_t)n / 3, p->got));
            expect_bytes("fread", a, b, sizeof a);
            break;
        case 3: {
            long r = getline(p->want_line, p->want_room, p->want);
            expect_number("getline", r, pw_getline(p->got_line, p->got_room, p->got));
            if (r > 0) expect_text("getline", *p->want_line, *p->got_line);
            break;
        }
        case 4: {
            int c = fgetc(p->want);
            expect_number("fgetc", c, pw_fgetc(p->got));
            if (c != EOF) {
                expect_number("ungetc", ungetc('u', p->want), pw_ungetc('u', p->got));
                expect_number("ungetc'd", fgetc(p->want), pw_fgetc(p->got));
            }
            break;
        }
        default:
            expect_number("fscanf", fscanf(p->want, "%d", &x), pw___isoc99_fscanf(p->got, "%d", &y));
            expect_number("fscanf", x, y);
            break;
    }
}

static void write_some(struct pair *p) {
    char text[64];
    draw_string(text, 60, "abc 12\n");
    int n = (int)draw();
    switch (below(4)) {
        case 0: expect_number("fputc", fputc(n & 127, p->want), pw_fputc(n & 127, p->got)); break;
        case 1:
            expect_number("fputs", fputs(text, p->want) >= 0, pw_fputs(text, p->got) >= 0);
            break;
        case 2:
            expect_number("fwrite", (long)fwrite(text, 1, strlen(text), p->want),
                          (long)pw_fwrite(text, 1, strlen(text), p->got));
            break;
        default:
            expect_number("fprintf", fprintf(p->want, "%d|%s\n", n, text),
                          pw_fprintf(p->got, "%d|%s\n", n, text));
            break;
    }
}

static void seek(struct pair *p, long size) {
    int whence = (int)below(3);
    /* glibc counts from the end of the file after a read in this mode. */
    if (whence == SEEK_CUR && strcmp(p->mode, "a+") == 0) whence = SEEK_SET;
    long off = whence == SEEK_SET ? (long)below((unsigned)size + 1)
                                  : (long)below(40) - (whence == SEEK_END ? 40 : 20);
    char what[64];
    sprintf(what, "ftell after fseek(%ld, %d) in mode %s", off, whence, p->mode);
    expect_number("fseek", fseek(p->want, off, whence), pw_fseek(p->got, off, whence));
    expect_number(what, ftell(p->want), pw_ftell(p->got));
}

static void state(struct pair *p) {
    expect_number("feof", feof(p->want) != 0, pw_feof(p->got));
    expect_number("ferror", ferror(p->want) != 0, pw_ferror(p->got));
}

static void operate(struct pair *p, int reads, int writes, int steps, long size) {
    for (int i = 0; i < steps; i++) {
        if (below(5) == 0) {
            seek(p, size);
        } else if (reads && (!writes || below(2))) {
            read_some(p);
            if (writes) seek(p, size);
        } else if (writes) {
            write_some(p);
            if (reads) seek(p, size);
        }
        state(p);
        expect_number("ftell", ftell(p->want), pw_ftell(p->got));
        if (below(10) == 0) {
            clearerr(p->want);
            pw_clearerr(p->got);
        }
    }
}

static size_t contents(const char *path, char *to, size_t room) {
    int fd = open(path, O_RDONLY);
    ssize_t n = read(fd, to, room);
    close(fd);
    return n < 0 ? 0 : (size_t)n;
}

static void files(void) {
    static char a[100000], b[100000];
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "rb", "a+", "r"};
    for (int i = 0; i < 400; i++) {
        const char *mode = modes[i % 8];
        size_t n = below(i % 3 ? 300 : 9000);
        for (size_t k = 0; k < n; k++) a[k] = "abc 12345\n"[below(10)];
        FILE *f = fopen("want", "w"), *g = fopen("got", "w");
        fwrite(a, 1, n, f);
        fwrite(a, 1, n, g);
        fclose(f);
        fclose(g);
        char *line1 = NULL, *line2 = NULL;
        size_t room1 = 0, room2 = 0;
        struct pair p = {fopen("want", mode), pw_fopen("got", mode), &line1, &line2, &room1, &room2,
                         mode};
        if (!p.want || !p.got) fail("fopen in mode %s", mode);
        int reads = mode[0] == 'r' || mode[1] == '+', writes = mode[0] != 'r' || mode[1] == '+';
        if (mode[0] == 'a' && reads) seek(&p, (long)n);
        operate(&p, reads, writes, 40, (long)n);
        expect_number("fclose", fclose(p.want), pw_fclose(p.got));
        free(line1);
        pw_free(line2);
        size_t x = contents("want", a, sizeof a), y = contents("got", b, sizeof b);
        expect_number("size of the file", (long)x, (long)y);
        expect_bytes("contents of the file", a, b, x);
    }
}

static void memory_streams(void) {
    for (int i = 0; i < 200; i++) {
        char *a, *b, text[64];
        size_t n, m;
        FILE *f = open_memstream(&a, &n), *g = pw_open_memstream(&b, &m);
        for (int k = (int)below(30); k >= 0; k--) {
            draw_string(text, 60, "xyz\n");
            fputs(text, f);
            pw_fputs(text, g);
        }
        fclose(f);
        pw_fclose(g);
        expect_number("open_memstream", (long)n, (long)m);
        expect_text("open_memstream", a, b);
        free(a);
        pw_free(b);
        draw_string(text, 60, "12 ab\n");
        if (!*text) continue;
        char *line1 = NULL, *line2 = NULL;
        size_t room1 = 0, room2 = 0;
        struct pair p = {fmemopen(text, strlen(text), "r"), pw_fmemopen(text, strlen(text), "r"),
                         &line1, &line2, &room1, &room2, "r"};
        for (int k = 0; k < 20; k++) {
            read_some(&p);
            state(&p);
        }
        fclose(p.want);
        pw_fclose(p.got);
        free(line1);
        pw_free(line2);
        char out[16];
        memset(out, '#', sizeof out);
        g = pw_fmemopen(out, sizeof out, "w");
        pw_fprintf(g, "%d", 12345);
        pw_fclose(g);
        expect_text("fmemopen for writing", "12345", out);
    }
}

static void failures(void) {
    errno = pw_errno = 0;
    expect_number("fopen of nothing", 1, pw_fopen("no/such/file", "r") == NULL);
    expect_number("errno", ENOENT, pw_errno);
    expect_number("fopen in no mode", 1, pw_fopen("want", "q") == NULL);
    expect_number("errno", EINVAL, pw_errno);
    expect_number("fopen x", 1, pw_fopen("want", "wx") == NULL);
    expect_number("errno", EEXIST, pw_errno);
    FILE *f = pw_fopen("want", "r");
    expect_number("write to a reader", EOF, pw_fputc('x', f));
    expect_number("errno", EBADF, pw_errno);
    expect_number("ferror", 1, pw_ferror(f));
    expect_number("fileno", 1, pw_fileno(f) > 2);
    pw_fclose(f);
    expect_number("tmpfile", 1, pw_tmpfile() == NULL);
    int fd = pw_open("want", O_RDWR | O_CREAT | O_TRUNC, 0600);
    expect_number("write", 3, pw_write(fd, "abc", 3));
    expect_number("lseek", 1, pw_lseek(fd, 1, SEEK_SET));
    char c[4];
    expect_number("read", 2, pw_read(fd, c, 4));
    f = pw_fdopen(fd, "r");
    pw_rewind(f);
    expect_number("fdopen", 'a', pw_fgetc(f));
    fpos_t at;
    pw_fgetpos(f, &at);
    pw_fgetc(f);
    pw_fsetpos(f, &at);
    expect_number("fsetpos", 'b', pw_fgetc(f));
    pw_fclose(f);
    expect_number("close", -1, pw_close(fd));
    expect_number("errno", EBADF, pw_errno);
}

/* The fields glibc's inline getc_unlocked and putc_unlocked use must be in place. */
static void inline_access(void) {
    host_input = "zy";
    host_input_length = 2;
    pw_clearerr(pw_stdin);
    expect_number("getchar", 'z', pw_getchar());
    expect_number("_IO_read_ptr", 'y', *(char *)pw_stdin->_IO_read_ptr);
    expect_number("_IO_read_end", 1, pw_stdin->_IO_read_end - pw_stdin->_IO_read_ptr);
    expect_number("getchar", 'y', pw_getchar());
    expect_number("getchar", EOF, pw_getchar());
    expect_number("_flags", 0x10, pw_stdin->_flags & 0x30);
    expect_number("_IO_write_ptr", 1, pw_stdout->_IO_write_ptr >= pw_stdout->_IO_write_end);
}

void test_stdio(void) {
    files();
    memory_streams();
    failures();
    inline_access();
}
