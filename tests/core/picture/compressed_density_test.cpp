// SPDX-License-Identifier: Apache-2.0
// Densities of the compressed family, sound and broken in every way, against elements taken one by one.
#include "base/checked_math.h"
#include "base/thread_pool.h"
#include "core/picture/tally_oracle.h"
#include "layouts/registry.h"
#include "layouts/shared/tally_entries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace tscope {

namespace {

using test::TallyOracle;
using Numbers = std::vector<std::int64_t>;

// The numbers of one compressed tensor, nothing promised of any of them.
struct Raw {
    std::string layout = "csr";
    std::int64_t batches = 0; // 0: no batch dim
    std::int64_t rows = 0, columns = 0;
    std::int64_t claimedForNone = 0; // what the size says where rows or columns are 0
    std::int64_t blockRows = 1, blockColumns = 1;
    std::int64_t dense = 0; // 0: no dense dim
    std::int64_t pointers = 0, entries = 0, stored = 0;
    Numbers compressed, plain;
    DType index = ElementType::i64;

    bool isRow() const { return layout == "csr" || layout == "bsr"; }
    bool isBlocked() const { return layout == "bsr" || layout == "bsc"; }
};

Tensor tensorOf(const Raw& raw)
{
    const auto& layout = *layoutNamed(raw.layout);
    const auto withBatch = [&](Extents sizes) {
        if (raw.batches > 0)
            sizes.insert(sizes.begin(), raw.batches);
        return sizes;
    };
    Extents values{raw.stored};
    if (raw.isBlocked())
        values.insert(values.end(), {raw.blockRows, raw.blockColumns});
    if (raw.dense > 0)
        values.push_back(raw.dense);
    auto tensor = *makeTensor(
        layout, {{&layout.roles[0], Array::fromInts(withBatch({raw.pointers}), raw.compressed, raw.index)},
                 {&layout.roles[1], Array::fromInts(withBatch({raw.entries}), raw.plain, raw.index)},
                 {&layout.roles[2], Array::declared(ElementType::f32, withBatch(values))}});
    const auto claimed = [&](std::int64_t extent) { return extent == 0 ? raw.claimedForNone : extent; };
    Extents size = withBatch({claimed(raw.rows), claimed(raw.columns)});
    if (raw.dense > 0)
        size.push_back(raw.dense);
    tensor.size = size;
    return tensor;
}

// Every element, slice by slice, as the layout's text tells it.
void addElements(const Raw& raw, std::optional<std::int64_t> onlyBatch, TallyOracle& oracle)
{
    for (std::int64_t b = 0; b < std::max<std::int64_t>(raw.batches, 1); ++b) {
        if (onlyBatch && b != *onlyBatch)
            continue;
        for (std::int64_t s = 0; s + 1 < raw.pointers; ++s) {
            const auto pointer = [&](std::int64_t p) {
                return raw.compressed[static_cast<std::size_t>(b * raw.pointers + p)];
            };
            for (auto k = std::max<std::int64_t>(pointer(s), 0);
                 k < pointer(s + 1) && k < raw.entries && k < raw.stored; ++k) {
                const auto index = raw.plain[static_cast<std::size_t>(b * raw.entries + k)];
                // Blocks that the size cuts are outside of it with all of their elements.
                const auto blockRow = raw.isRow() ? s : index, blockColumn = raw.isRow() ? index : s;
                for (std::int64_t r = 0; r < raw.blockRows; ++r)
                    for (std::int64_t c = 0; c < raw.blockColumns; ++c) {
                        auto row = blockRow * raw.blockRows + r, column = blockColumn * raw.blockColumns + c;
                        if (blockRow >= raw.rows / raw.blockRows)
                            row = raw.rows + 1;
                        if (blockColumn >= raw.columns / raw.blockColumns)
                            column = raw.columns + 1;
                        oracle.add(row, column, static_cast<std::uint64_t>(std::max<std::int64_t>(raw.dense, 1)));
                    }
            }
        }
    }
}

class Chance
{
public:
    explicit Chance(std::uint64_t seed) : m_random(seed) {}
    std::int64_t from(std::int64_t low, std::int64_t high) // both included
    {
        return low + static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool in(std::int64_t many) { return from(1, many) == 1; }

private:
    std::mt19937_64 m_random;
};

Raw randomRaw(Chance& chance)
{
    Raw raw;
    constexpr const char* layouts[] = {"csr", "csc", "bsr", "bsc"};
    constexpr ElementType types[] = {ElementType::i16, ElementType::i32, ElementType::i64};
    raw.layout = layouts[chance.from(0, 3)];
    raw.index = types[chance.from(0, 2)];
    raw.rows = chance.in(20) ? 0 : chance.from(0, 40);
    raw.columns = chance.in(20) ? 0 : chance.from(0, 40);
    constexpr std::int64_t claims[] = {0, -1, -2, -7, -(std::int64_t{1} << 62), int64Min};
    raw.claimedForNone = claims[chance.from(0, 5)];
    if (raw.isBlocked()) {
        raw.blockRows = chance.from(1, 4);
        raw.blockColumns = chance.from(1, 4);
    }
    if (chance.in(3))
        raw.batches = chance.from(1, 3);
    if (chance.in(4))
        raw.dense = chance.from(1, 3);
    const auto sliced = raw.isRow() ? raw.rows / raw.blockRows : raw.columns / raw.blockColumns;
    const auto indexed = raw.isRow() ? raw.columns / raw.blockColumns : raw.rows / raw.blockRows;
    raw.pointers = std::max<std::int64_t>(1, sliced + 1 + (chance.in(3) ? chance.from(-3, 30) : 0));
    raw.entries = chance.from(1, 200);
    raw.stored = std::max<std::int64_t>(1, raw.entries + (chance.in(4) ? chance.from(-20, 20) : 0));
    const bool broken = !chance.in(3);
    for (std::int64_t b = 0; b < std::max<std::int64_t>(raw.batches, 1); ++b) {
        Numbers pointers;
        for (std::int64_t p = 0; p < raw.pointers; ++p)
            pointers.push_back(broken ? chance.from(-5, raw.entries + 5) : chance.from(0, raw.entries));
        if (!broken || chance.in(3))
            std::ranges::sort(pointers);
        raw.compressed.insert(raw.compressed.end(), pointers.begin(), pointers.end());
        for (std::int64_t k = 0; k < raw.entries; ++k)
            raw.plain.push_back(broken ? chance.from(-2, indexed + 2)
                                       : chance.from(0, std::max<std::int64_t>(indexed - 1, 0)));
    }
    return raw;
}

Range randomWindow(Chance& chance, std::int64_t extent)
{
    if (chance.in(2))
        return {0, extent};
    const auto begin = chance.from(0, extent);
    return {begin, chance.from(begin, extent)};
}

TEST(CompressedDensity, CountsAnyMembersAsSliceBySliceTheyAre)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Chance chance(seed);
    for (int round = 0; round < 1500; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const auto raw = randomRaw(chance);
        const auto tensor = tensorOf(raw);
        const auto rows = randomWindow(chance, raw.rows), columns = randomWindow(chance, raw.columns);
        DensitySpec spec{
            .rows = rows, .columns = columns, .rowBins = chance.from(1, 45), .columnBins = chance.from(1, 45)};
        std::optional<std::int64_t> batch;
        if (raw.batches > 0 && chance.in(2)) {
            batch = chance.from(0, raw.batches - 1);
            spec.fixed = {{0, *batch}};
        }
        const auto density = densityOf(tensor, spec);
        ASSERT_TRUE(density) << density.error().text;
        ASSERT_TRUE(density->tally.seesOutside);
        TallyOracle oracle(raw.rows, raw.columns, rows, columns, spec.rowBins, spec.columnBins);
        addElements(raw, batch, oracle);
        oracle.expect(*density);

        Tally slow;
        slow.counts = CountGrid(density->binning.rows.count(), density->binning.columns.count());
        if (tallyEntries(tensor, density->binning, {}, slow)) {
            for (std::int64_t r = 0; r < slow.counts.rows(); ++r)
                for (std::int64_t c = 0; c < slow.counts.columns(); ++c)
                    ASSERT_EQ(slow.counts.at(r, c), density->count(r, c));
        }

        // Turned round, dims and all.
        const auto first = raw.batches > 0 ? 1 : 0;
        auto turned = spec;
        turned.rowDim = first + 1;
        turned.columnDim = first;
        std::swap(turned.rows, turned.columns);
        std::swap(turned.rowBins, turned.columnBins);
        const auto other = densityOf(tensor, turned);
        ASSERT_TRUE(other) << other.error().text;
        EXPECT_EQ(other->total, density->total);
        for (std::int64_t r = 0; r < density->tally.counts.rows(); ++r)
            for (std::int64_t c = 0; c < density->tally.counts.columns(); ++c)
                ASSERT_EQ(other->count(c, r), density->count(r, c));
        EXPECT_EQ(other->tally.outside.left, density->tally.outside.above);
        EXPECT_EQ(other->tally.outside.below, density->tally.outside.right);
        if (HasFatalFailure())
            return;
    }
}

// Long runs are cut for the threads; some of them share a bin.
TEST(CompressedDensity, ManyEntriesInFewRowsAreCountedByAllThreads)
{
    constexpr std::int64_t entries = 1'000'000, columns = 1013;
    Raw raw;
    raw.rows = 4;
    raw.columns = columns;
    raw.pointers = 5;
    raw.compressed = {0, 100, 700'000, 700'000, entries};
    raw.entries = raw.stored = entries;
    raw.index = ElementType::i32;
    Chance chance(7);
    for (std::int64_t k = 0; k < entries; ++k)
        raw.plain.push_back(chance.from(k % 1000 == 0 ? -3 : 0, columns + (k % 997 == 0 ? 3 : -1)));
    const auto tensor = tensorOf(raw);
    TallyOracle oracle(raw.rows, raw.columns, {0, 4}, {0, columns}, 3, 10);
    addElements(raw, {}, oracle);
    for (const int threads : {1, 4}) {
        setThreadCount(threads);
        const auto density = densityOf(tensor, {.rowBins = 3, .columnBins = 10});
        setThreadCount(0);
        ASSERT_TRUE(density);
        oracle.expect(*density);
    }
}

// One pass, however often broken pointers read the same entries: slice by slice these are 10^11.
TEST(CompressedDensity, PointersInNoOrderDoNotTakeForever)
{
    constexpr std::int64_t rows = 200'000;
    Raw raw;
    raw.rows = rows;
    raw.columns = 50;
    raw.pointers = rows + 1;
    raw.entries = raw.stored = 1'000'000;
    for (std::int64_t p = 0; p <= rows; ++p)
        raw.compressed.push_back(p % 2 == 0 ? 0 : raw.entries);
    for (std::int64_t k = 0; k < raw.entries; ++k)
        raw.plain.push_back(k % 50);
    const auto density = densityOf(tensorOf(raw), {.rowBins = 10, .columnBins = 5});
    ASSERT_TRUE(density);
    EXPECT_EQ(density->total, std::uint64_t{rows} / 2 * 1'000'000);
    EXPECT_EQ(density->count(3, 2), std::uint64_t{rows} / 2 * 1'000'000 / 50);
}

TEST(CompressedDensity, CountsBeyond32BitsWhereDenseDimsMakeThem)
{
    constexpr std::int64_t dense = std::int64_t{1} << 40;
    Raw raw;
    raw.rows = raw.columns = 3;
    raw.pointers = 4;
    raw.compressed = {0, 1, 1, 3};
    raw.entries = raw.stored = 3;
    raw.plain = {2, 0, 1};
    raw.dense = dense;
    const auto density = densityOf(tensorOf(raw));
    ASSERT_TRUE(density);
    EXPECT_EQ(density->total, 3 * static_cast<std::uint64_t>(dense));
    EXPECT_EQ(density->count(0, 2), static_cast<std::uint64_t>(dense));
    raw.dense = std::int64_t{1} << 62;
    const auto tooMany = densityOf(tensorOf(raw));
    ASSERT_FALSE(tooMany);
    EXPECT_EQ(tooMany.error().code, ErrorCode::unsupported);
}

TEST(CompressedDensity, StopsWhenTold)
{
    std::stop_source stop;
    stop.request_stop();
    Raw raw;
    raw.rows = raw.columns = 2;
    raw.pointers = 3;
    raw.compressed = {0, 1, 2};
    raw.entries = raw.stored = 2;
    raw.plain = {0, 1};
    const auto stopped = densityOf(tensorOf(raw), {.watch = {.stop = stop.get_token()}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

} // namespace

} // namespace tscope
