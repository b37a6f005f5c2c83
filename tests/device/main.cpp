// SPDX-License-Identifier: Apache-2.0
// Tests of what runs on devices: with the one that the host plays, or, where TSCOPE_TEST_GPU is set, with a real
// one.
#include "dispatch/backends.h"

#include "support/test_device.h"

#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv)
{
    ::testing::InitGoogleTest(&argc, argv);
    if (std::getenv("TSCOPE_TEST_GPU") == nullptr)
        ::setenv("TSCOPE_CUDA", "simulated", 1);
    ::setenv("TSCOPE_MODULES", TSCOPE_MODULE_FOLDER, 0);
    tscope::allowModules();
    tscope::test::testDevice() = "cuda";
    return RUN_ALL_TESTS();
}
