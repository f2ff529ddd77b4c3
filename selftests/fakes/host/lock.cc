// SPDX-License-Identifier: GPL-2.0
// A mutex that ends the program on misuse.
#include "glue/lock.h"

#include <pthread.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned long alive = 0x616c697665;

struct Checked {
    unsigned long magic;
    pthread_mutex_t mutex;
};
static_assert(sizeof(Checked) <= sizeof(spile_mutex));

Checked &checked(spile_mutex *mutex)
{
    auto *made = reinterpret_cast<Checked *>(mutex);
    if (made->magic != alive) {
        std::fputs("a mutex that is not initialised, or destroyed\n", stderr);
        std::abort();
    }
    return *made;
}

void must(int rc, const char *what)
{
    if (!rc)
        return;
    std::fprintf(stderr, "mutex misused: %s: error %d\n", what, rc);
    std::abort();
}

} // namespace

extern "C" {

void spile_mutex_init(spile_mutex *mutex, const char *)
{
    auto *made = reinterpret_cast<Checked *>(mutex);
    pthread_mutexattr_t attributes;
    must(pthread_mutexattr_init(&attributes), "init");
    must(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK), "init");
    must(pthread_mutex_init(&made->mutex, &attributes), "init");
    must(pthread_mutexattr_destroy(&attributes), "init");
    made->magic = alive;
}

void spile_mutex_destroy(spile_mutex *mutex)
{
    must(pthread_mutex_destroy(&checked(mutex).mutex), "destroy");
    checked(mutex).magic = 0;
}

void spile_mutex_lock(spile_mutex *mutex) { must(pthread_mutex_lock(&checked(mutex).mutex), "lock"); }

void spile_mutex_unlock(spile_mutex *mutex)
{
    must(pthread_mutex_unlock(&checked(mutex).mutex), "unlock");
}

} // extern "C"
