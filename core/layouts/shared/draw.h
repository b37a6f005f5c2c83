// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace tscope {

// A first look at what takes long to count: few places, as each may be a page that a disk has yet to bring. They
// are spread evenly and moved by chance within their share, so that no pattern in the tensor is met at each step.
inline constexpr std::int64_t drawnPlaces = 1024;
inline constexpr std::int64_t drawnRun = 64; // neighbours in memory that are read at each

// The same numbers each time.
class Draw
{
public:
    std::int64_t below(std::int64_t end) // precondition: end > 0
    {
        auto bits = m_state += 0x9e3779b97f4a7c15;
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        return static_cast<std::int64_t>((Raw(bits ^ bits >> 31) * static_cast<std::uint64_t>(end)) >> 64);
    }
    // Where a run of so many begins among [begin, end), which has as many.
    std::int64_t runIn(std::int64_t begin, std::int64_t end, std::int64_t length)
    {
        return begin + below(end - begin - length + 1);
    }

private:
    __extension__ using Raw = unsigned __int128;

    std::uint64_t m_state = 1;
};

// What was met, as a count of all that it stands for; what was met is never nothing.
inline std::uint64_t standsFor(double count)
{
    constexpr double most = 1.8e19;
    return count > 0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::min(count + 0.5, most))) : 0;
}

} // namespace tscope
