// SPDX-License-Identifier: GPL-2.0
// include/spile/ops.h, for other modules.
#include "callback.hh"
#include "base/scan.hh"
#include "core.hh"
#include "glue/module_ref.h"

namespace spile {
namespace {

// Words of a filter text into a list. Errors: invalid (no match), no_memory.
Result<FunctionList> list_of(const char *words)
{
    FunctionList list;
    Text rest(words ? words : "");
    for (Text word = next_word(rest); !word.empty(); word = next_word(rest)) {
        FilterWord parsed = FilterWord::parse(word);
        if (parsed.has_command && !parsed.is_module())
            return Errno::invalid;
        TRY(list.change(core->registry, parsed));
    }
    if (!list.wishes().empty()) // nobody would tell these ops of a module that comes
        return Errno::invalid;
    return list;
}

Result<FilterSet *> set_of(const char *filter, const char *exclude)
{
    FunctionList wanted = TRY(list_of(filter));
    FunctionList unwanted = TRY(list_of(exclude));
    return core->registry.hold(TRY(choice_of(wanted, unwanted)));
}

Callback *callback_of(const spile_ops *ops) { return static_cast<Callback *>(ops->handle); }

void destroy(spile_ops &ops)
{
    Callback *callback = callback_of(&ops);
    ops.handle = nullptr;
    if (callback->set)
        core->registry.release(*callback->set);
    spile_free_percpu(callback->op.percpu);
    Box<Callback> owned(callback);
}

Result<void> prepare(spile_ops &ops)
{
    if (ops.handle)
        return Ok{};
    Box<Callback> callback = TRY(make_box<Callback>());
    callback->user = &ops;
    callback->op.target = callback.get();
    callback->op.kind = ops.func ? OpKind::callback : OpKind::count;
    callback->set = TRY(set_of(ops.filter, ops.exclude));
    ops.handle = callback.release();
    if (!ops.func) {
        callback_of(&ops)->op.percpu = spile_alloc_percpu(sizeof(u64), alignof(u64));
        if (!callback_of(&ops)->op.percpu) {
            destroy(ops);
            return Errno::no_memory;
        }
    }
    return Ok{};
}

Result<void> attach_all(Span<spile_ops *> all)
{
    // One is by far the most common: no list to allocate for it.
    if (all.size() == 1) {
        Callback &callback = *callback_of(all[0]);
        return core->registry.attach(callback.op, *callback.set);
    }
    Vec<Op *> ops;
    Vec<FilterSet *> sets;
    TRY(ops.reserve(all.size()));
    TRY(sets.reserve(all.size()));
    for (spile_ops *one : all) {
        ops.push_reserved(&callback_of(one)->op);
        sets.push_reserved(callback_of(one)->set);
    }
    return core->registry.attach({ops.data(), ops.size()}, {sets.data(), sets.size()});
}

template <typename Fn> void for_each_count(const Callback &callback, Fn fn)
{
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        fn(*reinterpret_cast<u64 *>(static_cast<char *>(callback.op.percpu) +
                                    spile_cpu_offset(cpu)));
}

// Prepared ops keep their counters from one registration to the next.
void forget_hits(Callback &callback)
{
    if (callback.has_counted)
        for_each_count(callback, [](u64 &count) { store_relaxed(count, 0u); });
    callback.has_counted = false;
}

Result<void> register_all(Span<spile_ops *> all)
{
    for (spile_ops *one : all)
        if (one->handle && callback_of(one)->registered)
            return Errno::busy;
    usize ready = 0, held = 0;
    Result<void> done = Ok{};
    while (ready < all.size() && (done = prepare(*all[ready])))
        ++ready;
    while (done && held < all.size()) {
        if (spile_module_get(all[held]->owner))
            ++held;
        else
            done = Errno::no_device;
    }
    if (done) {
        for (spile_ops *one : all)
            forget_hits(*callback_of(one));
        done = attach_all(all);
    }
    if (done) {
        for (spile_ops *one : all)
            callback_of(one)->registered = true;
        return done;
    }
    while (held > 0)
        spile_module_put(all[--held]->owner);
    while (ready > 0)
        if (spile_ops *one = all[--ready]; one->handle && !callback_of(one)->prepared)
            destroy(*one);
    return done;
}

void unregister_all(Span<spile_ops *> all)
{
    Vec<Op *> ops;
    if (ops.reserve(all.size())) {
        for (spile_ops *one : all)
            if (one->handle)
                ops.push_reserved(&callback_of(one)->op);
        core->registry.detach({ops.data(), ops.size()});
    } else {
        // No memory for a list: each with a grace period of its own.
        for (spile_ops *one : all)
            if (one->handle)
                core->registry.detach(callback_of(one)->op);
    }
    for (spile_ops *one : all) {
        if (!one->handle || !callback_of(one)->registered)
            continue;
        callback_of(one)->registered = false;
        callback_of(one)->has_counted = callback_of(one)->op.percpu != nullptr;
        spile_module_put(one->owner);
        if (!callback_of(one)->prepared)
            destroy(*one);
    }
}

int code(const Result<void> &result) { return -static_cast<int>(result.error()); }

Result<void> set_filter(spile_ops &ops, const char *filter, const char *exclude)
{
    if (!ops.handle)
        return Errno::invalid;
    Callback &callback = *callback_of(&ops);
    FilterSet *set = TRY(set_of(filter, exclude));
    if (callback.registered) {
        Result<void> moved = core->registry.move(callback.op, *set);
        if (!moved) {
            core->registry.release(*set);
            return moved;
        }
    }
    core->registry.release(*callback.set);
    callback.set = set;
    ops.filter = filter;
    ops.exclude = exclude;
    return Ok{};
}

} // namespace
} // namespace spile

using namespace spile;

extern "C" {

int spile_register_ops(struct spile_ops *ops) { return code(register_all({&ops, 1})); }

int spile_register_ops_batch(struct spile_ops **ops, unsigned int count)
{
    return code(register_all({ops, count}));
}

void spile_unregister_ops(struct spile_ops *ops) { unregister_all({&ops, 1}); }

void spile_unregister_ops_batch(struct spile_ops **ops, unsigned int count)
{
    unregister_all({ops, count});
}

int spile_prepare_ops(struct spile_ops *ops)
{
    Result<void> done = prepare(*ops);
    if (done)
        callback_of(ops)->prepared = true;
    return code(done);
}

void spile_forget_ops(struct spile_ops *ops)
{
    if (!ops->handle)
        return;
    callback_of(ops)->prepared = false;
    if (!callback_of(ops)->registered)
        destroy(*ops);
}

int spile_set_ops_filter(struct spile_ops *ops, const char *filter, const char *exclude)
{
    return code(set_filter(*ops, filter, exclude));
}

unsigned long long spile_ops_hits(const struct spile_ops *ops)
{
    if (!ops->handle || !callback_of(ops)->op.percpu)
        return 0;
    u64 hits = 0;
    for_each_count(*callback_of(ops), [&](u64 &count) { hits += load_relaxed(count); });
    return hits;
}

} // extern "C"
