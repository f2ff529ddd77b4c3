// SPDX-License-Identifier: GPL-2.0
//
// The list of all suites, written out from suites.inc.
#include "selftests/kunit/adapter.h"

#define SPILE_SUITE_ENTRY(suite) extern "C" const spile_test_suite spile_suite_##suite;
#include "suites.inc"
#undef SPILE_SUITE_ENTRY

#define SPILE_SUITE_ENTRY(suite) &spile_suite_##suite,
constinit const spile_test_suite *const spile_test_suites[] = {
#include "suites.inc"
    nullptr,
};
