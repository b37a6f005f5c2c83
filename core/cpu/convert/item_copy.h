// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tscope::cpu {

// Copies one item; of the common sizes in one or two instructions. `Bytes` 0: any size, told when it is made.
template <std::int64_t Bytes>
struct ItemCopy {
    std::int64_t any = 0;
    std::size_t size() const { return static_cast<std::size_t>(Bytes == 0 ? any : Bytes); }
    void operator()(std::byte* to, const std::byte* from) const { std::memcpy(to, from, size()); }
    void clear(std::byte* to) const { std::memset(to, 0, size()); }
};

// Calls f(copy) with the ItemCopy for this size.
template <class F>
decltype(auto) withItemCopy(std::int64_t itemBytes, const F& f)
{
    switch (itemBytes) {
    case 1:
        return f(ItemCopy<1>{});
    case 2:
        return f(ItemCopy<2>{});
    case 4:
        return f(ItemCopy<4>{});
    case 8:
        return f(ItemCopy<8>{});
    case 16:
        return f(ItemCopy<16>{});
    default:
        return f(ItemCopy<0>{itemBytes});
    }
}

} // namespace tscope::cpu
