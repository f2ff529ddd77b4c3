// SPDX-License-Identifier: GPL-2.0
#include "tracer/function.hh"

namespace spile {

FunctionTracer::FunctionTracer(Registry &registry, TraceTarget &target) : registry_(registry)
{
    op_.target = &target;
}

// The direction stays what it is as long as the op is there.
Result<void> FunctionTracer::start(FilterSet &set)
{
    const auto &target = *static_cast<const TraceTarget *>(op_.target);
    op_.kind = target.direction() == Direction::forward ? OpKind::function
                                                        : OpKind::function_backward;
    return registry_.attach(op_, set);
}

Result<void> FunctionTracer::retarget(FilterSet &set)
{
    return running() ? registry_.move(op_, set) : Result<void>(Ok{});
}

} // namespace spile
