// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"
#include "memory/storage.h"

#include <cstring>
#include <string>
#include <vector>

namespace tscope::bench {

// Memory as tensors have it.
template <class T>
class Buffer
{
public:
    Buffer() : Buffer(0) {}
    explicit Buffer(std::int64_t count)
        : m_builder(*StorageBuilder::make(count * static_cast<std::int64_t>(sizeof(T)))), m_count(count)
    {
    }
    Buffer(std::int64_t count, T value) : Buffer(count) { fill(value); }

    T* data() { return reinterpret_cast<T*>(m_builder.bytes().data()); }
    std::int64_t count() const { return m_count; }
    void fill(T value)
    {
        for (std::int64_t i = 0; i < m_count; ++i)
            data()[i] = value;
    }

private:
    StorageBuilder m_builder;
    std::int64_t m_count;
};

template <class T>
Buffer<T> spreadNumbers(std::int64_t count)
{
    Buffer<T> out(count);
    std::uint64_t state = 1;
    for (std::int64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        out.data()[i] = static_cast<T>(static_cast<double>(state >> 40U) / 0x1p24 - 0.5);
    }
    return out;
}

// A square compressed pattern, indices of 32 bits.
struct BenchPattern {
    std::int64_t rows = 0;
    Buffer<std::int32_t> pointers, indices;

    cpu::Slices<std::int32_t> slices() { return {rows, rows, pointers.data(), indices.data()}; }
    std::int64_t entries() const { return indices.count(); }
};

// "uniform-1e7", "uniform-5e7", "stencil5-1e7", "rmat-1e7", "bd16-1e7" (its elements) and "bd16-1e7-blocks". Made
// once; it goes when another is asked for.
BenchPattern& patternOf(const std::string& name);

} // namespace tscope::bench
