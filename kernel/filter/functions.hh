// SPDX-License-Identifier: GPL-2.0
// FunctionNames: where functions lie, asked for when a filter is set.
#pragma once

#include "base/result.hh"
#include "base/span.hh"

namespace spile
{

struct FunctionRange {
    u64 start = 0;
    u64 size = 0;
};

// kallsyms in the kernel, a table in tests. Task context.
class FunctionNames {
  public:
    // Errors: not_found; others end the filter's creation.
    virtual Result<FunctionRange> named(Text name) = 0;
    // The function that `address` lies in. Errors: not_found; others as above.
    virtual Result<FunctionRange> around(u64 address) = 0;

  protected:
    ~FunctionNames() = default;
};

} // namespace spile
