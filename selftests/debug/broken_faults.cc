// SPDX-License-Identifier: GPL-2.0
// Faults in C++ code, one a function, which the debug kernel must report. The
// compiler may not see them coming: numbers come from the glue, results are
// volatile.
#include "base/box.hh"
#include "base/mutex.hh"
#include "base/types.hh"
#include "broken.h"

using namespace spile;

namespace {

struct Row {
    u32 key;
    u32 value;
};

volatile u32 result;
u32 numbers[5] = {1, 2, 3, 4, 5};

class Table {
  public:
    u32 at(unsigned n) const { return rows_[n].value; }

  private:
    Row rows_[8] = {};
    u32 behind_ = 1; // an array that is last may be longer, says the compiler
};

struct Pair {
    Mutex left{"broken left"};
    Mutex right{"broken right"};
};

struct Kept {
    u32 numbers[16];
};

} // namespace

// n = 0 is the row before the first.
void broken_out_of_bounds(unsigned n)
{
    if (Result<Box<Row>> row = make_box<Row>(); row.ok())
        result = (row.value().get() + n)->value;
}

void broken_on_the_stack(unsigned n)
{
    volatile u32 local[8];
    volatile u32 *first = local;
    for (unsigned i = 0; i < 8; i++)
        first[i] = i;
    result = first[n];
}

void broken_global(unsigned n)
{
    u32 *first = numbers;
    result = first[n];
}

void broken_use_after_free(unsigned n)
{
    if (Result<Box<Table>> table = make_box<Table>(); table.ok()) {
        Table *kept = table.value().get();
        table.value().reset();
        result = kept->at(n & 7);
    }
}

void broken_index(unsigned n)
{
    Table table;
    result = table.at(n);
}

void broken_shift(unsigned n) { result = 1U << n; }

void broken_sleep(unsigned)
{
    Mutex mutex("broken");
    broken_preempt_disable();
    {
        Locked locked(mutex);
    }
    broken_preempt_enable();
}

void broken_lock_order(unsigned)
{
    Pair pair;
    {
        Locked left(pair.left);
        Locked right(pair.right);
    }
    Locked right(pair.right);
    Locked left(pair.left);
}

void broken_leak(unsigned)
{
    if (Result<Box<Kept>> kept = make_box<Kept>(); kept.ok())
        result = kept.value().release()->numbers[0];
}
