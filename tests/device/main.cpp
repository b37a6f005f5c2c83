// SPDX-License-Identifier: Apache-2.0
// Tests of what runs on devices: with the one that the host plays, or, where TSCOPE_TEST_GPU is set, with a real
// one; then a test that is skipped has failed, and those of what only a simulated one can show (Simulated...) are
// left out. TSCOPE_KERNEL_RECORD names a file for what was verified.
#include "dispatch/backends.h"
#include "dispatch/staging.h"

#include "device/kernel_record.h"
#include "support/test_device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv)
{
    ::testing::InitGoogleTest(&argc, argv);
    const bool isReal = std::getenv("TSCOPE_TEST_GPU") != nullptr;
    if (isReal) { // what only a simulated device can show
        auto filter = GTEST_FLAG_GET(filter);
        GTEST_FLAG_SET(filter, filter + (filter.find('-') == filter.npos ? "-" : ":") + "Simulated*");
    } else {
        ::setenv("TSCOPE_CUDA", "simulated", 1);
    }
    ::setenv("TSCOPE_MODULES", TSCOPE_MODULE_FOLDER, 0);
    tscope::allowModules();
    tscope::test::testDevice() = "cuda";
    auto& all = *::testing::UnitTest::GetInstance();
    if (const auto* path = std::getenv("TSCOPE_KERNEL_RECORD"))
        all.listeners().Append(new tscope::test::KernelRecord(path));
    const auto status = RUN_ALL_TESTS();
    tscope::Staging::releaseKept(); // or a sanitizer would call it a leak
    if (!isReal || all.skipped_test_count() == 0)
        return status;
    std::cerr << all.skipped_test_count() << " tests were skipped, and may not be here\n";
    return 1;
}
