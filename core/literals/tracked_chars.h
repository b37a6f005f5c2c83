// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>

namespace tscope {

// The characters of a text for nlohmann's parser, which does not tell how far it has read: these do.
class TrackedChars
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedChars(const char* at, const char** furthest) : m_at(at), m_furthest(furthest) {}

    reference operator*() const { return *m_at; }
    TrackedChars& operator++()
    {
        *m_furthest = ++m_at;
        return *this;
    }
    TrackedChars operator++(int)
    {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TrackedChars& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    const char** m_furthest;
};

} // namespace tscope
