// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// One step on the way from a wish to a kernel.
struct DispatchStep {
    enum class Kind : std::uint8_t {
        table,  // first step: the table of kernels was asked for device and layouts
        around, // no such kernel: what is done instead
        types,  // second step: the case of the element types
        ready,  // an input was copied, so that the kernel can read it
        run,    // the kernel
    };
    Kind kind = Kind::table;
    bool hit = true; // of the two steps: there was one
    std::string text;
    std::int64_t bytesMoved = 0;
};
std::string_view name(DispatchStep::Kind kind);
std::string text(const DispatchStep& step);

// How one call found its kernel.
struct DispatchTrace {
    std::vector<DispatchStep> steps;
    std::string kernel, device; // that ran in the end

    void add(DispatchStep::Kind kind, bool hit, std::string text, std::int64_t bytesMoved = 0)
    {
        steps.push_back({kind, hit, std::move(text), bytesMoved});
    }
};

} // namespace tscope
