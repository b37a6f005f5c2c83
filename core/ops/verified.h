// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tscope {

// That a kernel ran on some hardware, in tests that held it against the reference and passed.
struct VerifiedKernel {
    std::string_view kernel, device, date;
};
// All that the reports in tests/cuda/reports say; the newest of several of one device.
std::span<const VerifiedKernel> verifiedKernels();

// The hardware on which every one of these kernels was verified, with the date since when all of them are:
// "NVIDIA H200 (2026-11-25)". Empty: on none so far, whatever their tests on the host say.
std::string verifiedOn(std::span<const std::string_view> kernels,
                       std::span<const VerifiedKernel> table = verifiedKernels());
inline constexpr std::string_view neverVerified = "not yet run on a GPU";

} // namespace tscope
