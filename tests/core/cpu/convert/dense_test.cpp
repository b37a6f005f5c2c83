// SPDX-License-Identifier: Apache-2.0
// Dense to sparse and back: each item is looked up in a plain dense array.
#include "core/cpu/convert/convert_test.h"
#include "cpu/convert/dense_blocks.h"
#include "cpu/convert/dense_nonzeros.h"
#include "cpu/convert/slices_to_dense.h"

#include <array>
#include <limits>

namespace tscope::cpu {
namespace {

enum class Order { rowMajor, columnMajor, padded, spread, reversed };
constexpr std::array allOrders{Order::rowMajor, Order::columnMajor, Order::padded, Order::spread, Order::reversed};

// A matrix of items of one element or more, some of them zero, in memory of any order.
class OwnDense
{
public:
    OwnDense(std::int64_t rows, std::int64_t columns, std::int64_t itemBytes, Order order)
    {
        source = {nullptr, rows, columns, 0, 0, itemBytes};
        const auto gap = order == Order::padded ? 3 * itemBytes : 0;
        source.columnStride = order == Order::columnMajor ? rows * itemBytes : itemBytes;
        source.rowStride = order == Order::columnMajor ? itemBytes : columns * itemBytes + gap;
        if (order == Order::spread) {
            source.columnStride = 2 * itemBytes;
            source.rowStride = 2 * columns * itemBytes + itemBytes;
        }
        const auto used = std::max<std::int64_t>(rows, 1) * std::max<std::int64_t>(columns, 1) * 2 * itemBytes +
                          std::max<std::int64_t>(rows, 1) * 4 * itemBytes;
        bytes.assign(static_cast<std::size_t>(used), std::byte{0x55});
        source.data = bytes.data();
        if (order == Order::reversed && rows > 0) {
            source.data += (rows - 1) * source.rowStride;
            source.rowStride = -source.rowStride;
        }
    }

    std::byte* at(std::int64_t row, std::int64_t column)
    {
        return bytes.data() + (source.data - bytes.data()) + row * source.rowStride + column * source.columnStride;
    }

    DenseTarget target()
    {
        return {at(0, 0), source.rows, source.columns, source.rowStride, source.columnStride, source.itemBytes};
    }

    // Each item is zero (maybe with the signs of `signBits` set), or has one word of it set.
    void fill(Random& random, ZeroTest test, std::int64_t oneIn)
    {
        kept.clear();
        for (std::int64_t row = 0; row < source.rows; ++row)
            for (std::int64_t column = 0; column < source.columns; ++column) {
                auto* item = at(row, column);
                const auto words = source.itemBytes / test.wordBytes;
                for (std::int64_t w = 0; w < words; ++w) {
                    const std::uint64_t zero = random.below(2) == 0 ? 0 : ~test.mask;
                    std::memcpy(item + w * test.wordBytes, &zero, static_cast<std::size_t>(test.wordBytes));
                }
                if (random.below(oneIn) != 0)
                    continue;
                kept.push_back({row, column});
                auto word = static_cast<std::uint64_t>(random.next()) & test.mask;
                if (word == 0)
                    word = std::uint64_t{1} << (random.below(2) == 0 ? 0 : std::countr_zero(test.mask));
                std::memcpy(item + random.below(words) * test.wordBytes, &word,
                            static_cast<std::size_t>(test.wordBytes));
            }
    }

    DenseSource source;
    std::vector<std::byte> bytes;
    std::vector<std::pair<std::int64_t, std::int64_t>> kept; // row-major
};

struct ItemKind {
    ElementType type;
    std::int64_t itemBytes;
};
constexpr std::array itemKinds{
    ItemKind{ElementType::boolean, 1}, ItemKind{ElementType::i8, 1},    ItemKind{ElementType::i16, 2},
    ItemKind{ElementType::bf16, 2},    ItemKind{ElementType::f32, 4},   ItemKind{ElementType::i32, 4},
    ItemKind{ElementType::c32, 4},     ItemKind{ElementType::f64, 8},   ItemKind{ElementType::c64, 8},
    ItemKind{ElementType::i64, 8},     ItemKind{ElementType::c128, 16}, ItemKind{ElementType::f32, 12},
    ItemKind{ElementType::f16, 6},     ItemKind{ElementType::c128, 48}};

template <class I>
class DenseTest : public ConvertTest
{
protected:
    void expectNonzeros(std::int64_t rows, std::int64_t columns, ItemKind kind, Order order, std::int64_t oneIn)
    {
        OwnDense dense(rows, columns, kind.itemBytes, order);
        dense.fill(m_random, zeroTestOf(kind.type), oneIn);
        const auto count = dense.kept.size();
        withThreads([&] {
            std::vector<I> pointers(static_cast<std::size_t>(rows + 1), -7), columnsOf(count), high(count),
                low(count);
            std::vector<std::byte> values(count * static_cast<std::size_t>(kind.itemBytes));
            // The rows are those of two dims where they can be.
            const std::int64_t inner = rows % 3 == 0 ? 3 : 1;
            const std::array<std::int64_t, 2> rowSizes{rows / inner, inner};
            const std::array<I*, 2> rowIndices{high.data(), low.data()};
            const NonzerosOut<I> out{static_cast<std::int64_t>(count),
                                     pointers.data(),
                                     columnsOf.data(),
                                     values.data(),
                                     rowSizes,
                                     rowIndices};
            std::int64_t entries = -1;
            ASSERT_EQ(storeNonzeros(dense.source, zeroTestOf(kind.type), out, entries, Watch{}), Ending::done);
            ASSERT_EQ(entries, static_cast<std::int64_t>(count));
            std::vector<I> wantedPointers(pointers.size(), 0);
            for (std::size_t k = 0; k < count; ++k) {
                const auto [row, column] = dense.kept[k];
                ++wantedPointers[static_cast<std::size_t>(row) + 1];
                ASSERT_EQ(columnsOf[k], column) << k;
                ASSERT_EQ(high[k] * inner + low[k], row) << k;
                ASSERT_LT(low[k], inner);
                ASSERT_EQ(std::memcmp(values.data() + k * static_cast<std::size_t>(kind.itemBytes),
                                      dense.at(row, column), static_cast<std::size_t>(kind.itemBytes)),
                          0)
                    << k;
            }
            for (std::size_t row = 1; row < pointers.size(); ++row)
                wantedPointers[row] = static_cast<I>(wantedPointers[row] + wantedPointers[row - 1]);
            ASSERT_EQ(pointers, wantedPointers);
            if (count > 0) {
                auto small = out;
                --small.capacity;
                EXPECT_EQ(storeNonzeros(dense.source, zeroTestOf(kind.type), small, entries, Watch{}),
                          Ending::noRoom);
            }
        });
    }

    void expectBlocks(std::int64_t rows, std::int64_t columns, BlockSize block, ItemKind kind, Order order,
                      std::int64_t oneIn)
    {
        OwnDense dense(rows, columns, kind.itemBytes, order);
        dense.fill(m_random, zeroTestOf(kind.type), oneIn);
        std::vector<std::vector<bool>> isKept(
            static_cast<std::size_t>(rows / block.rows),
            std::vector<bool>(static_cast<std::size_t>(columns / block.columns)));
        for (const auto& [row, column] : dense.kept)
            isKept[static_cast<std::size_t>(row / block.rows)][static_cast<std::size_t>(column / block.columns)] =
                true;
        std::size_t count = 0;
        for (const auto& row : isKept)
            count += static_cast<std::size_t>(std::ranges::count(row, true));
        const auto blockBytes = block.items() * kind.itemBytes;
        withThreads([&] {
            std::vector<I> pointers(isKept.size() + 1, -7), indices(count);
            std::vector<std::byte> values(count * static_cast<std::size_t>(blockBytes));
            const BlocksOut<I> out{static_cast<std::int64_t>(count), pointers.data(), indices.data(),
                                   values.data()};
            std::int64_t blocks = -1;
            ASSERT_EQ(storeNonzeroBlocks(dense.source, zeroTestOf(kind.type), block, out, blocks, Watch{}),
                      Ending::done);
            ASSERT_EQ(blocks, static_cast<std::int64_t>(count));
            std::size_t at = 0;
            for (std::size_t row = 0; row < isKept.size(); ++row) {
                ASSERT_EQ(pointers[row], static_cast<I>(at));
                for (std::size_t column = 0; column < isKept[row].size(); ++column) {
                    if (!isKept[row][column])
                        continue;
                    ASSERT_EQ(indices[at], static_cast<I>(column));
                    for (std::int64_t item = 0; item < block.items(); ++item)
                        ASSERT_EQ(
                            std::memcmp(
                                values.data() + static_cast<std::int64_t>(at) * blockBytes + item * kind.itemBytes,
                                dense.at(static_cast<std::int64_t>(row) * block.rows + item / block.columns,
                                         static_cast<std::int64_t>(column) * block.columns + item % block.columns),
                                static_cast<std::size_t>(kind.itemBytes)),
                            0);
                    ++at;
                }
            }
            ASSERT_EQ(pointers.back(), static_cast<I>(count));
            if (count > 0) {
                auto small = out;
                --small.capacity;
                EXPECT_EQ(storeNonzeroBlocks(dense.source, zeroTestOf(kind.type), block, small, blocks, Watch{}),
                          Ending::noRoom);
            }
        });
    }

    void expectDense(const OwnSlices<I>& own, BlockSize block, std::int64_t itemBytes, Order order)
    {
        const auto slices = own.view();
        const auto values = randomBytes(slices.entries() * block.items() * itemBytes);
        const auto rows = slices.count * block.rows, columns = slices.width * block.columns;
        std::vector<const std::byte*> wanted(static_cast<std::size_t>(rows * columns), nullptr);
        for (std::int64_t slice = 0; slice < slices.count; ++slice)
            for (std::int64_t k = slices.pointers[slice]; k < slices.pointers[slice + 1]; ++k)
                for (std::int64_t item = 0; item < block.items(); ++item)
                    wanted[static_cast<std::size_t>((slice * block.rows + item / block.columns) * columns +
                                                    slices.indices[k] * block.columns + item % block.columns)] =
                        values.data() + (k * block.items() + item) * itemBytes;
        const std::vector<std::byte> zero(static_cast<std::size_t>(itemBytes));
        withThreads([&] {
            OwnDense dense(rows, columns, itemBytes, order);
            ASSERT_EQ(slicesToDense(slices, values.data(), block, dense.target(), Watch{}), Ending::done);
            for (std::int64_t row = 0; row < rows; ++row)
                for (std::int64_t column = 0; column < columns; ++column) {
                    const auto* item = wanted[static_cast<std::size_t>(row * columns + column)];
                    ASSERT_EQ(std::memcmp(dense.at(row, column), item == nullptr ? zero.data() : item,
                                          static_cast<std::size_t>(itemBytes)),
                              0)
                        << row << ", " << column;
                }
            if (order == Order::padded && columns > 0) {
                for (std::int64_t row = 0; row < rows; ++row)
                    ASSERT_EQ(*(dense.at(row, columns - 1) + itemBytes), std::byte{0x55}) << row; // between rows
            }
        });
    }
};

using DenseIndexTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(DenseTest, DenseIndexTypes);

TYPED_TEST(DenseTest, NonzerosOfAllTypesExtentsAndStrides)
{
    for (const auto order : allOrders)
        for (const auto kind : itemKinds)
            for (const auto& [rows, columns] : std::vector<std::pair<std::int64_t, std::int64_t>>{
                     {0, 5}, {5, 0}, {1, 1}, {1, 300}, {300, 1}, {6, 71}, {13, 200}})
                this->expectNonzeros(rows, columns, kind, order, 1 + this->m_random.below(20));
}

TYPED_TEST(DenseTest, NonzerosOfManyParts)
{
    for (const auto order : {Order::rowMajor, Order::columnMajor, Order::padded}) {
        this->expectNonzeros(900, 700, {ElementType::f32, 4}, order, 10);
        this->expectNonzeros(2, 500'000, {ElementType::f64, 8}, order, 50);
        this->expectNonzeros(300'000, 2, {ElementType::u8, 1}, order, 3);
        this->expectNonzeros(70, 900, {ElementType::c128, 48}, order, 5);
    }
}

TYPED_TEST(DenseTest, SignedZerosAreZeroAndNansAreNot)
{
    const std::vector<double> values{0.0, -0.0, std::numeric_limits<double>::quiet_NaN(), 5e-324, -1.0};
    const DenseSource source{bytesOf(values), 1, 5, 40, 8, 8};
    std::vector<TypeParam> columns(5);
    std::int64_t entries = 0;
    ASSERT_EQ(storeNonzeros(source, zeroTestOf(ElementType::f64),
                            NonzerosOut<TypeParam>{5, nullptr, columns.data()}, entries, Watch{}),
              Ending::done);
    columns.resize(static_cast<std::size_t>(entries));
    EXPECT_EQ(columns, (std::vector<TypeParam>{2, 3, 4}));
}

// What the bits of a zero are, type by type.
TYPED_TEST(DenseTest, EachElementTypeHasItsZeros)
{
    struct Case {
        ElementType type;
        std::vector<int> bytes; // of one element, the lowest first
        bool isZero;
    };
    const std::vector<Case> cases{
        {ElementType::boolean, {0}, true},
        {ElementType::boolean, {2}, false},
        {ElementType::u8, {0x80}, false},
        {ElementType::i8, {0x80}, false},
        {ElementType::i16, {0, 0x80}, false},
        {ElementType::i32, {0, 0, 0, 0x80}, false},
        {ElementType::i64, {0, 0, 0, 0, 0, 0, 0, 0x80}, false},
        {ElementType::f16, {0, 0x80}, true},
        {ElementType::f16, {1, 0x80}, false},
        {ElementType::bf16, {0, 0x80}, true},
        {ElementType::bf16, {0x80, 0xff}, false},
        {ElementType::f32, {0, 0, 0, 0x80}, true},
        {ElementType::f32, {0, 0x80, 0, 0}, false},
        {ElementType::f64, {0, 0, 0, 0, 0, 0, 0, 0x80}, true},
        {ElementType::f64, {0, 0, 0, 0x80, 0, 0, 0, 0}, false},
        {ElementType::c32, {0, 0x80, 0, 0x80}, true},
        {ElementType::c32, {1, 0, 0, 0x80}, false},
        {ElementType::c64, {0, 0, 0, 0x80, 0, 0, 0, 0x80}, true},
        {ElementType::c64, {0, 0, 0, 0x80, 0, 0, 1, 0x80}, false},
        {ElementType::c128, {0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x80}, true},
        {ElementType::c128, {0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x10, 0}, false}};
    for (const auto& [type, element, isZero] : cases) {
        std::vector<std::byte> bytes;
        for (const auto byte : element)
            bytes.push_back(static_cast<std::byte>(byte));
        const auto size = static_cast<std::int64_t>(bytes.size());
        std::int64_t entries = 0;
        ASSERT_EQ(storeNonzeros(DenseSource{bytes.data(), 1, 1, size, size, size}, zeroTestOf(type),
                                NonzerosOut<TypeParam>{1}, entries, Watch{}),
                  Ending::done);
        EXPECT_EQ(entries, isZero ? 0 : 1) << static_cast<int>(type) << ", " << size << " bytes";
    }
}

TYPED_TEST(DenseTest, BlocksOfAllTypesSizesAndStrides)
{
    for (const auto order : allOrders)
        for (const auto kind : itemKinds)
            for (const auto block :
                 {BlockSize{1, 1}, BlockSize{2, 3}, BlockSize{5, 1}, BlockSize{1, 16}, BlockSize{16, 16}})
                for (const auto& [rows, columns] :
                     std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 3}, {2, 0}, {1, 1}, {3, 5}})
                    this->expectBlocks(rows * block.rows, columns * block.columns, block, kind, order,
                                       1 + this->m_random.below(3 * block.items()));
}

TYPED_TEST(DenseTest, BlocksOfManyParts)
{
    for (const auto order : {Order::rowMajor, Order::columnMajor, Order::padded}) {
        this->expectBlocks(960, 800, {16, 16}, {ElementType::f32, 4}, order, 4000);
        this->expectBlocks(4, 400'000, {2, 4}, {ElementType::f32, 4}, order, 40);
        this->expectBlocks(90'000, 6, {3, 2}, {ElementType::f64, 8}, order, 20);
    }
}

TYPED_TEST(DenseTest, SlicesBecomeDenseInAnyStrides)
{
    auto& random = this->m_random;
    for (const auto order : allOrders)
        for (const std::int64_t itemBytes : {1, 2, 4, 8, 16, 12})
            for (const auto block : {BlockSize{1, 1}, BlockSize{2, 3}, BlockSize{16, 16}})
                for (const auto& [count, width] :
                     std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 3}, {3, 0}, {1, 1}, {9, 30}}) {
                    this->expectDense(sparseSlices<TypeParam>(random, count, width, 5), block, itemBytes, order);
                    if (count > 0 && width > 0)
                        this->expectDense(looseSlices<TypeParam>(random, count, width, 20), block, itemBytes,
                                          order);
                }
}

TYPED_TEST(DenseTest, LongAndManySlicesBecomeDense)
{
    auto& random = this->m_random;
    for (const auto order : {Order::rowMajor, Order::columnMajor, Order::padded}) {
        this->expectDense(sparseSlices<TypeParam>(random, 3, 200'000, 30), {}, 4, order);
        this->expectDense(looseSlices<TypeParam>(random, 3, 200'000, 9'000), {}, 4, order);
        this->expectDense(sparseSlices<TypeParam>(random, 2, 9'000, 30), {2, 8}, 4, order);
        this->expectDense(looseSlices<TypeParam>(random, 40'000, 20, 90'000), {}, 8, order);
        this->expectDense(looseSlices<TypeParam>(random, 700, 700, 90'000, 50), {}, 4, order);
    }
}

TYPED_TEST(DenseTest, CooBecomesDenseWithItsDuplicatesSummed)
{
    using I = TypeParam;
    auto& random = this->m_random;
    for (const auto& sizes :
         std::vector<std::vector<std::int64_t>>{{1}, {70}, {0, 4}, {9, 11}, {3, 1, 50}, {300, 400}, {1, 150'000}})
        for (const bool isSorted : {true, false})
            for (const std::int64_t tail : {1, 3}) {
                std::int64_t items = 1;
                for (const auto size : sizes)
                    items *= size;
                std::vector<std::int64_t> places; // linear
                for (std::int64_t item = 0; item < items; ++item)
                    if (random.below(4) == 0)
                        places.push_back(isSorted ? item : random.below(items));
                std::vector<std::vector<I>> rows(sizes.size());
                for (auto place : places)
                    for (auto dim = sizes.size(); dim-- > 0; place /= sizes[dim])
                        rows[dim].push_back(static_cast<I>(place % sizes[dim]));
                std::vector<const I*> starts;
                for (const auto& row : rows)
                    starts.push_back(row.data());
                std::vector<std::int32_t> values;
                for (std::size_t i = 0; i < places.size() * static_cast<std::size_t>(tail); ++i)
                    values.push_back(static_cast<std::int32_t>(random.below(1000)));
                std::vector<std::int32_t> wanted(static_cast<std::size_t>(items * tail), 0);
                for (std::size_t k = 0; k < places.size(); ++k)
                    for (std::int64_t e = 0; e < tail; ++e)
                        wanted[static_cast<std::size_t>(places[k] * tail + e)] +=
                            values[k * static_cast<std::size_t>(tail) + static_cast<std::size_t>(e)];
                this->withThreads([&] {
                    std::vector<std::int32_t> dense(wanted.size(), -7);
                    ASSERT_EQ(cooToDense(CooIndices<I>{static_cast<std::int64_t>(places.size()), sizes, starts},
                                         bytesOf(values), 4 * tail, ElementType::i32, bytesOf(dense), Watch{}),
                              Ending::done);
                    ASSERT_EQ(dense, wanted);
                });
            }
}

} // namespace
} // namespace tscope::cpu
