/* getopt, getopt_long and getopt_long_only with glibc's behaviour: arguments that
 * are no options are moved behind the options, unless the option string starts with
 * '+' or '-' or POSIXLY_CORRECT is set. */
#include "pathweave_libc.h"

struct option {
    const char *name;
    int has_arg; /* 0 no, 1 required, 2 optional */
    int *flag;
    int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { PERMUTE, STOP, IN_ORDER };

static const char *cluster; /* the rest of "-abc" */
/* argv[first .. last) are the non-options skipped so far. */
static int first, last, started;

char *getenv(const char *name);

/* Moves the options read since behind the skipped arguments in front of them. */
static void exchange(char **argv) {
    while (last < optind && first < last) {
        char *option = argv[last];
        for (int i = last; i > first; i--) argv[i] = argv[i - 1];
        argv[first] = option;
        first++;
        last++;
    }
    first += optind - last;
    last = optind;
}

static int is_option(const char *s) { return s[0] == '-' && s[1] != 0; }

static void skip_arguments(int argc, char **argv) {
    if (first != last && last != optind)
        exchange(argv);
    else if (last != optind)
        first = optind;
    while (optind < argc && !is_option(argv[optind])) optind++;
    last = optind;
}

/* Moves on to the next option. 1 when there is one, 0 with the result in *result. */
static int find_option(int argc, char **argv, enum order order, int *result) {
    if (last > optind) last = optind;
    if (first > optind) first = optind;
    if (order == PERMUTE) skip_arguments(argc, argv);
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        if (first != last && last != optind)
            exchange(argv);
        else if (first == last)
            first = optind;
        last = optind = argc;
    }
    *result = -1;
    if (optind >= argc) {
        if (first != last) optind = first;
        return 0;
    }
    if (is_option(argv[optind])) return 1;
    if (order == IN_ORDER) {
        optarg = argv[optind++];
        *result = 1;
    }
    return 0;
}

static int missing(const char *options) { return options[0] == ':' ? ':' : '?'; }

static int short_option(int argc, char **argv, const char *options, int quiet) {
    char c = *cluster++;
    const char *known = c == ':' || c == ';' ? NULL : strchr(options, c);
    if (!*cluster) optind++;
    if (!known) {
        if (!quiet) fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        optopt = c;
        return '?';
    }
    if (known[1] != ':') return c;
    if (*cluster) {
        optarg = (char *)cluster;
        optind++;
    } else if (known[2] != ':') {
        if (optind == argc) {
            if (!quiet) fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            optopt = c;
            cluster = NULL;
            return missing(options);
        }
        optarg = argv[optind++];
    }
    cluster = NULL;
    return c;
}

/* The option that name (n characters) means: exact, or the only one it begins. */
static const struct option *match_long(const struct option *longs, const char *name, size_t n,
                                       int *ambiguous) {
    const struct option *found = NULL;
    *ambiguous = 0;
    for (const struct option *o = longs; o->name; o++) {
        if (strncmp(o->name, name, n) != 0) continue;
        if (o->name[n] == 0) {
            *ambiguous = 0;
            return o;
        }
        if (!found)
            found = o;
        else if (found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val)
            *ambiguous = 1;
    }
    return found;
}

static int long_option(int argc, char **argv, const char *options, const struct option *longs,
                       int *index, int quiet, const char *prefix, int only) {
    size_t n = strcspn(cluster, "=");
    int ambiguous;
    const struct option *o = match_long(longs, cluster, n, &ambiguous);
    const char *given = cluster;
    if (!o && only && argv[optind][1] != '-' && strchr(options, *cluster)) return -1;
    optind++;
    cluster = NULL;
    if (!o || ambiguous) {
        if (!quiet)
            fprintf(stderr,
                    ambiguous ? "%s: option '%s%s' is ambiguous\n"
                              : "%s: unrecognized option '%s%s'\n",
                    argv[0], prefix, given);
        optopt = 0;
        return '?';
    }
    if (given[n]) {
        if (o->has_arg == 0) {
            if (!quiet)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], prefix,
                        o->name);
            optopt = o->val;
            return '?';
        }
        optarg = (char *)given + n + 1;
    } else if (o->has_arg == 1) {
        if (optind >= argc) {
            if (!quiet)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], prefix,
                        o->name);
            optopt = o->val;
            return missing(options);
        }
        optarg = argv[optind++];
    }
    if (index) *index = (int)(o - longs);
    if (!o->flag) return o->val;
    *o->flag = o->val;
    return 0;
}

static int next_option(int argc, char **argv, const char *options, const struct option *longs,
                       int *index, int only) {
    if (argc < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !started) {
        if (optind == 0) optind = 1;
        first = last = optind;
        cluster = NULL;
        started = 1;
    }
    enum order order = getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
    if (*options == '-' || *options == '+') order = *options++ == '-' ? IN_ORDER : STOP;
    int quiet = !opterr || *options == ':';
    if (!cluster || !*cluster) {
        int result;
        if (!find_option(argc, argv, order, &result)) return result;
        const char *text = argv[optind];
        if (longs && text[1] == '-') {
            cluster = text + 2;
            return long_option(argc, argv, options, longs, index, quiet, "--", only);
        }
        cluster = text + 1;
        if (longs && only && (text[2] || !strchr(options, text[1]))) {
            int r = long_option(argc, argv, options, longs, index, quiet, "-", only);
            if (r != -1) return r;
        }
    }
    return short_option(argc, argv, options, quiet);
}

int getopt(int argc, char *const argv[], const char *options) {
    return next_option(argc, (char **)argv, options, NULL, NULL, 0);
}

int __posix_getopt(int argc, char *const argv[], const char *options) {
    return next_option(argc, (char **)argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs,
                int *index) {
    return next_option(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options,
                     const struct option *longs, int *index) {
    return next_option(argc, (char **)argv, options, longs, index, 1);
}
