// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/watched.h"

#include <utility>

namespace tscope {

using Numbers = std::vector<std::int64_t>;

// Arrays that are written step by step, and what was written.
class WatchedRecorder
{
public:
    std::size_t given(std::string name, std::vector<std::string> cells)
    {
        m_watched.arrays.push_back({std::move(name), std::move(cells), true});
        m_now.push_back(m_watched.arrays.back().cells);
        return m_now.size() - 1;
    }
    std::size_t given(std::string name, const Numbers& numbers)
    {
        std::vector<std::string> cells;
        for (const auto number : numbers)
            cells.push_back(std::to_string(number));
        return given(std::move(name), std::move(cells));
    }
    std::size_t made(std::string name, std::int64_t length)
    {
        m_watched.arrays.push_back(
            {std::move(name), std::vector<std::string>(static_cast<std::size_t>(length)), false});
        m_now.push_back(m_watched.arrays.back().cells);
        return m_now.size() - 1;
    }

    void begin(std::string text) { m_watched.steps.push_back({std::move(text), {}, {}}); }
    void read(std::size_t array, std::int64_t slot) { m_watched.steps.back().reads.push_back({array, slot}); }
    void write(std::size_t array, std::int64_t slot, std::string after)
    {
        auto& now = m_now[array][static_cast<std::size_t>(slot)];
        m_watched.steps.back().writes.push_back({{array, slot}, now, after});
        now = std::move(after);
    }
    void write(std::size_t array, std::int64_t slot, std::int64_t after)
    {
        write(array, slot, std::to_string(after));
    }

    Watched take() { return std::move(m_watched); }

private:
    Watched m_watched;
    std::vector<std::vector<std::string>> m_now;
};

} // namespace tscope
