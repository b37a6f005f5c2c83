// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <span>

namespace tscope {

// The elements of a geometry in row-major order, as runs of evenly spaced offsets, as long as can be: dims that
// continue each other are one. Same answers as offsetOf, without its guards.
class Runs
{
public:
    // Precondition: the geometry is in bounds of some storage and its numel fits int64.
    explicit Runs(const Geometry& geometry) : Runs(geometry.sizes, geometry.strides, geometry.offset) {}
    // The same, of some of its dims.
    Runs(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides, std::int64_t offset);
    bool operator==(const Runs&) const = default;

    std::int64_t numel() const { return m_numel; }
    bool isOneRun() const { return m_outer.empty(); }
    std::int64_t stride() const { return m_stride; } // within a run

    // Precondition: 0 <= position < numel().
    std::int64_t offsetAt(std::int64_t position) const
    {
        if (m_outer.empty())
            return m_offset + position * m_stride;
        auto offset = m_offset + position % m_length * m_stride;
        position /= m_length;
        for (auto d = m_outer.size(); d-- > 0;) {
            offset += position % m_outer[d].size * m_outer[d].stride;
            position /= m_outer[d].size;
        }
        return offset;
    }

    // Calls f(offset, count) for the runs that make up the positions [begin, end).
    template <class F>
    void forEach(std::int64_t begin, std::int64_t end, F&& f) const
    {
        while (begin < end) {
            const auto left = m_length - begin % m_length;
            const auto count = left < end - begin ? left : end - begin;
            f(offsetAt(begin), count);
            begin += count;
        }
    }

private:
    struct Dim {
        std::int64_t size, stride;
        bool operator==(const Dim&) const = default;
    };

    std::vector<Dim> m_outer; // from the slowest; every size > 1
    std::int64_t m_length = 1;
    std::int64_t m_stride = 1;
    std::int64_t m_offset = 0;
    std::int64_t m_numel = 0;
};

} // namespace tscope
