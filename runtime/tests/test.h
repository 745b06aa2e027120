/* What the differential tests share. pw_NAME is the runtime's NAME, renamed after
 * compilation; NAME itself is the system's. */
#ifndef TEST_H
#define TEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern long cases;

/* Ends the run with a message. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* text with unprintable bytes escaped, in one of a few rotating buffers. */
const char *show(const void *text, size_t n);

uint32_t draw(void);            /* deterministic random bits */
unsigned below(unsigned n);     /* 0 .. n-1 */
void draw_string(char *to, unsigned most, const char *alphabet);

void expect_number(const char *what, long want, long got);
void expect_text(const char *what, const char *want, const char *got);
void expect_bytes(const char *what, const void *want, const void *got, size_t n);

/* What the host saw and will deliver. */
extern char host_output[3][1 << 16];
extern size_t host_output_length[3];
extern const char *host_input;
extern size_t host_input_length;
extern jmp_buf host_end; /* where exit and abort come back to, with host_code set */
extern int host_code;    /* exit code; -1: abort; -2: assertion; -100 - n: signal n */

/* Declares the runtime's version of a libc function with the system's type. */
#define RUNTIME(name) extern __typeof__(name) pw_##name

int *pw___errno_location(void);
#define pw_errno (*pw___errno_location())

void test_string(void);
void test_ctype(void);
void test_convert(void);
void test_printf(void);
void test_scanf(void);
void test_sort(void);
void test_random(void);
void test_time(void);
void test_stdio(void);
void test_wide(void);
void test_process(void);
void test_getopt(void);

#endif
