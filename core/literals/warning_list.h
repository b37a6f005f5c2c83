// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/say.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tscope {

// What a reader wants to be known. The first ones are kept, the others only counted and not even worded, so
// that an input full of oddities costs no more than its length.
class WarningList
{
public:
    template <class Worded>
    void add(Worded&& worded)
    {
        if (m_texts.size() < limit)
            m_texts.push_back(worded());
        else
            ++m_more;
    }

    std::vector<std::string> take() &&
    {
        if (m_more > 0)
            m_texts.push_back(say("and {0} more warnings", m_more));
        return std::move(m_texts);
    }

private:
    static constexpr std::size_t limit = 100;

    std::vector<std::string> m_texts;
    std::size_t m_more = 0;
};

} // namespace tscope
