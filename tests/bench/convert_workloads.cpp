// SPDX-License-Identifier: Apache-2.0
#include "bench/convert_workloads.h"

#include "base/watch.h"
#include "bench/workloads.h"
#include "cpu/convert/slices_to_blocks.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace tscope::bench {

namespace {

template <class I>
std::vector<I> copied(const Tensor& tensor, const char* member)
{
    const auto& array = tensor.member(member).array;
    const auto* begin = reinterpret_cast<const I*>(array.storage->data());
    return {begin, begin + array.geometry.sizes[0]};
}

template <class I, class T>
Held<I, T> bands(bool hasBlocks)
{
    constexpr std::int64_t rows = 13'021, perRow = 3, side = 16;
    Held<I, T> held{rows * side, rows * side, {0}, {}, {}, {}};
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < perRow; ++c)
            held.indices.push_back(static_cast<I>(std::clamp<std::int64_t>(r - 1, 0, rows - perRow) + c));
        held.pointers.push_back(static_cast<I>(held.indices.size()));
    }
    held.values.resize(held.indices.size() * side * side);
    std::iota(held.values.begin(), held.values.end(), T{1});
    if (hasBlocks) {
        held.columns = rows;
        return held;
    }
    Held<I, T> entries{rows * side, rows * side, {}, {}, {}, {}};
    entries.pointers.resize(rows * side + 1);
    entries.indices.resize(held.values.size());
    entries.values.resize(held.values.size());
    const cpu::Slices<I> blocks{rows, rows, held.pointers.data(), held.indices.data()};
    cpu::blocksToSlices(blocks, reinterpret_cast<const std::byte*>(held.values.data()), sizeof(T),
                        cpu::BlockForm::ofRows({side, side}), entries.pointers.data(), entries.indices.data(),
                        reinterpret_cast<std::byte*>(entries.values.data()), Watch{});
    return entries;
}

// Kronecker graph: each bit of row and column falls into one of four quarters of uneven weight.
template <class I, class T>
Held<I, T> rmat()
{
    constexpr int bits = 20;
    constexpr std::int64_t count = 10'000'000;
    Held<I, T> held{std::int64_t{1} << bits, std::int64_t{1} << bits, {}, {}, {}, {}};
    std::mt19937_64 random(1);
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t row = 0, column = 0;
        for (int bit = 0; bit < bits; ++bit) {
            const auto chance = random() % 100;
            row = row << 1 | (chance >= 76 ? 1 : 0);
            column = column << 1 | ((chance >= 57 && chance < 76) || chance >= 95 ? 1 : 0);
        }
        held.rowOfEach.push_back(static_cast<I>(row));
        held.indices.push_back(static_cast<I>(column));
    }
    held.values.assign(count, T{1});
    return held;
}

} // namespace

template <class I, class T>
Held<I, T> heldNamed(const std::string& name, bool hasBlocks)
{
    if (name == "bd16-1e7")
        return bands<I, T>(hasBlocks);
    if (name == "rmat-1e7")
        return rmat<I, T>();
    const auto& tensor = tensorNamed(name, sizeof(I) == 4 ? ElementType::i32 : ElementType::i64);
    Held<I, T> held{
        (*tensor.size)[0], (*tensor.size)[1], copied<I>(tensor, "compressed"), copied<I>(tensor, "plain"), {}, {}};
    held.values.resize(held.indices.size());
    std::iota(held.values.begin(), held.values.end(), T{1});
    return held;
}

template <class I, class T>
void shuffleToCoo(Held<I, T>& held)
{
    std::vector<I> order(held.indices.size());
    std::iota(order.begin(), order.end(), I{0});
    std::ranges::shuffle(order, std::mt19937_64(3));
    std::vector<I> rows(order.size()), columns(order.size());
    std::vector<T> values(order.size());
    std::size_t at = 0;
    for (std::size_t row = 0; row + 1 < held.pointers.size(); ++row)
        for (auto k = held.pointers[row]; k < held.pointers[row + 1]; ++k, ++at) {
            const auto to = static_cast<std::size_t>(order[at]);
            rows[to] = static_cast<I>(row);
            columns[to] = held.indices[at];
            values[to] = held.values[at];
        }
    held.rowOfEach = std::move(rows);
    held.indices = std::move(columns);
    held.values = std::move(values);
}

std::vector<float> denseOf(double density, std::int64_t block)
{
    constexpr std::int64_t side = 8192;
    std::vector<float> dense(side * side);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> chance;
    for (std::int64_t row = 0; row < side; row += block)
        for (std::int64_t column = 0; column < side; column += block)
            if (chance(random) < density)
                for (std::int64_t r = 0; r < block; ++r)
                    std::fill_n(dense.begin() + (row + r) * side + column, block, 1.5F);
    return dense;
}

template Held<std::int32_t, double> heldNamed(const std::string&, bool);
template Held<std::int64_t, float> heldNamed(const std::string&, bool);
template void shuffleToCoo(Held<std::int32_t, double>&);

} // namespace tscope::bench
