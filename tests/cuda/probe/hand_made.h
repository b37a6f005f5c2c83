// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/device.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

namespace tscope::probe {

// Calls of kernels with operands that were made by hand, past all that proves them: what is broken is handed on.
class HandMade
{
public:
    static Result<HandMade> make(const Device& device);

    // Numbers in the memory of the device, which stay there as long as this. Null: there was no room.
    template <class T>
    T* put(const std::vector<T>& numbers)
    {
        return static_cast<T*>(putBytes(numbers.data(), static_cast<std::int64_t>(numbers.size() * sizeof(T))));
    }
    tscope_array array(std::int32_t type, void* data, std::vector<std::int64_t> sizes,
                       std::vector<std::int64_t> strides);
    tscope_operand operand(const char* layout, std::vector<std::int64_t> sizes, std::vector<tscope_array> members,
                           std::int64_t entries = 0);

    // Runs the kernel whose name ends so, and waits for it: what was told.
    tscope_error run(std::string_view kernel, const std::vector<tscope_operand>& in, tscope_operand out,
                     std::int32_t stop = 0);
    // A product of two small matrices: whether it came out as it has to, and what was told.
    bool multiplies(tscope_error& told);

    const Device& device() const { return *m_device; }
    void* stream() const { return m_stream.handle(); }

private:
    explicit HandMade(const Device& device) : m_device(&device) {}
    void* putBytes(const void* from, std::int64_t bytes);

    const Device* m_device;
    Stream m_stream;
    std::vector<Memory> m_memory;
    std::deque<std::vector<std::int64_t>> m_numbers;
    std::deque<std::vector<tscope_array>> m_members;
};

} // namespace tscope::probe
