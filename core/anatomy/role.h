// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tscope {

enum class RoleKind : std::uint8_t {
    index,  // integers that say where elements are; the first one carries the index type
    values, // the elements; carries element type and device
    table,  // integers that describe components (sizes, strides, offsets)
};

// One member that a layout is made of.
struct RoleSpec {
    std::string_view name;                     // "compressed": our word, in answers and witnesses
    std::span<const std::string_view> aliases; // what files and libraries call it: "crow_indices"
    RoleKind kind = RoleKind::index;
    bool required = true;
};

} // namespace tscope
