// SPDX-License-Identifier: Apache-2.0
#include "array/views.h"

#include "core/array/oracle.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

// `source` says which index of the geometry an index of the view reads.
void expectReads(const Geometry& geometry, const Result<Geometry>& view, const Extents& sizes,
                 const std::function<Extents(Extents)>& source)
{
    ASSERT_TRUE(view) << view.error().text;
    ASSERT_EQ(view->sizes, sizes);
    for (const auto& index : oracle::indices(sizes))
        ASSERT_EQ(offsetOf(*view, index), offsetOf(geometry, source(index))) << text(index);
}

Geometry sample(oracle::Dice& dice, std::int64_t leastSize = 0)
{
    auto geometry = dice.geometry(3, leastSize, 5, -9, 20);
    geometry.sizes.push_back(dice(leastSize, 5));
    geometry.strides.push_back(dice(-9, 20));
    geometry.offset = 500;
    return geometry;
}

TEST(Views, SelectNarrowAndFlipReadTheElementsTheyName)
{
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto geometry = sample(dice, 1);
        const auto rank = static_cast<std::int64_t>(geometry.rank());
        const auto dim = dice(-rank, rank - 1);
        const auto d = static_cast<std::size_t>(dim < 0 ? dim + rank : dim);
        const auto size = geometry.sizes[d];
        const auto at = static_cast<std::ptrdiff_t>(d);

        const auto index = dice(-size, size - 1);
        auto without = geometry.sizes;
        without.erase(without.begin() + at);
        expectReads(geometry, select(geometry, dim, index), without, [&](Extents i) {
            i.insert(i.begin() + at, (index + size) % size);
            return i;
        });

        const auto start = dice(-size, size);
        const auto first = start < 0 ? start + size : start;
        auto narrowed = geometry.sizes;
        narrowed[d] = dice(0, size - first);
        expectReads(geometry, narrow(geometry, dim, start, narrowed[d]), narrowed, [&](Extents i) {
            i[d] += first;
            return i;
        });

        expectReads(geometry, flip(geometry, {dim}), geometry.sizes, [&](Extents i) {
            i[d] = size - 1 - i[d];
            return i;
        });
    }
}

// Python's rule said as a loop: walk from start while before stop.
std::vector<std::int64_t> sliced(std::int64_t size, std::optional<std::int64_t> start,
                                 std::optional<std::int64_t> stop, std::int64_t step)
{
    const auto from = start ? (*start < 0 ? *start + size : *start) : step > 0 ? 0 : size - 1;
    const auto to = stop ? (*stop < 0 ? *stop + size : *stop) : step > 0 ? size : -1;
    std::vector<std::int64_t> out;
    auto i = step > 0 ? std::max<std::int64_t>(from, 0) : std::min(from, size - 1);
    for (; step > 0 ? i < std::min(to, size) : i > std::max<std::int64_t>(to, -1); i += step)
        out.push_back(i);
    return out;
}

TEST(Views, SliceTakesWhatPythonTakes)
{
    for (std::int64_t size = 0; size <= 5; ++size)
        for (std::int64_t start = -8; start <= 8; ++start)
            for (std::int64_t stop = -8; stop <= 8; ++stop)
                for (const std::int64_t step : {-7, -3, -2, -1, 1, 2, 3, 9}) {
                    SCOPED_TRACE(text({size, start, stop, step}));
                    const Geometry geometry{{size}, {3}, 100};
                    const auto first = start == 8 ? std::nullopt : std::optional(start);
                    const auto last = stop == 8 ? std::nullopt : std::optional(stop);
                    const auto expected = sliced(size, first, last, step);
                    expectReads(geometry, slice(geometry, 0, first, last, step),
                                {static_cast<std::int64_t>(expected.size())}, [&](const Extents& i) {
                                    return Extents{expected[static_cast<std::size_t>(i[0])]};
                                });
                }
}

TEST(Views, PermuteTransposeExpandAndSqueezeReorderIndicesOnly)
{
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto geometry = sample(dice);
        const auto rank = static_cast<std::int64_t>(geometry.rank());
        Extents dims, sizes;
        for (std::int64_t d = 0; d < rank; ++d)
            dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(dice(0, d)), d);
        for (const auto d : dims)
            sizes.push_back(geometry.sizes[static_cast<std::size_t>(d)]);
        auto spelled = dims;
        for (auto& d : spelled)
            d -= dice(0, 1) * rank;
        expectReads(geometry, permute(geometry, spelled), sizes, [&](const Extents& i) {
            Extents out(i.size());
            for (std::size_t d = 0; d < i.size(); ++d)
                out[static_cast<std::size_t>(dims[d])] = i[d];
            return out;
        });

        const auto a = static_cast<std::size_t>(dice(0, rank - 1)),
                   b = static_cast<std::size_t>(dice(0, rank - 1));
        auto swapped = geometry.sizes;
        std::swap(swapped[a], swapped[b]);
        expectReads(geometry,
                    transpose(geometry, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b) - rank),
                    swapped, [&](Extents i) {
                        std::swap(i[a], i[b]);
                        return i;
                    });

        Extents expanded = {2}, asked = {2};
        for (const auto size : geometry.sizes) {
            expanded.push_back(size == 1 ? dice(0, 3) : size);
            asked.push_back(expanded.back() == size && dice(0, 1) == 0 ? -1 : expanded.back());
        }
        expectReads(geometry, expand(geometry, asked), expanded, [&](Extents i) {
            i.erase(i.begin());
            for (std::size_t d = 0; d < i.size(); ++d)
                i[d] = geometry.sizes[d] == 1 ? 0 : i[d];
            return i;
        });

        Extents squeezed;
        for (const auto size : geometry.sizes)
            if (size != 1)
                squeezed.push_back(size);
        expectReads(geometry, squeeze(geometry), squeezed, [&](const Extents& i) {
            Extents out;
            std::size_t next = 0;
            for (const auto size : geometry.sizes)
                out.push_back(size == 1 ? 0 : i[next++]);
            return out;
        });

        const auto at = dice(0, rank);
        auto longer = geometry.sizes;
        longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(at), 1);
        expectReads(geometry, unsqueeze(geometry, at - dice(0, 1) * (rank + 1)), longer, [&](Extents i) {
            i.erase(i.begin() + static_cast<std::ptrdiff_t>(at));
            return i;
        });
    }
}

TEST(Views, DiagonalAndUnfoldReadTheElementsTheyName)
{
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        auto geometry = sample(dice);
        geometry.sizes.push_back(dice(0, 5));
        geometry.strides.push_back(dice(-9, 20));
        const auto rank = static_cast<std::int64_t>(geometry.rank());

        const auto dim1 = dice(0, rank - 1), dim2 = (dim1 + dice(1, rank - 1)) % rank, offset = dice(-6, 6);
        const auto a = static_cast<std::size_t>(dim1), b = static_cast<std::size_t>(dim2);
        Extents sizes;
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
            if (d != a && d != b)
                sizes.push_back(geometry.sizes[d]);
        std::int64_t length = 0;
        for (std::int64_t i = 0; i < geometry.sizes[a]; ++i)
            length += i + offset >= 0 && i + offset < geometry.sizes[b] ? 1 : 0;
        sizes.push_back(length);
        expectReads(geometry, diagonal(geometry, offset, dim1 - rank, dim2), sizes, [&](Extents i) {
            const auto k = i.back();
            i.pop_back();
            Extents out;
            std::size_t next = 0;
            for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
                out.push_back(d == a   ? k + std::max<std::int64_t>(0, -offset)
                              : d == b ? k + std::max<std::int64_t>(0, offset)
                                       : i[next++]);
            return out;
        });

        const auto size = dice(0, geometry.sizes[a]), step = dice(1, 4);
        auto windows = geometry.sizes;
        windows[a] = 0;
        for (std::int64_t begin = 0; begin + size <= geometry.sizes[a]; begin += step)
            ++windows[a];
        windows.push_back(size);
        expectReads(geometry, unfold(geometry, dim1, size, step), windows, [&](Extents i) {
            i[a] = i[a] * step + i.back();
            i.pop_back();
            return i;
        });
    }
}

TEST(Views, MetadataIsThatOfPyTorch)
{
    const Geometry matrix{{4, 6}, {6, 1}, 2};
    EXPECT_EQ(*unsqueeze(matrix, 0), (Geometry{{1, 4, 6}, {24, 6, 1}, 2}));
    EXPECT_EQ(*unsqueeze(matrix, -1), (Geometry{{4, 6, 1}, {6, 1, 1}, 2}));
    EXPECT_EQ(*unsqueeze({{}, {}, 3}, 0), (Geometry{{1}, {1}, 3}));
    EXPECT_EQ(*expand(matrix, {1, 4, -1}), (Geometry{{1, 4, 6}, {24, 6, 1}, 2}));
    EXPECT_EQ(*expand(matrix, {3, 4, 6}), (Geometry{{3, 4, 6}, {0, 6, 1}, 2}));
    EXPECT_EQ(*expand({{}, {}, 3}, {2}), (Geometry{{2}, {0}, 3}));
    EXPECT_EQ(*expand({{}, {}, 3}, {1}), (Geometry{{1}, {0}, 3})) << "as PyTorch has it";
    EXPECT_EQ(*expand({{}, {}, 3}, {2, 1}), (Geometry{{2, 1}, {0, 0}, 3}));
    EXPECT_EQ(*expand({{1}, {7}, 3}, {2, 1}), (Geometry{{2, 1}, {0, 7}, 3})) << "one dim has a stride of its own";
    EXPECT_EQ(*slice(matrix, 1, 1, {}, 2), (Geometry{{4, 3}, {6, 2}, 3}));
    EXPECT_EQ(*slice(matrix, 1, {}, {}, -2), (Geometry{{4, 3}, {6, -2}, 7}));
    EXPECT_EQ(*slice(matrix, 1, 0, int64Max, int64Max), (Geometry{{4, 1}, {6, int64Max}, 2}));
    EXPECT_EQ(*narrow(matrix, 0, 4, 0), (Geometry{{0, 6}, {6, 1}, 26}));
    EXPECT_EQ(*diagonal(matrix, 1), (Geometry{{4}, {7}, 3}));
    EXPECT_EQ(*diagonal(matrix, 9), (Geometry{{0}, {7}, 2}));
    EXPECT_EQ(*unfold({{}, {}, 3}, 0, 1, 1), (Geometry{{1}, {1}, 3}));
    EXPECT_EQ(*unfold(matrix, 1, 3, 2), (Geometry{{4, 2, 3}, {6, 2, 1}, 2}));
    EXPECT_EQ(*flip(matrix, {0, 1}), (Geometry{{4, 6}, {-6, -1}, 25}));
    EXPECT_EQ(*transpose({{}, {}, 3}, 0, -1), (Geometry{{}, {}, 3}));
    EXPECT_EQ(*asStrided(matrix, {2, 2}, {1, -1}), (Geometry{{2, 2}, {1, -1}, 2}));
    EXPECT_EQ(*asStrided(matrix, {2}, {1}, 77), (Geometry{{2}, {1}, 77}));
    EXPECT_EQ(*squeeze({{1, 3, 1}, {9, 2, 5}}, {0, 1}), (Geometry{{3, 1}, {2, 5}}));
}

TEST(Views, FlipAndSliceOfEmptyArraysKeepALegalOffset)
{
    EXPECT_EQ(*flip({{0, 3}, {3, 1}, 0}, {0, 1}), (Geometry{{0, 3}, {-3, -1}, 0}));
    EXPECT_EQ(slice({{0}, {1}, 0}, 0, {}, {}, -1)->offset, 0);
    EXPECT_EQ(select({{3, 0}, {-1, 1}, 0}, 0, 2)->offset, 0);
}

TEST(Views, RefusalsNameDimWantedAndFound)
{
    const Geometry matrix{{4, 6}, {6, 1}};
    const auto says = [](const Result<Geometry>& result) { return result ? "no error" : result.error().text; };
    EXPECT_THAT(says(select(matrix, 1, 6)), HasSubstr("index 6 is outside [-6, 5] of dim 1 with size 6"));
    EXPECT_THAT(says(select(matrix, 2, 0)), HasSubstr("dim 2 is outside [-2, 1] of a 2-d array"));
    EXPECT_THAT(says(select({}, 0, 0)), HasSubstr("0-d"));
    EXPECT_THAT(says(narrow(matrix, 0, 3, 2)), HasSubstr("start 3 + length 2 is beyond the end of dim 0"));
    EXPECT_THAT(says(narrow(matrix, 0, 5, 0)), HasSubstr("start 5 is outside [-4, 4]"));
    EXPECT_THAT(says(narrow(matrix, 0, 0, -1)), HasSubstr("length -1 is negative"));
    EXPECT_THAT(says(slice(matrix, 0, 0, 1, 0)), HasSubstr("step is 0"));
    EXPECT_THAT(says(permute(matrix, {0})), HasSubstr("1 dims (0,) for a 2-d array"));
    EXPECT_THAT(says(permute(matrix, {0, -2})), HasSubstr("dim 0 more than once"));
    EXPECT_THAT(says(expand(matrix, {4, 7})), HasSubstr("dim 1 has size 6; only a dim of size 1 can become 7"));
    EXPECT_THAT(says(expand(matrix, {-1, 4, 6})), HasSubstr("dim is new"));
    EXPECT_THAT(says(expand(matrix, {6})), HasSubstr("2 dims (4, 6)"));
    EXPECT_THAT(says(unsqueeze(matrix, 3)), HasSubstr("outside [-3, 2]"));
    EXPECT_THAT(says(diagonal(matrix, 0, 1, -1)), HasSubstr("same dim"));
    EXPECT_THAT(says(unfold(matrix, 0, 5, 1)), HasSubstr("dim 0 allows 0 to 4"));
    EXPECT_THAT(says(unfold(matrix, 0, 1, 0)), HasSubstr("step 0 is not positive"));
    EXPECT_THAT(says(flip(matrix, {0, 0})), HasSubstr("more than once"));
    EXPECT_THAT(says(asStrided(matrix, {1}, {1, 1})), HasSubstr("1 sizes (1,) but 2 strides (1, 1)"));
    EXPECT_THAT(says(asStrided(matrix, {1}, {1}, -3)), HasSubstr("offset -3 is negative"));
    EXPECT_THAT(says(flip({{1, 2}, {1}}, {0})), HasSubstr("2 sizes but 1 strides"));
    EXPECT_THAT(says(flip({{1, -2}, {1, 1}}, {0})), HasSubstr("dim 1 has the negative size -2"));
}

TEST(Views, StayTotalOnNonsense)
{
    int made = 0;
    for (std::uint32_t seed = 0; seed < 5000; ++seed) {
        oracle::Dice dice(seed);
        const auto geometry = dice.wildGeometry();
        const auto a = dice.wild(), b = dice.wild(), c = dice.wild();
        for (const auto& out : {select(geometry, a, b), narrow(geometry, a, b, c), slice(geometry, 0, a, b, c),
                                slice(geometry, -1, b), permute(geometry, {a, b}), transpose(geometry, a, b),
                                expand(geometry, {a, b, c, a, b, c}), squeeze(geometry), squeeze(geometry, {a}),
                                unsqueeze(geometry, a), diagonal(geometry, a, 0, 1), unfold(geometry, 0, a, b),
                                flip(geometry, {0}), flip(geometry, {a, b}), asStrided(geometry, {a}, {b}, c)})
            made += out ? 1 : 0;
    }
    EXPECT_GT(made, 1000);
}

TEST(Views, WindowsOfNothingMayBeMoreThanCanBeCounted)
{
    const Geometry geometry{{int64Max}, {0}, 0};
    const auto view = unfold(geometry, 0, 0, 1);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::overflow);
    EXPECT_EQ(unfold(geometry, 0, 1, 1)->sizes, (Extents{int64Max, 1}));
}

} // namespace
} // namespace tscope
