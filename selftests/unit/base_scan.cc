// SPDX-License-Identifier: GPL-2.0
// Numbers out of text, where the fuzzers found them wrong.
#include "base/scan.hh"

#include "selftests/unit/test.hh"

namespace spile {
namespace {

SPILE_TEST(base_scan, one_newline_at_the_end)
{
    EXPECT(scan_u64("5\n").ok());
    EXPECT(scan_i64("5\n").ok());
    EXPECT(scan_i64("-5\n").ok());
    EXPECT(!scan_u64("5\n\n").ok());
    EXPECT(!scan_i64("5\n\n").ok());
    EXPECT(!scan_i64("-5\n\n").ok());
}

} // namespace

SPILE_SUITE(base_scan, one_newline_at_the_end)

} // namespace spile
