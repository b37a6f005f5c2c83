// SPDX-License-Identifier: Apache-2.0
// The tests of operations and conversions once more, with kernels that call the toolkit's libraries asked first,
// as a GPU's are. What computes for them is plain_room.h, in the host's memory.
#include "cuda/library/library_kernels.h"
#include "cuda/library/plain_room.h"
#include "dispatch/backends.h"
#include "kernels/device_kernels.h"
#include "simulated/devices.h"
#include "support/test_device.h"

#include <gtest/gtest.h>

#include <iostream>

namespace {

const tscope_backend* open(std::uint32_t, tscope_error*)
{
    using namespace tscope;
    static const auto list = [] {
        std::vector<kernels::KernelEntry> entries;
        cuda::addLibraryKernels<test::PlainRoom>(entries);
        for (auto& entry : kernels::deviceKernels<kernels::HostQueue>())
            entries.push_back(std::move(entry));
        return entries;
    }();
    static const kernels::KernelList backend("libraries", "cuda", list, "plain.", &simulated::deviceTable());
    return backend.backend();
}

} // namespace

int main(int argc, char** argv)
{
    ::testing::InitGoogleTest(&argc, argv);
    if (const auto made = tscope::registerBackend(open); !made) {
        std::cerr << made.error().text << '\n';
        return 1;
    }
    tscope::test::testDevice() = "cuda";
    return RUN_ALL_TESTS();
}
