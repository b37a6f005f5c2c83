// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tscope {

// A list that grows without ever holding its old and its new self at once.
template <class T>
class ChunkedList
{
public:
    void push(T value)
    {
        if (m_size == m_chunks.size() * chunkLength)
            m_chunks.push_back(std::make_unique_for_overwrite<T[]>(chunkLength));
        m_chunks[m_size / chunkLength][m_size % chunkLength] = value;
        ++m_size;
    }
    void truncate(std::size_t size) { m_size = size; } // precondition: not longer than now
    T& operator[](std::size_t i) { return m_chunks[i / chunkLength][i % chunkLength]; }
    const T& operator[](std::size_t i) const { return m_chunks[i / chunkLength][i % chunkLength]; }
    std::size_t size() const { return m_size; }

private:
    static constexpr std::size_t chunkLength = 4096;

    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace tscope
