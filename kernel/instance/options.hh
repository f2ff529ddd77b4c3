// SPDX-License-Identifier: GPL-2.0
// Options of an instance: the names in trace_options and in options/.
#pragma once

#include "base/result.hh"
#include "base/span.hh"

namespace spile {

enum class Option : u8 {
    print_parent,
    sym_offset,
    sym_addr,
    verbose,
    context_info,
    overwrite,
    irq_info,
    annotate,
    function_fork,
    count, // not an option: how many there are
};

struct OptionRow {
    Text name;
    Option option;
    bool initially;
};

constexpr OptionRow option_rows[] = {
    {"print-parent", Option::print_parent, true},
    {"sym-offset", Option::sym_offset, false},
    {"sym-addr", Option::sym_addr, false},
    {"verbose", Option::verbose, false},
    {"context-info", Option::context_info, true},
    {"overwrite", Option::overwrite, true},
    {"irq-info", Option::irq_info, true},
    {"annotate", Option::annotate, true},
    {"function-fork", Option::function_fork, false},
};
static_assert(sizeof(option_rows) / sizeof(option_rows[0]) == static_cast<usize>(Option::count));

class Options {
  public:
    Options()
    {
        for (const OptionRow &row : option_rows)
            set(row.option, row.initially);
    }
    bool get(Option option) const { return bits_ >> static_cast<u8>(option) & 1; }
    void set(Option option, bool on)
    {
        u32 bit = 1u << static_cast<u8>(option);
        bits_ = on ? bits_ | bit : bits_ & ~bit;
    }

  private:
    u32 bits_ = 0;
};

} // namespace spile
