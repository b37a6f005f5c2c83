// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope {

// The first number in [begin, end) for which `holds` is false, or end; `holds` is true up to some number and false
// from there on. The compiler of a GPU takes it too.
template <class Holds>
constexpr std::int64_t firstNot(std::int64_t begin, std::int64_t end, Holds&& holds)
{
    while (begin < end) {
        const auto middle = begin + (end - begin) / 2;
        if (holds(middle))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

} // namespace tscope
