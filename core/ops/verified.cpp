// SPDX-License-Identifier: Apache-2.0
#include "ops/verified.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

constexpr VerifiedKernel kept[] = {
#include "verified_kernels.inc" // made by cmake/verified.cmake
    {},                         // an array has an element
};

// The date by which all kernels were run on a device; empty: not all of them were.
std::string_view since(std::string_view device, std::span<const std::string_view> kernels,
                       std::span<const VerifiedKernel> table)
{
    std::string_view last;
    for (const auto kernel : kernels) {
        const auto found = std::ranges::find_if(
            table, [&](const VerifiedKernel& row) { return row.device == device && row.kernel == kernel; });
        if (found == table.end())
            return {};
        last = std::max(last, found->date);
    }
    return last;
}

} // namespace

std::span<const VerifiedKernel> verifiedKernels()
{
    return std::span(kept).first(std::size(kept) - 1);
}

std::string verifiedOn(std::span<const std::string_view> kernels, std::span<const VerifiedKernel> table)
{
    std::set<std::string_view> devices;
    for (const auto& row : table)
        devices.insert(row.device);
    std::string out;
    for (const auto device : devices)
        if (const auto date = since(device, kernels, table); !date.empty())
            out.append(out.empty() ? "" : ", ").append(device).append(" (").append(date).append(")");
    return out;
}

} // namespace tscope
