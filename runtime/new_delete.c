/* new and delete of C++, by the names that the Itanium ABI gives them, so that C with classes runs.
 * There are no exceptions: a new that gets no memory ends the program. */
#include "pathweave_libc.h"

static void *made(size_t n) {
    void *p = malloc(n ? n : 1);
    if (!p) abort();
    return p;
}

/* operator new and new[] */
void *_Znwm(size_t n) { return made(n); }
void *_Znam(size_t n) { return made(n); }

/* operator delete and delete[], alone and with the size */
void _ZdlPv(void *p) { free(p); }
void _ZdaPv(void *p) { free(p); }
void _ZdlPvm(void *p, size_t n) { (void)n; free(p); }
void _ZdaPvm(void *p, size_t n) { (void)n; free(p); }

/* what the descriptions of classes point to; only dynamic_cast and exceptions look there */
const void *_ZTVN10__cxxabiv117__class_type_infoE[3];
const void *_ZTVN10__cxxabiv120__si_class_type_infoE[3];
const void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[3];

/* which library an atexit function is of: there is one */
void *__dso_handle;

/* what an abstract class has in the place of a function */
void __cxa_pure_virtual(void) { abort(); }
