// SPDX-License-Identifier: GPL-2.0
// CPUs that all are there, but on the host the one that memory.cc says is not possible.
#include "glue/cpus.h"

#include "glue/memory.h"
#include "selftests/fakes/fakes.hh"

namespace {
spile::fakes::RunOnCpu run_elsewhere = nullptr;
} // namespace

void spile::fakes::on_run_on_cpu(RunOnCpu run) { run_elsewhere = run; }

extern "C" {

void spile_cpus_hold(void) {}
void spile_cpus_release(void) {}

// Most tests change a ring from the thread that writes.
int spile_run_on_cpu(unsigned int cpu, int (*call)(void *context), void *context)
{
    return run_elsewhere ? run_elsewhere(cpu, call, context) : call(context);
}

struct spile_cpu_watch {};

struct spile_cpu_watch *spile_cpu_watch_create(int (*come)(void *context, unsigned int cpu),
                                               void *context, int *error)
{
    auto *watch = static_cast<spile_cpu_watch *>(spile_alloc(sizeof(spile_cpu_watch)));
    *error = watch ? 0 : -12;
    for (unsigned cpu = 0; !*error && cpu < spile_cpu_limit(); ++cpu)
        if (spile_cpu_online(cpu))
            *error = come(context, cpu);
    if (!*error)
        return watch;
    spile_free(watch);
    return nullptr;
}

void spile_cpu_watch_destroy(struct spile_cpu_watch *watch) { spile_free(watch); }

} // extern "C"
