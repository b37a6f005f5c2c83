// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope {

// Where a storage says it lives. A label: a tensor saved from cuda:1 says so on a machine without a GPU.
// Its bytes, if we have them, are always readable by the host.
struct Device {
    std::string type = "cpu"; // cpu cuda meta xpu mps privateuseone, or any other word
    int index = -1;           // -1: not said

    static Device parse(std::string_view text); // "cuda:1"
    std::string text() const;
    bool isMeta() const { return type == "meta"; }

    // cpu and meta have one device each, and "cuda" without a number is cuda:0.
    bool operator==(const Device& other) const { return this == &other || isSame(other); }

private:
    bool isSame(const Device& other) const;
};

} // namespace tscope
