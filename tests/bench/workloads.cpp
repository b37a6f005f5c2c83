// SPDX-License-Identifier: Apache-2.0
#include "bench/workloads.h"

#include "layouts/registry.h"

#include <algorithm>
#include <random>
#include <vector>

namespace tscope::bench {

namespace {

// Pointers and indices in the index type that is measured.
struct Pattern {
    std::int64_t rows = 0, columns = 0;
    std::vector<std::int64_t> pointers{0}, indices;
};

// About `perRow` entries in each row, evenly spread columns.
Pattern uniform(std::int64_t rows, std::int64_t perRow)
{
    Pattern pattern{rows, rows, {0}, {}};
    pattern.indices.reserve(static_cast<std::size_t>(rows * perRow));
    std::mt19937_64 random(1);
    std::vector<std::int64_t> row(static_cast<std::size_t>(perRow));
    for (std::int64_t r = 0; r < rows; ++r) {
        for (auto& column : row)
            column = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
        std::ranges::sort(row);
        const auto end = std::ranges::unique(row).begin();
        pattern.indices.insert(pattern.indices.end(), row.begin(), end);
        pattern.pointers.push_back(static_cast<std::int64_t>(pattern.indices.size()));
    }
    return pattern;
}

// The five-point stencil of a square grid.
Pattern stencil5(std::int64_t side)
{
    Pattern pattern{side * side, side * side, {0}, {}};
    for (std::int64_t y = 0; y < side; ++y)
        for (std::int64_t x = 0; x < side; ++x) {
            const auto at = y * side + x;
            if (y > 0)
                pattern.indices.push_back(at - side);
            if (x > 0)
                pattern.indices.push_back(at - 1);
            pattern.indices.push_back(at);
            if (x + 1 < side)
                pattern.indices.push_back(at + 1);
            if (y + 1 < side)
                pattern.indices.push_back(at + side);
            pattern.pointers.push_back(static_cast<std::int64_t>(pattern.indices.size()));
        }
    return pattern;
}

// Bands of blocks around the diagonal, `perRow` in each block row.
Pattern blockDiagonal(std::int64_t rows, std::int64_t perRow)
{
    Pattern pattern{rows, rows, {0}, {}};
    for (std::int64_t r = 0; r < rows; ++r) {
        const auto first = std::clamp<std::int64_t>(r - perRow / 2, 0, rows - perRow);
        for (std::int64_t c = 0; c < perRow; ++c)
            pattern.indices.push_back(first + c);
        pattern.pointers.push_back(static_cast<std::int64_t>(pattern.indices.size()));
    }
    return pattern;
}

Tensor tensorOf(const Pattern& pattern, DType index, std::int64_t block, bool hasValues)
{
    const auto& layout = *layoutNamed(block == 0 ? "csr" : "bsr");
    const auto nnz = static_cast<std::int64_t>(pattern.indices.size());
    std::vector<Member> members(3);
    members[0].array = Array::fromInts({pattern.rows + 1}, pattern.pointers, index);
    members[1].array = Array::fromInts({nnz}, pattern.indices, index);
    members[2].array = Array::declared(ElementType::f32, block == 0 ? Extents{nnz} : Extents{nnz, block, block});
    if (hasValues)
        members[2].array.storage = (*StorageBuilder::make(nnz * 4)).seal(); // zeros: each one a remark
    for (std::size_t m = 0; m < 3; ++m)
        members[m].role = &layout.roles[m];
    auto tensor = *makeTensor(layout, std::move(members));
    const auto scale = std::max<std::int64_t>(block, 1);
    tensor.size = Extents{pattern.rows * scale, pattern.columns * scale};
    return tensor;
}

Pattern patternNamed(const std::string& name)
{
    if (name == "stencil5-1e7")
        return stencil5(1414);
    if (name == "bd32-1e7")
        return blockDiagonal(3125, 3);
    if (name == "uniform-1e6")
        return uniform(60'000, 15);
    if (name == "uniform-5e7")
        return uniform(3'000'000, 15);
    if (name == "uniform-1e8")
        return uniform(6'600'000, 15);
    auto pattern = uniform(600'000, 15);
    if (name == "every-entry-negative")
        for (auto& index : pattern.indices)
            index = -1 - index;
    if (name == "every-entry-too-large")
        for (auto& index : pattern.indices)
            index += pattern.columns;
    if (name == "every-entry-unsorted")
        for (std::size_t r = 0; r + 1 < pattern.pointers.size(); ++r)
            std::reverse(pattern.indices.begin() + pattern.pointers[r],
                         pattern.indices.begin() + pattern.pointers[r + 1]);
    if (name == "every-pointer-falls")
        std::ranges::reverse(pattern.pointers);
    if (name == "pointers-shuffled")
        std::ranges::shuffle(pattern.pointers, std::mt19937_64(2));
    return pattern;
}

} // namespace

const Tensor& tensorNamed(const std::string& name, ElementType index, std::int64_t block)
{
    static std::string held;
    static Tensor tensor;
    const auto key = name + std::string(DType(index).shortName());
    if (held != key) {
        tensor = Tensor{};
        tensor = tensorOf(patternNamed(name), index, block, name == "uniform-1e7-with-values");
        held = key;
    }
    return tensor;
}

} // namespace tscope::bench
