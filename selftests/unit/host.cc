// SPDX-License-Identifier: GPL-2.0
//
// Runs the unit tests on the host: hands each to GoogleTest.
#include <gtest/gtest.h>

#include "selftests/kunit/adapter.h"

extern "C" void spile_test_fail(const char *file, int line, const char *text)
{
    ADD_FAILURE_AT(file, line) << text;
}

extern "C" void spile_test_skip(const char *, int, const char *reason)
{
    GTEST_SKIP() << reason;
}

namespace {

class Test : public testing::Test {
  public:
    explicit Test(void (*run)()) : run_{run} {}
    void TestBody() override { run_(); }

  private:
    void (*run_)();
};

} // namespace

int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    for (auto suite = spile_test_suites; *suite; suite++) {
        for (auto each = (*suite)->cases; each->name; each++) {
            auto run = each->run;
            testing::RegisterTest((*suite)->name, each->name, nullptr, nullptr,
                          __FILE__, __LINE__,
                          [run]() -> testing::Test * { return new Test(run); });
        }
    }
    return RUN_ALL_TESTS();
}
