// SPDX-License-Identifier: Apache-2.0
#include "bench/kernel_data.h"

#include <algorithm>
#include <random>

namespace tscope::bench {

namespace {

// Row by row.
struct Rows {
    std::vector<std::int32_t> pointers{0}, indices;

    void end() { pointers.push_back(static_cast<std::int32_t>(indices.size())); }
};

Rows uniform(std::int32_t rows, int perRow)
{
    Rows out;
    std::mt19937_64 random(1);
    std::vector<std::int32_t> row(static_cast<std::size_t>(perRow));
    for (std::int32_t r = 0; r < rows; ++r) {
        for (auto& column : row)
            column = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(rows));
        std::ranges::sort(row);
        out.indices.insert(out.indices.end(), row.begin(), std::ranges::unique(row).begin());
        out.end();
    }
    return out;
}

Rows stencil5(std::int32_t side)
{
    Rows out;
    for (std::int32_t y = 0; y < side; ++y)
        for (std::int32_t x = 0; x < side; ++x) {
            const auto at = y * side + x;
            if (y > 0)
                out.indices.push_back(at - side);
            if (x > 0)
                out.indices.push_back(at - 1);
            out.indices.push_back(at);
            if (x + 1 < side)
                out.indices.push_back(at + 1);
            if (y + 1 < side)
                out.indices.push_back(at + side);
            out.end();
        }
    return out;
}

// A graph with hubs: each edge falls into one quarter after another, most often into the first.
Rows rmat(int scale, std::int64_t edges)
{
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys;
    for (std::int64_t e = 0; e < edges; ++e) {
        std::uint64_t row = 0, column = 0;
        for (int bit = 0; bit < scale; ++bit) {
            const auto draw = static_cast<double>(random() >> 11U) / 0x1p53;
            row = row * 2 + (draw >= 0.76 ? 1 : 0);
            column = column * 2 + ((draw >= 0.57 && draw < 0.76) || draw >= 0.95 ? 1 : 0);
        }
        keys.push_back(row << 32U | column);
    }
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    Rows out;
    std::size_t next = 0;
    for (std::uint64_t row = 0; row < std::uint64_t{1} << scale; ++row) {
        for (; next < keys.size() && keys[next] >> 32U == row; ++next)
            out.indices.push_back(static_cast<std::int32_t>(keys[next] & 0xffffffffU));
        out.end();
    }
    return out;
}

// Blocks around the diagonal, three in each row of blocks; as blocks or as the elements of these.
Rows blockDiagonal(std::int32_t blockRows, std::int32_t block)
{
    Rows out;
    for (std::int32_t r = 0; r < blockRows * block; ++r) {
        const auto first = std::clamp(r / block - 1, 0, blockRows - 3) * block;
        for (std::int32_t c = 0; c < 3 * block; ++c)
            out.indices.push_back(first + c);
        out.end();
    }
    return out;
}

// Rows of which one holds nine of ten entries.
Rows oneGiant(std::int32_t rows, std::int64_t entries)
{
    Rows out;
    for (std::int32_t r = 0; r < rows; ++r) {
        const auto count = r == rows / 2 ? entries / 10 * 9 : entries / 10 / rows;
        for (std::int64_t e = 0; e < count; ++e)
            out.indices.push_back(static_cast<std::int32_t>(2 * e));
        out.end();
    }
    return out;
}

Rows rowsNamed(const std::string& name)
{
    if (name == "giant-9e6")
        return oneGiant(10'000, 9'000'000);
    if (name == "uniform-5e7")
        return uniform(3'000'000, 15);
    if (name == "stencil5-1e7")
        return stencil5(1414);
    if (name == "rmat-1e7")
        return rmat(20, 10'000'000);
    if (name == "bd16-1e7")
        return blockDiagonal(13'021, 16);
    if (name == "bd16-1e7-blocks")
        return blockDiagonal(13'021, 1);
    return uniform(600'000, 15);
}

} // namespace

BenchPattern& patternOf(const std::string& name)
{
    static std::string held;
    static BenchPattern pattern;
    if (held != name) {
        pattern = {};
        const auto rows = rowsNamed(name);
        pattern.rows = std::ssize(rows.pointers) - 1;
        pattern.pointers = Buffer<std::int32_t>(std::ssize(rows.pointers));
        pattern.indices = Buffer<std::int32_t>(std::ssize(rows.indices));
        std::ranges::copy(rows.pointers, pattern.pointers.data());
        std::ranges::copy(rows.indices, pattern.indices.data());
        held = name;
    }
    return pattern;
}

} // namespace tscope::bench
