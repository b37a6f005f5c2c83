// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <map>
#include <random>

namespace tscope::oracle {

// Everything below visits every element: the dull truth for small geometries.

// The offset of each element in row-major order.
inline std::vector<std::int64_t> offsets(const Geometry& geometry)
{
    std::vector<std::int64_t> out = {geometry.offset};
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        std::vector<std::int64_t> next;
        for (const auto begin : out)
            for (std::int64_t i = 0; i < geometry.sizes[d]; ++i)
                next.push_back(begin + i * geometry.strides[d]);
        out = std::move(next);
    }
    return out;
}

inline std::vector<Extents> indices(const Extents& sizes)
{
    std::vector<Extents> out = {{}};
    for (const auto size : sizes) {
        std::vector<Extents> next;
        for (const auto& begin : out)
            for (std::int64_t i = 0; i < size; ++i) {
                next.push_back(begin);
                next.back().push_back(i);
            }
        out = std::move(next);
    }
    return out;
}

inline std::map<std::int64_t, std::vector<std::size_t>> readers(const Geometry& geometry)
{
    std::map<std::int64_t, std::vector<std::size_t>> out;
    const auto all = offsets(geometry);
    for (std::size_t i = 0; i < all.size(); ++i)
        out[all[i]].push_back(i);
    return out;
}

class Dice
{
public:
    explicit Dice(std::uint32_t seed) : m_engine(seed) {}

    std::int64_t operator()(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_engine);
    }
    Geometry geometry(int mostDims, std::int64_t leastSize, std::int64_t mostSize, std::int64_t leastStride,
                      std::int64_t mostStride)
    {
        Geometry out;
        for (auto rank = (*this)(0, mostDims); rank > 0; --rank) {
            out.sizes.push_back((*this)(leastSize, mostSize));
            out.strides.push_back((*this)(leastStride, mostStride));
        }
        return out;
    }
    // A number that is likely to be on some edge.
    std::int64_t wild()
    {
        constexpr std::int64_t edges[] = {0,         1,         -1, 2, 3, int64Max, int64Min, int64Max - 1,
                                          1LL << 31, 1LL << 62, -7};
        return edges[(*this)(0, std::ssize(edges) - 1)];
    }
    Geometry wildGeometry()
    {
        Geometry out;
        out.offset = wild();
        const auto rank = (*this)(0, 6), other = (*this)(0, 9) == 0 ? (*this)(0, 6) : rank;
        for (std::int64_t d = 0; d < rank; ++d)
            out.sizes.push_back((*this)(0, 1) == 0 ? (*this)(0, 5) : wild());
        for (std::int64_t d = 0; d < other; ++d)
            out.strides.push_back((*this)(0, 1) == 0 ? (*this)(-5, 9) : wild());
        return out;
    }

private:
    std::mt19937 m_engine;
};

} // namespace tscope::oracle
