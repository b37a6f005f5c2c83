// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The two steps of dispatch as a value that can be counted. An entry is found by operation, device kind and
// layouts; the element types are cases inside its kernels.
struct TableEntry {
    std::string op, device;
    std::vector<std::string> layouts; // of the inputs
    std::string result;               // layout
    std::vector<std::string> kernels; // the first that takes a call runs it
    std::uint64_t types = 0;          // bit n: there is a case for element type n

    bool isSameKey(const TableEntry& other) const
    {
        return op == other.op && device == other.device && layouts == other.layouts && result == other.result;
    }
};
std::string text(const TableEntry& entry); // "matmul (csr, strided) -> strided on cpu"

struct DispatchTable {
    std::vector<TableEntry> entries;

    std::vector<std::string> operations() const, devices() const, layouts() const; // in order of appearance
};

// What the backends of this process have registered, also those without a device here.
DispatchTable registeredTable();
// One entry with all cases for every combination: operations of one input, as in the exercises.
DispatchTable fullTable(std::span<const std::string> devices, std::span<const std::string> layouts,
                        std::span<const std::string> operations);

} // namespace tscope
