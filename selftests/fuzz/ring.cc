// SPDX-License-Identifier: GPL-2.0
// A ring with its writers, and its readers of records.
#include "ring_fuzzer.hh"

namespace spile::fuzz {

void try_input(Input &in)
{
    RingFuzzer fuzzer(in);
    fuzzer.make();
    while (!in.empty())
        fuzzer.act(in.byte());
    fuzzer.finish();
}

} // namespace spile::fuzz
