// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/scan.h"

#include "base/thread_pool.h"
#include "layouts/coo/coo.h"
#include "layouts/coo/duplicates.h"
#include "support/rule_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

namespace tscope {

namespace {

using Columns = std::vector<Extents>; // one list of coordinates for each entry

// The rows of `columns` as an array of any index type; `byEntry` lays the coordinates of an entry side by side.
Array indicesOf(const Columns& columns, std::int64_t dims, DType dtype, bool byEntry)
{
    const auto entries = static_cast<std::int64_t>(columns.size());
    Extents numbers;
    if (byEntry)
        for (const auto& column : columns)
            numbers.insert(numbers.end(), column.begin(), column.end());
    else
        for (std::int64_t d = 0; d < dims; ++d)
            for (const auto& column : columns)
                numbers.push_back(column[static_cast<std::size_t>(d)]);
    auto array = Array::fromInts({dims, entries}, numbers, dtype);
    if (byEntry)
        array.geometry.strides = {1, dims};
    return array;
}

Tensor cooOf(Array indices, std::int64_t entries, Extents size, bool claimed)
{
    const auto& roles = cooLayout().roles;
    auto tensor = *makeTensor(
        cooLayout(), {{&roles[0], std::move(indices)}, {&roles[1], Array::declared(ElementType::f32, {entries})}});
    tensor.size = std::move(size);
    if (claimed)
        tensor.claims.set("is_coalesced", true);
    return tensor;
}

struct Fault {
    std::string rule;
    std::vector<std::pair<std::string, WitnessValue>> fields;
    bool operator==(const Fault&) const = default;
};

std::vector<Fault> listed(const std::map<std::string, test::Outcome>& outcomes)
{
    std::vector<Fault> out;
    for (const auto& [rule, outcome] : outcomes) {
        EXPECT_EQ(outcome.count, static_cast<std::int64_t>(outcome.witnesses.size())) << rule;
        for (const auto& witness : outcome.witnesses) {
            Fault fault{rule, {}};
            for (const auto& field : witness.fields)
                fault.fields.emplace_back(field.key, field.value);
            std::ranges::sort(fault.fields, {}, [](const auto& field) { return field.first; });
            out.push_back(std::move(fault));
        }
    }
    return out;
}

// One entry after the other, in the words of the catalogue.
std::vector<Fault> dullFaults(const Columns& columns, const Extents& size, bool claimed)
{
    std::vector<Fault> out;
    const auto entries = static_cast<std::int64_t>(columns.size());
    if (claimed)
        for (std::int64_t k = 1; k < entries; ++k) {
            const auto& before = columns[static_cast<std::size_t>(k - 1)];
            const auto& own = columns[static_cast<std::size_t>(k)];
            if (own <= before)
                out.push_back(
                    {"COO-5.3", {{"k", k}, {"kind", std::string(own < before ? "unsorted" : "duplicate")}}});
        }
    std::vector<Fault> low, high;
    for (std::size_t d = 0; d < size.size(); ++d)
        for (std::int64_t k = 0; k < entries; ++k) {
            const auto actual = columns[static_cast<std::size_t>(k)][d];
            const auto dim = static_cast<std::int64_t>(d);
            if (actual < 0)
                low.push_back({"COO-5.1", {{"actual", actual}, {"dim", dim}, {"k", k}}});
            else if (actual >= size[d])
                high.push_back({"COO-5.2", {{"actual", actual}, {"dim", dim}, {"k", k}, {"limit", size[d]}}});
        }
    low.insert(low.end(), high.begin(), high.end());
    low.insert(low.end(), out.begin(), out.end());
    return low;
}

std::optional<Wording> dataRules(const Rule& rule)
{
    return rule.asked && rule.cost == Cost::entries ? std::optional(Wording::catalogue) : std::nullopt;
}

Columns randomColumns(std::mt19937_64& random, std::int64_t dims, std::int64_t entries, const Extents& size)
{
    Columns columns(static_cast<std::size_t>(entries));
    for (auto& column : columns)
        for (std::int64_t d = 0; d < dims; ++d)
            column.push_back(static_cast<std::int64_t>(
                random() % static_cast<std::uint64_t>(size[static_cast<std::size_t>(d)])));
    const auto style = random() % 3;
    if (style > 0)
        std::ranges::sort(columns);
    if (style == 2)
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (auto faults = random() % 4; faults > 0 && !columns.empty() && dims > 0; --faults) {
        auto& column = columns[random() % columns.size()];
        column[random() % column.size()] = static_cast<std::int64_t>(random() % 200) - 100;
    }
    return columns;
}

TEST(CooScan, FindsWhatADullLoopFinds)
{
    const auto seed = std::random_device()();
    std::mt19937_64 random(seed);
    const std::array<DType, 4> types{ElementType::i64, ElementType::i32, ElementType::i16, ElementType::i8};
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const auto dims = static_cast<std::int64_t>(1 + random() % 4);
        const auto entries = static_cast<std::int64_t>(random() % (round % 4 == 0 ? 20000 : 40));
        Extents size;
        for (std::int64_t d = 0; d < dims; ++d)
            size.push_back(static_cast<std::int64_t>(1 + random() % (round % 4 == 0 ? 100 : 6)));
        const auto columns = randomColumns(random, dims, entries, size);
        const bool claimed = random() % 2 == 0;
        const auto tensor = cooOf(indicesOf(columns, dims, types[random() % 4], random() % 3 == 0),
                                  static_cast<std::int64_t>(columns.size()), size, claimed);
        EXPECT_EQ(listed(test::outcomes(tensor, dataRules)), dullFaults(columns, size, claimed));
    }
}

TEST(CooScan, AnswersAlikeOnAnyNumberOfThreads)
{
    std::mt19937_64 random(3);
    const Extents size{1000, 1000};
    auto columns = randomColumns(random, 2, 400'000, size);
    for (int i = 0; i < 1000; ++i)
        columns[random() % columns.size()] = {-5, 2000};
    const auto tensor = cooOf(indicesOf(columns, 2, ElementType::i64, false),
                              static_cast<std::int64_t>(columns.size()), size, true);
    const auto wanted = dullFaults(columns, size, true);
    for (const int threads : {1, 2, 4}) {
        setThreadCount(threads);
        EXPECT_EQ(listed(test::outcomes(tensor, dataRules)), wanted) << threads;
    }
    setThreadCount(0);
}

TEST(CooScan, LooksAgainOnlyWhereSomethingWasEdited)
{
    const auto seed = std::random_device()();
    std::mt19937_64 random(seed);
    const Extents size{50, 40};
    for (int round = 0; round < 12; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        auto columns = randomColumns(random, 2, 9000, size);
        if (columns.empty())
            continue;
        const auto entries = static_cast<std::int64_t>(columns.size());
        const bool byEntry = round % 3 == 0;
        auto tensor = cooOf(indicesOf(columns, 2, ElementType::i64, byEntry), entries, size, true);
        auto reading = tensor.layout->read(tensor, {});
        test::outcomes(*reading, dataRules);
        auto record = reading->record();
        ASSERT_NE(record, nullptr);
        for (int step = 0; step < 10; ++step) {
            const auto k = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(entries));
            const auto dim = static_cast<std::int64_t>(random() % 2);
            const std::int64_t value = static_cast<std::int64_t>(random() % 60) - 3;
            columns[static_cast<std::size_t>(k)][static_cast<std::size_t>(dim)] = value;
            BytePatch patch{(byEntry ? k * 2 + dim : dim * entries + k) * 8, std::vector<std::byte>(8)};
            std::memcpy(patch.bytes.data(), &value, 8);
            auto& array = tensor.members[0].array;
            array.storage = patched(array.storage, std::array{patch});
            const std::array edited{Slots{"indices", dim * entries + k, dim * entries + k + 1}};
            const auto next = tensor.layout->read(tensor, {.previous = record, .edited = edited});
            EXPECT_EQ(listed(test::outcomes(*next, dataRules)), dullFaults(columns, size, true));
            record = next->record();
        }
    }
}

TEST(CooScan, LooksOnceAtARepeatedColumn)
{
    auto array = Array::fromInts({2}, Extents{1, 9});
    array.geometry = {{2, 1'000'000'000'000}, {1, 0}, 0};
    const auto tensor = cooOf(array, 1'000'000'000'000, {3, 4}, true);
    const auto outcomes = test::outcomes(tensor, dataRules, 3);
    EXPECT_EQ(outcomes.at("COO-5.2").count, 1'000'000'000'000);
    EXPECT_EQ(outcomes.at("COO-5.2").witnesses.size(), 3u);
    EXPECT_NE(outcomes.at("COO-5.3").because, "");
    EXPECT_FALSE(outcomes.contains("COO-5.1"));
}

TEST(CooScan, InfersNoSizeThatInt64CannotSay)
{
    auto tensor = cooOf(Array::fromInts({1, 2}, Extents{3, int64Max}), 2, {}, false);
    tensor.size.reset();
    EXPECT_EQ(tensor.layout->read(tensor, {})->inferredSize(), std::nullopt);
    EXPECT_EQ(test::found(test::outcomes(tensor, test::catalogue)), std::set<std::string>{"COO-3.7"});
    tensor.members[0].array = Array::fromInts({2, 1}, Extents{int64Max, 4});
    tensor.members[1].array = Array::declared(ElementType::f32, {1});
    const auto outcomes = test::outcomes(tensor, [](const Rule& rule) {
        return rule.id == "1.6" || rule.id == "CU-2" ? std::optional(Wording::catalogue) : std::nullopt;
    });
    EXPECT_EQ(text(*outcomes.at("1.6").witnesses.at(0).find("actual")), "9223372036854775808");
    EXPECT_EQ(text(*outcomes.at("CU-2").witnesses.at(0).find("actual")), "46116860184273879040");
    tensor.members[0].array = Array::fromInts({1, 2}, Extents{-3, -7});
    tensor.members[1].array = Array::declared(ElementType::f32, {2});
    EXPECT_EQ(tensor.layout->read(tensor, {})->inferredSize(), Extents{0});
}

TEST(CooScan, ManyDimsWithoutEntriesCostNothing)
{
    auto tensor = cooOf(Array::declared(ElementType::i64, {int64Max, 0}), 0, {}, true);
    tensor.size.reset();
    EXPECT_TRUE(test::found(test::outcomes(tensor, test::catalogue)).empty());
}

TEST(CooDuplicates, AreThoseThatASetHasSeen)
{
    const auto seed = std::random_device()();
    std::mt19937_64 random(seed);
    for (int round = 0; round < 20; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const auto dims = static_cast<std::int64_t>(random() % 4);
        const auto entries = static_cast<std::int64_t>(random() % (round % 5 == 0 ? 60000 : 30));
        const auto span = 1 + random() % 300;
        Columns columns(static_cast<std::size_t>(entries));
        for (auto& column : columns)
            for (std::int64_t d = 0; d < dims; ++d)
                column.push_back(static_cast<std::int64_t>(random() % span));
        std::set<Extents> seen;
        std::vector<std::int64_t> wanted;
        for (std::int64_t k = 0; k < entries; ++k)
            if (!seen.insert(columns[static_cast<std::size_t>(k)]).second)
                wanted.push_back(k);
        const auto found =
            duplicatesAnywhere(IndexRows(indicesOf(columns, dims, ElementType::i64, false)), 1'000'000, {});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->count, static_cast<std::int64_t>(wanted.size()));
        EXPECT_EQ(found->first, wanted);
    }
}

} // namespace

} // namespace tscope
