// SPDX-License-Identifier: Apache-2.0
#include "base/free_names.h"

namespace tscope {

std::string FreeNames::take(std::string wanted)
{
    if (m_numbers.try_emplace(wanted, 1).second)
        return wanted;
    // Counting goes on where it stopped, as thousands of names may be the same. References stay valid when the
    // map grows.
    for (auto& number = m_numbers[wanted];;) {
        auto name = wanted + " (" + std::to_string(++number) + ')';
        if (m_numbers.try_emplace(name, 1).second)
            return name;
    }
}

} // namespace tscope
