// SPDX-License-Identifier: Apache-2.0
// A window of 50 by 50 in tensors of 1e7 entries: what is read of their members is counted.
#include "facts/cells.h"

#include "layouts/registry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>

namespace tscope {
namespace {

constexpr std::int64_t entryCount = 10'000'000;

// int64 numbers that nobody stores: each is told when it is asked for, and counted.
class ToldStorage final : public Storage
{
public:
    ToldStorage(std::int64_t count, std::int64_t (*number)(std::int64_t))
        : Storage(count * 8, Label{}), m_number(number)
    {
    }

    bool hasBytes() const override { return true; }
    const std::byte* data() const override { return nullptr; }
    void read(std::int64_t begin, std::span<std::byte> out) const override
    {
        m_read += static_cast<std::int64_t>(out.size());
        for (std::size_t at = 0; at < out.size(); at += 8) {
            const auto number = m_number((begin + static_cast<std::int64_t>(at)) / 8);
            std::memcpy(out.data() + at, &number, 8);
        }
    }
    std::span<const std::byte> window(std::int64_t begin, std::int64_t end,
                                      std::vector<std::byte>& scratch) const override
    {
        scratch.resize(static_cast<std::size_t>(end - begin));
        read(begin, scratch);
        return scratch;
    }
    std::int64_t numbersRead() const { return m_read / 8; }

private:
    std::int64_t (*m_number)(std::int64_t);
    mutable std::atomic<std::int64_t> m_read = 0;
};

using Told = std::shared_ptr<ToldStorage>;

Told told(std::int64_t count, std::int64_t (*number)(std::int64_t))
{
    return std::make_shared<ToldStorage>(count, number);
}

Member member(std::string_view layout, std::string_view role, const Told& storage, Extents sizes)
{
    return {.role = roleNamed(*layoutNamed(layout), role),
            .array = {storage, ElementType::i64, Geometry::rowMajor(std::move(sizes))}};
}

struct Counted {
    Tensor tensor;
    std::vector<Told> storages;

    std::int64_t numbersRead() const
    {
        std::int64_t out = 0;
        for (const auto& storage : storages)
            out += storage->numbersRead();
        return out;
    }
};

Counted counted(std::string_view layout, std::vector<Member> members, Extents size, std::vector<Told> storages)
{
    auto tensor = *makeTensor(*layoutNamed(layout), std::move(members));
    tensor.size = std::move(size);
    return {std::move(tensor), std::move(storages)};
}

// Ten entries a row (or column), a thousand apart.
Counted compressed(const char* layout)
{
    constexpr auto slices = entryCount / 10;
    const auto pointers = told(slices + 1, [](std::int64_t i) { return i * 10; });
    const auto plain = told(entryCount, [](std::int64_t k) { return k % 10 * 1000; });
    const auto values = told(entryCount, [](std::int64_t k) { return k + 1; });
    const bool isRow = std::string_view(layout).ends_with("r"),
               isBlocked = std::string_view(layout).starts_with("b");
    const Extents valueSizes = isBlocked ? Extents{entryCount / 4, 2, 2} : Extents{entryCount};
    const auto block = isBlocked ? 2 : 1;
    const Extents size = isRow ? Extents{slices * block, 10'000 * block} : Extents{10'000 * block, slices * block};
    return counted(layout,
                   {member(layout, "compressed", pointers, {slices + 1}),
                    member(layout, "plain", plain, {entryCount}), member(layout, "values", values, valueSizes)},
                   size, {pointers, plain, values});
}

CellWindow at(std::int64_t row, std::int64_t column)
{
    return {.rowDim = 0,
            .columnDim = 1,
            .fixed = {0, 0},
            .rowBegin = row,
            .rowEnd = row + 50,
            .columnBegin = column,
            .columnEnd = column + 50};
}

} // namespace

TEST(CellsLarge, CompressedLayoutsReadTheSlicesOfTheWindowOnly)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto [tensor, storages] = compressed(layout);
        const bool isRow = std::string_view(layout).ends_with("r");
        const auto block = std::string_view(layout).starts_with("b") ? 2 : 1;
        const auto slice = 400'000, index = 4000 * block;
        const Counted all{tensor, storages};
        const auto found = cells(tensor, isRow ? at(slice, index) : at(index, slice));
        ASSERT_TRUE(found) << found.error().text;
        EXPECT_EQ(std::ranges::count(found->cells, Cell::State::absent, &Cell::state), 2500 - 50 * block);
        // Two pointers a slice; its entries for the window and for each of its two sides; the values shown.
        EXPECT_LE(all.numbersRead(), 50 * (6 + 30) + 50 * block + 64);
    }
}

TEST(CellsLarge, ALongRowThatRisesIsHalved)
{
    const auto pointers = told(2, [](std::int64_t i) { return i * entryCount; });
    const auto plain = told(entryCount, [](std::int64_t k) { return k * 3; });
    const auto values = told(entryCount, [](std::int64_t k) { return k + 1; });
    const auto all =
        counted("csr",
                {member("csr", "compressed", pointers, {2}), member("csr", "plain", plain, {entryCount}),
                 member("csr", "values", values, {entryCount})},
                {1, entryCount * 3}, {pointers, plain, values});
    ASSERT_TRUE(cells(all.tensor, at(0, 0))); // whether it rises is looked at once
    const auto before = all.numbersRead();
    const auto found = cells(all.tensor, at(0, 21'000'000));
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->cells[0].value.text(), "7000001");
    EXPECT_LE(all.numbersRead() - before, 500);
}

TEST(CellsLarge, CooThatRisesIsHalved)
{
    const auto indices =
        told(2 * entryCount, [](std::int64_t k) { return k < entryCount ? k / 10 : k % 10 * 1000; });
    const auto values = told(entryCount, [](std::int64_t k) { return k + 1; });
    auto all = counted(
        "coo", {member("coo", "indices", indices, {2, entryCount}), member("coo", "values", values, {entryCount})},
        {entryCount / 10, 10'000}, {indices, values});
    all.tensor.claims.set("is_coalesced", true);
    ASSERT_TRUE(cells(all.tensor, at(0, 0)));
    const auto before = all.numbersRead();
    const auto found = cells(all.tensor, at(700'000, 3000));
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->cells[50].value.text(), "7000014");
    EXPECT_LE(all.numbersRead() - before, 5000);
}

} // namespace tscope
