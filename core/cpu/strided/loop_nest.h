// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tscope::cpu {

// Loops over N strided arrays of the same sizes, brought into the order in which the first of them lies in memory:
// outermost first, sizes of one left out, dims that all arrays walk through as one joined. The strides of the
// first array are not negative any more; where the walk begins in each array is in `starts` (in elements).
template <std::size_t N>
struct LoopNest {
    std::vector<std::int64_t> sizes;
    std::array<std::vector<std::int64_t>, N> strides;
    std::array<std::int64_t, N> starts{};

    std::size_t dims() const { return sizes.size(); }
    std::int64_t count() const // of places; precondition: it fits
    {
        return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
    }

    // Takes a dim out and returns its size and strides.
    struct Dim {
        std::int64_t size = 1;
        std::array<std::int64_t, N> strides{};
    };
    Dim dim(std::size_t d) const
    {
        Dim out{sizes[d], {}};
        for (std::size_t a = 0; a < N; ++a)
            out.strides[a] = strides[a][d];
        return out;
    }
    Dim take(std::size_t d)
    {
        const auto out = dim(d);
        sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(d));
        for (auto& of : strides)
            of.erase(of.begin() + static_cast<std::ptrdiff_t>(d));
        return out;
    }
    Dim takeInnermost() { return dims() == 0 ? Dim{} : take(dims() - 1); }
    void add(const Dim& dim) // innermost
    {
        sizes.push_back(dim.size);
        for (std::size_t a = 0; a < N; ++a)
            strides[a].push_back(dim.strides[a]);
    }
};

template <std::size_t N>
LoopNest<N> loopNest(std::span<const std::int64_t> sizes,
                     const std::array<std::span<const std::int64_t>, N>& strides)
{
    LoopNest<N> given;
    std::vector<typename LoopNest<N>::Dim> dims;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == 1)
            continue;
        typename LoopNest<N>::Dim dim{sizes[d], {}};
        for (std::size_t a = 0; a < N; ++a)
            dim.strides[a] = strides[a][d];
        if (dim.strides[0] < 0 && dim.size > 0)
            for (std::size_t a = 0; a < N; ++a) {
                given.starts[a] += (dim.size - 1) * dim.strides[a];
                dim.strides[a] = -dim.strides[a];
            }
        dims.push_back(dim);
    }
    const auto further = [](const auto& a, const auto& b) {
        for (std::size_t of = 0; of < N; ++of) {
            const auto left = std::abs(a.strides[of]), right = std::abs(b.strides[of]);
            if (left != right)
                return left > right;
        }
        return false;
    };
    std::ranges::stable_sort(dims, further);
    for (const auto& dim : dims) {
        bool continues = given.dims() > 0 && dim.size > 0;
        for (std::size_t a = 0; a < N && continues; ++a)
            continues = given.strides[a].back() == dim.strides[a] * dim.size;
        if (!continues) {
            given.add(dim);
            continue;
        }
        given.sizes.back() *= dim.size;
        for (std::size_t a = 0; a < N; ++a)
            given.strides[a].back() = dim.strides[a];
    }
    return given;
}

// A place in a nest, with the offset of each array there; next() goes to the following place in loop order.
template <std::size_t N>
class NestPlace
{
public:
    // Precondition: no size is 0.
    NestPlace(const LoopNest<N>& nest, std::int64_t number) : offsets(nest.starts), m_nest(nest)
    {
        if (nest.dims() > m_few.size())
            m_many.resize(nest.dims());
        auto* index = indices();
        for (auto d = nest.dims(); d-- > 0;) {
            index[d] = number % nest.sizes[d];
            number /= nest.sizes[d];
            for (std::size_t a = 0; a < N; ++a)
                offsets[a] += index[d] * nest.strides[a][d];
        }
    }

    void next()
    {
        auto* index = indices();
        for (auto d = m_nest.dims(); d-- > 0;) {
            const bool wraps = ++index[d] == m_nest.sizes[d];
            for (std::size_t a = 0; a < N; ++a)
                offsets[a] += m_nest.strides[a][d] * (wraps ? 1 - m_nest.sizes[d] : 1);
            if (!wraps)
                return;
            index[d] = 0;
        }
    }

    std::array<std::int64_t, N> offsets;

private:
    std::int64_t* indices() { return m_many.empty() ? m_few.data() : m_many.data(); }

    const LoopNest<N>& m_nest;
    std::array<std::int64_t, 8> m_few; // set above as far as they are used
    std::vector<std::int64_t> m_many;
};

} // namespace tscope::cpu
