// SPDX-License-Identifier: Apache-2.0
#include "facts/cells.h"

#include "core/facts/small_tensors.h"
#include "facts/logical_shape.h"
#include "support/from_json.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;
using testing::HasSubstr;
using Spec = nlohmann::json;
using State = Cell::State;

std::int64_t between(std::mt19937_64& random, std::int64_t low, std::int64_t high)
{
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

// Two dims and what they show, beyond the ends at times.
CellWindow someWindow(std::mt19937_64& random, const Extents& extents)
{
    CellWindow out;
    const auto rank = static_cast<int>(extents.size());
    for (const auto extent : extents)
        out.fixed.push_back(extent > 0 ? between(random, 0, extent - 1) : 0);
    if (rank > 0)
        out.columnDim = static_cast<int>(between(random, 0, rank - 1));
    if (rank > 1)
        out.rowDim = (out.columnDim + static_cast<int>(between(random, 1, rank - 1))) % rank;
    const auto range = [&](int dim, std::int64_t& begin, std::int64_t& end) {
        const auto extent = dim < 0 ? 1 : std::min<std::int64_t>(extents[static_cast<std::size_t>(dim)], 40);
        begin = between(random, -2, std::max<std::int64_t>(extent - 1, 0));
        end = between(random, begin, extent + 2);
    };
    range(out.rowDim, out.rowBegin, out.rowEnd);
    range(out.columnDim, out.columnBegin, out.columnEnd);
    return out;
}

// The cells of a window and the index of each; none where the window is beside what a scalar or a row has.
template <class F>
void forEach(const CellWindow& window, const Cells& found, F&& f)
{
    std::size_t at = 0;
    for (auto row = window.rowBegin; row < window.rowEnd; ++row)
        for (auto column = window.columnBegin; column < window.columnEnd; ++column, ++at) {
            auto index = window.fixed;
            if (window.rowDim >= 0)
                index[static_cast<std::size_t>(window.rowDim)] = row;
            if (window.columnDim >= 0)
                index[static_cast<std::size_t>(window.columnDim)] = column;
            const bool isThere = (window.rowDim >= 0 || row == 0) && (window.columnDim >= 0 || column == 0);
            ASSERT_LT(at, found.cells.size());
            f(found.cells[at], index, isThere);
        }
    ASSERT_EQ(at, found.cells.size());
}

std::vector<std::int64_t> valueSlots(const Tensor& tensor, const Path& path)
{
    std::vector<std::int64_t> out;
    for (const auto& run : path.places)
        if (tensor.member(run.member).role->kind == RoleKind::values)
            for (auto slot = run.begin; slot < run.end; ++slot)
                out.push_back(slot);
    return out;
}

// What locate() says of each cell's index.
void expectAsLocated(const Tensor& tensor, const CellWindow& window, const Cells& found)
{
    forEach(window, found, [&](const Cell& cell, const Extents& index, bool isThere) {
        SCOPED_TRACE(text(index));
        const auto path = tensor.layout->locate(tensor, index);
        ASSERT_EQ(cell.outsideComponent, !path || !isThere);
        if (!path || !isThere || !path->found) {
            // Of a component all is stored; what is not found lies outside.
            const bool isMissing = path && isThere && tensor.layout->read(tensor, {})->hasComponents();
            ASSERT_EQ(cell.state, isMissing ? State::unreadable : State::absent);
            ASSERT_EQ(cell.entries, 0);
            ASSERT_EQ(cell.valueSlot, -1);
            ASSERT_TRUE(cell.value.isZero() || cell.value.type().isOpaque());
            return;
        }
        ASSERT_NE(cell.state, State::absent);
        if (cell.state == State::unreadable)
            return;
        const auto slots = valueSlots(tensor, *path);
        ASSERT_FALSE(slots.empty());
        ASSERT_EQ(cell.valueSlot, slots.front());
        ASSERT_EQ(cell.entries, std::ssize(slots));
        ASSERT_EQ(cell.state, slots.size() > 1 ? State::duplicate : State::stored);
        ASSERT_EQ(cell.value, path->value) << cell.value.text() << " " << path->value.text();
    });
}

void expectAsLocated(const Tensor& tensor, std::mt19937_64& random, int windows)
{
    const auto shape = logicalShape(tensor);
    ASSERT_TRUE(shape) << shape.error().text;
    for (int sample = 0; sample < windows; ++sample) {
        const auto window = someWindow(random, shape->extents);
        const auto found = cells(tensor, window);
        ASSERT_TRUE(found) << found.error().text;
        expectAsLocated(tensor, window, *found);
        for (const auto& cell : found->cells)
            ASSERT_NE(cell.state, State::unreadable);
        ASSERT_EQ(found->outside.count, 0);
        if (testing::Test::HasFatalFailure())
            return;
    }
}

void replace(Tensor& tensor, std::string_view role, std::mt19937_64& random, std::int64_t low, std::int64_t high)
{
    auto& array = tensor.find(role)->array;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(*numel(array.geometry)));
    for (auto& number : numbers)
        number = between(random, low, high);
    array = Array::fromInts(array.geometry.sizes, numbers);
}

CellWindow wholeMatrix(const Extents& size)
{
    return {
        .rowDim = 0, .columnDim = 1, .fixed = Extents(size.size(), 0), .rowEnd = size[0], .columnEnd = size[1]};
}

// The element at an index is the one that is meant, as for locate(); the member has what is stored.
TEST(Cells, OfAConjugatedViewShowWhatIsMeant)
{
    const auto tensor =
        test::fromJson(R"({"sizes": [2], "dtype": "complex64", "data": [[6, 16], [0, -1]], "conj": true})");
    const auto found = cells(tensor, {.columnDim = 0, .fixed = {0}, .rowEnd = 1, .columnEnd = 2});
    ASSERT_TRUE(found) << found.error().text;
    for (std::int64_t i = 0; i < 2; ++i)
        EXPECT_EQ(found->cells[static_cast<std::size_t>(i)].value, tensor.layout->locate(tensor, {i})->value);
    EXPECT_EQ(found->cells[0].value.text(), "(6-16j)");
}

} // namespace

TEST(Cells, AgreeWithLocateInEveryLayout)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto& [name, tensor] : test::smallTensors(seed)) {
        SCOPED_TRACE(name);
        expectAsLocated(tensor, random, 30);
        if (HasFatalFailure())
            return;
    }
}

TEST(Cells, DuplicatesAddUpAsLocateSays)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        const bool isBlocked = std::string_view(layout).starts_with("b");
        auto tensor =
            test::madeOf({.layout = layout, .size = {6, 6}, .nnz = isBlocked ? 8 : 30, .blocksize = {2, 2}});
        replace(tensor, "plain", random, 0, isBlocked ? 2 : 5);
        expectAsLocated(tensor, random, 20);
    }
    auto tensor = test::madeOf({.layout = "coo", .size = {4, 5}, .nnz = 18, .dense = {2}});
    replace(tensor, "indices", random, 0, 3);
    tensor.claims.erase("is_coalesced");
    expectAsLocated(tensor, random, 20);
}

TEST(Cells, BrokenTensorsShowWhatLocateFinds)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::size_t shown = 0, refused = 0;
    for (const auto& [name, tensor] : test::brokenTensors(seed % 100)) {
        SCOPED_TRACE(name);
        const auto shape = logicalShape(tensor);
        if (!shape) {
            EXPECT_FALSE(shape.error().text.empty());
            continue;
        }
        for (int sample = 0; sample < 3; ++sample) {
            const auto window = someWindow(random, shape->extents);
            const auto found = cells(tensor, window);
            if (found) {
                ++shown;
                expectAsLocated(tensor, window, *found);
            } else {
                ++refused;
                EXPECT_FALSE(found.error().text.empty());
                const auto path = tensor.layout->locate(tensor, window.fixed);
                EXPECT_TRUE(!path || !path->found) << found.error().text;
            }
            if (HasFatalFailure())
                return;
        }
    }
    EXPECT_GT(shown, 1000U);
    EXPECT_GT(refused, 50U);
}

TEST(Cells, StoredElementsOutsideTheSizeAreToldBesideTheWindow)
{
    const auto csr = tensorOf({{"layout", "csr"},
                               {"size", {3, 4}},
                               {"dtype", "float32"},
                               {"members",
                                {{"compressed", {{"dtype", "int64"}, {"data", {0, 2, 4, 5, 7}}}}, // a row too many
                                 {"plain", {{"dtype", "int64"}, {"data", {1, 9, -2, 0, 2, 1, 7}}}},
                                 {"values", {1, 2, 3, 4, 5, 6, 7}}}}});
    const auto all = cells(csr, wholeMatrix({3, 4}));
    ASSERT_TRUE(all) << all.error().text;
    EXPECT_EQ(all->outside.count, 3);
    EXPECT_THAT(all->outside.first,
                testing::UnorderedElementsAre(OutsideElement{{0, 9}, 1}, OutsideElement{{1, -2}, 2},
                                              OutsideElement{{3, 1}, 5}));
    const auto corner = cells(csr, {.rowDim = 0, .columnDim = 1, .fixed = {0, 0}, .rowEnd = 1, .columnEnd = 1});
    EXPECT_THAT(corner->outside.first, testing::ElementsAre(OutsideElement{{0, 9}, 1}));
    // A window that reaches over the edge lists them as well: they are no cells.
    const auto ghost = cells(
        csr, {.rowDim = 0, .columnDim = 1, .fixed = {0, 0}, .rowEnd = 4, .columnBegin = -2, .columnEnd = 10});
    EXPECT_EQ(ghost->outside.count, 3);
    EXPECT_TRUE(ghost->cells[11].outsideComponent);
    EXPECT_EQ(ghost->cells[11].state, State::absent);

    const auto everywhere = outside(csr, 2);
    ASSERT_TRUE(everywhere) << everywhere.error().text;
    EXPECT_EQ(everywhere->count, 4); // (3, 7) too
    EXPECT_EQ(everywhere->first.size(), 2U);
}

TEST(Cells, CountsWhatLiesOutsideExactly)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto* layout : {"csr", "csc"}) {
        auto tensor = test::madeOf({.layout = layout, .size = {8, 8}, .nnz = 40});
        replace(tensor, "plain", random, -3, 11);
        std::int64_t strays = 0;
        const auto& plain = tensor.member("plain").array;
        for (std::int64_t k = 0; k < 40; ++k)
            strays += *plain.at(k).asIndex() < 0 || *plain.at(k).asIndex() > 7;
        EXPECT_EQ(outside(tensor, 100)->count, strays);
        EXPECT_EQ(std::ssize(outside(tensor, 100)->first), strays);
        EXPECT_EQ(cells(tensor, wholeMatrix({8, 8}))->outside.count, strays); // no row lies outside
    }
    auto coo = test::madeOf({.layout = "coo", .size = {8, 8}, .nnz = 40, .dense = {3}});
    coo.claims.erase("is_coalesced");
    replace(coo, "indices", random, -3, 11);
    std::int64_t strays = 0, beside = 0;
    for (std::int64_t k = 0; k < 40; ++k) {
        const auto& indices = coo.member("indices").array;
        const auto row = *indices.at(k).asIndex(), column = *indices.at(40 + k).asIndex();
        const bool isRowOut = row < 0 || row > 7, isColumnOut = column < 0 || column > 7;
        strays += isRowOut || isColumnOut ? 3 : 0;
        beside += isRowOut != isColumnOut ? 1 : 0;
    }
    EXPECT_EQ(outside(coo, 0)->count, strays);
    EXPECT_EQ(cells(coo, wholeMatrix({8, 8, 3}))->outside.count, beside);
}

// A few bytes can claim any number of them.
TEST(Cells, TooManyOutsideAreNotCounted)
{
    for (const auto* text : {R"({"layout": "coo", "size": [2, 1099511627776], "members":
            {"indices": [[5]], "values": {"shape": [1, 3], "data": [[1, 2, 3]]}}})",
                             R"({"layout": "coo", "size": [], "members":
            {"indices": {"shape": [0, 4611686018427387904], "data": []},
             "values": {"shape": [4611686018427387904, 0], "data": []}}})"}) {
        const auto found = outside(test::fromJson(text), 10);
        ASSERT_FALSE(found) << text;
        EXPECT_EQ(found.error().code, ErrorCode::unsupported);
    }
    const auto none = outside(test::fromJson(R"({"layout": "coo", "size": [2, 0], "members":
        {"indices": {"shape": [1, 1], "data": [[5]]}, "values": {"shape": [1, 0], "data": []}}})"),
                              10);
    ASSERT_TRUE(none);
    EXPECT_EQ(none->count, 0);
}

TEST(Cells, TheFarthestIndicesAreTold)
{
    for (const auto far : {int64Max, int64Min}) {
        const auto bsr = tensorOf({{"layout", "bsr"},
                                   {"size", {2, 4}},
                                   {"dtype", "float32"},
                                   {"members",
                                    {{"compressed", {{"dtype", "int64"}, {"data", {0, 1}}}},
                                     {"plain", {{"dtype", "int64"}, {"data", Spec::array({far})}}},
                                     {"values", {{"shape", {1, 2, 2}}, {"data", {1, 2, 3, 4}}}}}}});
        const auto found = outside(bsr, 100);
        ASSERT_TRUE(found) << found.error().text;
        EXPECT_EQ(found->count, 4);
        EXPECT_EQ(found->first.front().index, (Extents{0, far}));
        const auto coo = tensorOf({{"layout", "coo"},
                                   {"size", {2, 2}},
                                   {"members",
                                    {{"indices", {{"dtype", "int64"}, {"data", {Spec{0}, Spec{far}}}}},
                                     {"values", Spec::array({1.5})}}}});
        EXPECT_THAT(outside(coo, 100)->first, testing::ElementsAre(OutsideElement{{0, far}, 0}));
    }
}

TEST(Cells, WhatCantBeReadIsStoredAllTheSame)
{
    auto tensor = test::madeOf({.layout = "csr", .size = {4, 4}, .nnz = 5});
    tensor.find("values")->array = Array::declared(ElementType::f32, {5});
    const auto found = cells(tensor, wholeMatrix({4, 4}));
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(std::ranges::count(found->cells, State::unreadable, &Cell::state), 5);
    // Fewer values than entries.
    tensor.find("values")->array = Array::fromInts({3}, std::vector<std::int64_t>{1, 2, 3}, ElementType::f32);
    const auto fewer = cells(tensor, wholeMatrix({4, 4}));
    EXPECT_EQ(std::ranges::count(fewer->cells, State::stored, &Cell::state), 3);
    EXPECT_EQ(std::ranges::count(fewer->cells, State::unreadable, &Cell::state), 2);

    auto strided = test::madeOf({.kind = "arange", .layout = "strided", .size = {4, 4}});
    strided.members[0].array.geometry.offset = 1; // the last element lies outside
    const auto most = cells(strided, wholeMatrix({4, 4}));
    EXPECT_EQ(std::ranges::count(most->cells, State::unreadable, &Cell::state), 1);
    EXPECT_EQ(most->cells.back().state, State::unreadable);
    EXPECT_EQ(most->cells.front().value.text(), "1");
}

TEST(Cells, SlicesThatAllHoldEverythingAreNotWalkedWithoutEnd)
{
    constexpr std::int64_t count = 100'000;
    auto tensor = test::madeOf({.layout = "csr", .size = {count, 10}, .nnz = count});
    std::vector<std::int64_t> pointers;
    for (std::int64_t i = 0; i <= count; ++i)
        pointers.push_back(i % 2 * count);
    tensor.find("compressed")->array = Array::fromInts({count + 1}, pointers);
    const auto everywhere = outside(tensor, 10);
    ASSERT_FALSE(everywhere);
    EXPECT_THAT(everywhere.error().text, HasSubstr("than can be passed over"));
    EXPECT_TRUE(cells(tensor, {.rowDim = 0, .columnDim = 1, .fixed = {0, 0}, .rowEnd = 10, .columnEnd = 10}));
}

// A few bytes can claim blocks of any size, and any number of them.
TEST(Cells, BlocksOfAnySizeAreNotWalkedRowByRow)
{
    constexpr std::int64_t rows = std::int64_t{1} << 40;
    auto tensor = test::fromJson(R"({"layout": "bsr", "size": [2199023255552, 4], "dtype": "float32", "members":
        {"compressed": {"dtype": "int64", "data": [0, 2, 3]}, "plain": {"dtype": "int64", "data": [0, 7, 1]},
         "values": [1.5]}})");
    tensor.find("values")->array.geometry = {{3, rows, 2}, {0, 0, 0}, 0};
    CellWindow window{.rowDim = 0, .columnDim = 1, .fixed = {0, 0}, .columnEnd = 4};
    for (const auto first : {std::int64_t{0}, rows - 2, rows, 2 * rows - 3}) {
        window.rowBegin = first;
        window.rowEnd = first + 3;
        const auto found = cells(tensor, window);
        ASSERT_TRUE(found) << found.error().text;
        for (std::int64_t at = 0; at < 12; ++at) {
            const auto row = first + at / 4, column = at % 4;
            const auto isStored = column / 2 == (row < rows ? 0 : 1) && row < 2 * rows;
            EXPECT_EQ(found->cells[static_cast<std::size_t>(at)].state, isStored ? State::stored : State::absent)
                << row << ", " << column;
        }
        EXPECT_EQ(found->outside.count, 2 * std::clamp<std::int64_t>(rows - first, 0, 3));
    }
    // Any number of entries of any size are too many, and that is told.
    tensor.find("compressed")->array = Array::fromInts({2}, std::vector<std::int64_t>{0, 1 << 16});
    tensor.find("plain")->array = Array::fromInts({1 << 16}, std::vector<std::int64_t>(1 << 16, 1));
    tensor.find("values")->array.geometry.sizes[0] = 1 << 16;
    window.rowBegin = 0;
    window.rowEnd = 200'000;
    const auto many = cells(tensor, window);
    ASSERT_FALSE(many);
    EXPECT_THAT(many.error().text, HasSubstr("too many to look at"));
}

TEST(Cells, WindowsThatMakeNoSenseAreRefused)
{
    const auto tensor = test::madeOf({.layout = "csr", .size = {4, 4}, .nnz = 5});
    const auto refusal = [&](const CellWindow& window) {
        const auto found = cells(tensor, window);
        return found ? std::string() : found.error().text;
    };
    EXPECT_THAT(refusal({0, 0, {0, 0}, 0, 1, 0, 1}), HasSubstr("dim 0 for both"));
    EXPECT_THAT(refusal({0, 2, {0, 0}, 0, 1, 0, 1}), HasSubstr("found 2"));
    EXPECT_THAT(refusal({0, 1, {0, 0, 0}, 0, 1, 0, 1}), HasSubstr("2 numbers"));
    EXPECT_THAT(refusal({0, 1, {0, 0}, 2, 1, 0, 1}), HasSubstr("rows 2 to 1"));
    EXPECT_THAT(refusal({0, 1, {0, 0}, 0, 1001, 0, 1000}), HasSubstr("1000000 cells"));
    EXPECT_THAT(refusal({0, 1, {0, 0}, int64Min, int64Max, 0, 1}), HasSubstr("rows"));
    EXPECT_EQ(refusal({0, 1, {0, 0}, 0, 1000, 0, 1000}), "");
    std::stop_source source;
    source.request_stop();
    const auto stopped = cells(tensor, wholeMatrix({4, 4}), {.stop = source.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

TEST(Cells, ComponentsHaveTheirOwnExtents)
{
    const auto jagged = tensorOf({{"layout", "jagged"},
                                  {"members",
                                   {{"values", {{"dtype", "float32"}, {"data", {1, 2, 3, 4}}}},
                                    {"offsets", {{"dtype", "int64"}, {"data", {0, 3, 3, 4}}}}}}});
    const auto shape = logicalShape(jagged);
    ASSERT_TRUE(shape) << shape.error().text;
    EXPECT_EQ(shape->extents, (Extents{3, 3}));
    EXPECT_TRUE(shape->ragged);
    const auto found = cells(jagged, wholeMatrix({3, 3}));
    ASSERT_TRUE(found) << found.error().text;
    std::string picture;
    for (const auto& cell : found->cells)
        picture += cell.outsideComponent ? "." : cell.value.text();
    EXPECT_EQ(picture, "123...4..");
}

TEST(Cells, OfAComponentThatReachesOutsideWhatIsNotThereIsNoZero)
{
    const auto nested = tensorOf({{"layout", "nested"},
                                  {"members",
                                   {{"buffer", {{"dtype", "float32"}, {"data", {1, 2, 3, 4}}}},
                                    {"nested_sizes", {{2}, {3}}},
                                    {"nested_strides", {{1}, {1}}},
                                    {"storage_offsets", {0, 3}}}}});
    const auto jagged = tensorOf({{"layout", "jagged"},
                                  {"members",
                                   {{"values", {{"dtype", "float32"}, {"data", {1, 2, 3, 4}}}},
                                    {"offsets", {{"dtype", "int64"}, {"data", {0, 3, 4}}}},
                                    {"lengths", {{"dtype", "int64"}, {"data", {2, 3}}}}}}});
    for (const auto* tensor : {&nested, &jagged}) {
        const auto found = cells(*tensor, wholeMatrix({2, 3}));
        ASSERT_TRUE(found) << found.error().text;
        std::string picture;
        for (const auto& cell : found->cells)
            picture += cell.outsideComponent ? "." : cell.state == State::unreadable ? "?" : cell.value.text();
        EXPECT_EQ(picture, "12.4??") << tensor->layout->name;
    }
}

TEST(LogicalShape, IsTheClaimedOrInferredSizeOrSaysWhyNot)
{
    EXPECT_EQ(logicalShape(test::madeOf({.layout = "csr", .size = {4, 6}, .nnz = 3}))->extents, (Extents{4, 6}));
    EXPECT_FALSE(logicalShape(test::madeOf({.layout = "csr", .size = {4, 6}, .nnz = 3}))->ragged);
    auto unread = test::madeOf({.layout = "coo", .size = {4, 6}, .nnz = 3});
    unread.size = std::nullopt;
    unread.find("indices")->array = Array::declared(ElementType::i64, {2, 3});
    const auto none = logicalShape(unread);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().text, HasSubstr("no size"));
    unread.size = Extents{-3, 4};
    EXPECT_EQ(logicalShape(unread)->extents, (Extents{0, 4}));
}

} // namespace tscope
