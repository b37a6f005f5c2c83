// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace tscope {

// For each of a row of slots: read by nobody, by one, by several. Two bits a slot, so that whole dims are added
// by shifting words instead of by visiting elements. What falls outside the row is dropped.
class ReaderBits
{
public:
    explicit ReaderBits(std::int64_t slots);

    std::int64_t slots() const { return m_slots; }
    bool isRead(std::int64_t slot) const { return (m_any[word(slot)] >> (slot & 63) & 1) != 0; }
    bool isShared(std::int64_t slot) const { return (m_many[word(slot)] >> (slot & 63) & 1) != 0; }
    bool anyShared() const;

    void addRun(std::int64_t count); // one more reader for slots 0..count-1
    // The readers of `other`, moved by `shift` slots. May be itself when shift >= 0.
    void add(const ReaderBits& other, std::int64_t shift);
    // As many copies of what is there, each moved by `step` > 0 against the one before.
    void repeat(std::uint64_t copies, std::uint64_t step);
    bool operator==(const ReaderBits&) const = default;
    // The read and the shared bits of slots 64 * index and up.
    std::pair<std::uint64_t, std::uint64_t> words(std::size_t index) const
    {
        return {m_any[index], m_many[index]};
    }

private:
    static std::size_t word(std::int64_t slot) { return static_cast<std::size_t>(slot >> 6); }

    std::int64_t m_slots;
    std::int64_t m_used = 0; // slots from here on are unread
    std::vector<std::uint64_t> m_any, m_many;
};

} // namespace tscope
