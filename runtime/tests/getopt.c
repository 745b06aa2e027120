/* getopt and getopt_long on random command lines: results, optarg, optind and the
 * final order of the arguments. */
#include "test.h"

#include <getopt.h>
#include <unistd.h>

RUNTIME(getopt); RUNTIME(getopt_long);
extern char *pw_optarg;
extern int pw_optind, pw_opterr, pw_optopt;

static const struct option longs[] = {
    {"help", no_argument, NULL, 'h'},     {"file", required_argument, NULL, 'f'},
    {"color", optional_argument, NULL, 1}, {"filter", no_argument, NULL, 2}, {NULL, 0, NULL, 0},
};

static void run(int argc, char **want, char **got, const char *options, int use_long) {
    optind = pw_optind = 0;
    opterr = pw_opterr = 0;
    for (;;) {
        int index1 = -1, index2 = -1;
        int r = use_long ? getopt_long(argc, want, options, longs, &index1)
                         : getopt(argc, want, options);
        int s = use_long ? pw_getopt_long(argc, got, options, longs, &index2)
                         : pw_getopt(argc, got, options);
        expect_number("getopt", r, s);
        expect_number("optind", optind, pw_optind);
        expect_number("long index", index1, index2);
        if (r == -1) break;
        expect_text("optarg", optarg, pw_optarg);
        if (r == '?' || r == ':') expect_number("optopt", optopt, pw_optopt);
    }
    for (int i = 0; i < argc; i++) expect_text("argv", want[i], got[i]);
}

void test_getopt(void) {
    static const char *const words[] = {"-a", "-b", "-bval", "-ab", "-c", "-cx", "--", "-", "file",
                                        "other", "-z", "--help", "--file", "--file=x", "--color",
                                        "--color=red", "--fil", "--he", "--nope", "--help=1", "-abx"};
    static const char *const options[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::"};
    unsetenv("POSIXLY_CORRECT");
    for (int i = 0; i < 4000; i++) {
        char *want[10] = {"prog"}, *got[10] = {"prog"};
        int argc = 1 + (int)below(7);
        for (int k = 1; k < argc; k++)
            want[k] = got[k] = (char *)words[below(sizeof words / sizeof *words)];
        run(argc, want, got, options[i % 4], i / 4 % 2);
    }
}
