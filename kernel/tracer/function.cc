// SPDX-License-Identifier: GPL-2.0
#include "tracer/function.hh"

namespace spile {

FunctionTracer::FunctionTracer(Registry &registry, TraceTarget &target) : registry_(registry)
{
    op_.kind = OpKind::function;
    op_.target = &target;
}

Result<void> FunctionTracer::retarget(FilterSet &set)
{
    return running() ? registry_.move(op_, set) : Result<void>(Ok{});
}

} // namespace spile
