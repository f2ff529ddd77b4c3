// SPDX-License-Identifier: GPL-2.0
// How tests steer the fakes behind include/glue, and what the fakes have seen.
// reset() puts all of them back to how they start; what the core still holds of
// them is then the test's affair.
//
// fakes/*.cc run on the host and in the kernel. fakes/host/*.cc are for the host
// alone: the kernel has memory, locks and so on of its own, and some knobs less.
#pragma once

#include "base/span.hh"
#include "base/types.hh"
#include "glue/events.h"
#include "glue/fs.h"
#include "glue/fs_pages.h"
#include "glue/kernel.h"

namespace spile::fakes {

void reset();

// --- memory.h. In the kernel nothing is known and nothing can be made to fail.
#ifdef SPILE_HOST
constexpr bool memory_is_fake = true;
// The nth allocation from now on fails, counted from 1; with `onwards` all after it
// too. 0: none fails any more.
void fail_allocation(usize nth, bool onwards = false);
// Since the last fail_allocation() of another number than 0.
usize allocations();
usize failed_allocations();
// Pieces of memory, per-CPU ones included, that are not freed.
usize live_memory();
#else
constexpr bool memory_is_fake = false;
inline void fail_allocation(usize, bool = false) {}
inline usize allocations() { return 0; }
inline usize failed_allocations() { return 0; }
inline usize live_memory() { return 0; }
#endif

// --- cpus.h
// Stands in for spile_run_on_cpu(); null: the caller does it himself.
using RunOnCpu = int (*)(unsigned cpu, int (*call)(void *context), void *context);
void on_run_on_cpu(RunOnCpu run);

// --- grace.h
usize grace_periods();
// Runs in each spile_wait_for_hits(); null: nothing.
void on_grace(void (*hook)(void *context), void *context = nullptr);
usize reaps_wanted();
// What the worker would do now: spile_reap() for each that was asked for.
void run_reaps();

// --- clock.h: each reading of a clock is 1 ns later than the last one of any; the clocks
// are `clock_distance` apart, in the order of their numbers, local at set_clock()'s.
void set_clock(u64 now_ns);
void freeze_clock(u64 now_ns); // readings differ no more, until the next set_clock()
constexpr u64 clock_distance = 1000000000000;
void set_clock_stable(bool stable); // it is
// What spile_clock_cycles() leads to on the CPU of spile_cpu_hold(). Null: nothing.
void set_cycles(const void *cycles);

// --- kernel.h: one like 6.1, to be changed.
spile_kernel_facts &kernel();

// --- task.h, stack.h
void set_task_context(u64 context);
void set_stack(const uptr *entries, u32 depth);
void set_user_stack(const uptr *entries, u32 depth, u32 tgid);
usize programs(); // got and not put

// --- names.h: a task that lives; its name was noted, or not; 0: its thread group was not.
void name_task(u32 pid, const char *comm, bool noted = true, u32 tgid = 0);
usize name_users();
usize tgid_users();

// --- current.h
void set_current(unsigned cpu, const char *comm);

// --- strings.h: a table that the test keeps; all other addresses fault.
struct FakeString {
    uptr address;
    bool user;
    const char *text;
};
void set_strings(Span<const FakeString> table);
// Runs in each fetch, as an interrupt in the middle of it would; null: nothing.
void on_fetch(void (*hook)(void *context), void *context = nullptr);

// --- symbols.h, sites.h: a table that the test keeps.
struct Symbol {
    uptr address;
    usize size;
    const char *name;
    const char *module_name = ""; // the kernel itself
    const void *module = nullptr;
    bool traceable = true;
};
void set_symbols(Span<const Symbol> symbols);

// --- hit.h
bool gate_is_open();
bool gate_is_everything();
bool gate_has(uptr address);
usize gate_size();
usize gate_changes(); // calls that changed something
// The nth call that may fail, counted from 1, returns `error` (-errno). 0: none does.
void fail_gate(usize nth, int error);
// A call of the function at `ip`, on `cpu` in a context (0 task, 1 softirq, 2 IRQ,
// 3 NMI): reaches the core when its site is patched.
void call(uptr ip, unsigned cpu, unsigned level = 0, uptr parent_ip = 0);

// --- sched.h
usize sched_hooks();
void fail_sched_hooks(int error);
constexpr u32 cpu_is_offline = ~0u; // as a pid: nothing runs there
void set_running(unsigned cpu, u32 pid);

// --- defer.h
usize deferred_waiting();
void run_deferred();

// --- module_ref.h
int module_references(const void *module);
void set_module_going(const void *module, bool going);

// --- wait.h
usize wakes();

// --- fs.h: what users do. Paths from the root, without a leading '/'; 0 or -errno.
spile_node *node_at(Text path); // null: there is none
unsigned node_mode(const spile_node *node);
int make_directory(Text path);
int remove_directory(Text path);

// One open file.
class UserFile {
  public:
    UserFile() = default;
    ~UserFile() { close(); }
    UserFile(const UserFile &) = delete;
    UserFile &operator=(const UserFile &) = delete;

    int open(Text path, unsigned flags); // SPILE_OPEN_*
    // Bytes, or -errno: -ENODEV when the node was removed meanwhile.
    long read(char *buffer, usize room);
    // May be short, as write(2).
    long write(Text bytes);
    // From memory that is not there.
    long write_fault();
    // Of a stream: a read would not sleep.
    bool readable();
    bool polls() { return spile_session_always_polls(session_) || readable(); }
    void seek(u64 position) { position_ = position; }
    // What close(2) returns to the last user of an open file.
    int close();
    spile_wait *readers() const { return stream_; }
    // For calls of glue/fs_pages.h.
    void *session() const { return session_; }
    bool gives_pages() const { return gives_pages_; }

    // For the fake file system.
    UserFile *next() const { return next_; }
    void take_away();

  private:
    void forget();
    spile_node *node_ = nullptr;
    void *session_ = nullptr;
    bool writing_ = false;
    usize room_ = 0;
    spile_wait *stream_ = nullptr;
    bool gives_pages_ = false;
    u64 position_ = 0;
    UserFile *next_ = nullptr;
};

// --- fs_pages.h: one user's mapping, in pages of 4096 bytes.
} // namespace spile::fakes
struct spile_mapping {
    const void *pages[256];
    unsigned count;
    unsigned room; // the page behind these cannot be mapped: no memory
};
namespace spile::fakes {
// --- events.h
struct EventShape {
    const char *print_fmt;
    Span<const spile_event_field> fields;
    u32 bytes = 8;
    u64 values = 0, strings = 0;
};
// `shape` is to stay.
spile_event make_event(const char *system, const char *name, const EventShape &shape);
struct EventValue {
    const char *system, *name;
    long value;
};
void set_event_values(Span<const EventValue> values);
void set_printk_formats(Span<const char *const> strings);

// --- log.h: the first 8 KiB, "error: " before those of spile_log_error().
Text logged();
void forget_log();

} // namespace spile::fakes
