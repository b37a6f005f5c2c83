// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/scan.h"

#include "base/thread_pool.h"
#include "core/layouts/compressed/oracle.h"
#include "layouts/compressed/reading.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::test {

namespace {

using Lines = std::vector<std::vector<std::int64_t>>;
using Random = std::mt19937_64;

std::int64_t below(Random& random, std::int64_t limit)
{
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

std::vector<std::int64_t> joined(const Lines& lines)
{
    std::vector<std::int64_t> out;
    for (const auto& line : lines)
        out.insert(out.end(), line.begin(), line.end());
    return out;
}

struct Members {
    Extents batch;
    std::int64_t slices = 0, np = 0, nnz = 0;
    Lines pointers, plain;
};

// Valid members; `skew` puts most entries into few slices.
Members validMembers(Random& random, Extents batch, std::int64_t slices, std::int64_t nnz, std::int64_t np)
{
    Members members{batch, slices, np, nnz, {}, {}};
    const auto lines = numel(batch).value();
    for (std::int64_t b = 0; b < lines; ++b) {
        std::vector<std::int64_t> c(static_cast<std::size_t>(slices + 1), 0);
        for (std::int64_t i = 1; i < slices; ++i)
            c[static_cast<std::size_t>(i)] = below(random, nnz + 1);
        c.back() = nnz;
        std::sort(c.begin(), c.end());
        std::vector<std::int64_t> p;
        for (std::size_t i = 1; i < c.size(); ++i) {
            std::int64_t at = 0;
            for (auto k = c[i - 1]; k < c[i]; ++k) {
                p.push_back(at);
                at += 1 + below(random, 3);
            }
        }
        members.pointers.push_back(c);
        members.plain.push_back(p);
    }
    return members;
}

void breakSome(Random& random, Members& members, std::int64_t times)
{
    for (std::int64_t t = 0; t < times; ++t) {
        const auto b = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(members.plain.size())));
        auto& c = members.pointers[b];
        auto& p = members.plain[b];
        const auto atC = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(c.size())));
        if (below(random, 2) == 0 || p.empty()) {
            const std::int64_t values[]{
                below(random, members.nnz + 1), 0, members.nnz, -3, members.nnz + 7, c[atC] + 1, c[atC] - 1};
            c[atC] = values[below(random, 7)];
        } else {
            const auto atP = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(p.size())));
            const std::int64_t values[]{below(random, members.np), -1, members.np, members.np + 100, 0};
            p[atP] = values[below(random, 5)];
        }
    }
}

Extents with(Extents batch, std::int64_t last)
{
    batch.push_back(last);
    return batch;
}

Tensor tensorOf(const Members& members, DType dtype)
{
    auto size = members.batch;
    size.insert(size.end(), {members.slices, members.np});
    return makeCsr(Array::fromInts(with(members.batch, members.slices + 1), joined(members.pointers), dtype),
                   Array::fromInts(with(members.batch, members.nnz), joined(members.plain), dtype),
                   Array::declared(ElementType::f32, with(members.batch, members.nnz)), size);
}

void expectAsOracle(const Members& members, const std::map<std::string, Outcome>& told)
{
    const DataOracle oracle(members.pointers, members.plain, members.np, members.nnz);
    for (int rule = 1; rule <= 6; ++rule) {
        SCOPED_TRACE("5." + std::to_string(rule));
        EXPECT_EQ(placesOf(rule, told, members.batch), oracle.places[rule]);
        const auto at = told.find("5." + std::to_string(rule));
        EXPECT_EQ(at == told.end() ? 0 : at->second.count, static_cast<std::int64_t>(oracle.places[rule].size()));
    }
}

struct Shape {
    Extents batch;
    std::int64_t slices, nnz, np;
};

// Small lines, long lines, one giant slice, nearly only empty slices, nothing at all.
const Shape shapes[]{
    {{}, 5, 12, 40},       {{3}, 4, 9, 30},         {{2, 3}, 7, 0, 5},     {{}, 0, 0, 3},
    {{}, 900, 40000, 200}, {{}, 3, 50000, 200000},  {{}, 40000, 600, 900}, {{2}, 9000, 12000, 60},
    {{400}, 30, 60, 100},  {{}, 20000, 60000, 300},
};

} // namespace

TEST(CompressedScan, FindsNothingInValidTensors)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const auto& shape = shapes[seed % std::size(shapes)];
        auto members =
            validMembers(random, shape.batch, shape.slices, shape.slices == 0 ? 0 : shape.nnz, shape.np);
        std::int64_t largest = 0;
        for (const auto value : joined(members.plain))
            largest = std::max(largest, value + 1);
        members.np = std::max(members.np, largest);
        for (const auto type : {ElementType::i32, ElementType::i64})
            EXPECT_TRUE(found(outcomes(tensorOf(members, type), catalogue)).empty());
    }
}

TEST(CompressedScan, CountsAndPlacesAreThoseOfAPlainWalk)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const auto& shape = shapes[seed % std::size(shapes)];
        auto members =
            validMembers(random, shape.batch, shape.slices, shape.slices == 0 ? 0 : shape.nnz, shape.np);
        const std::int64_t times[]{1, 2, 10, 40};
        breakSome(random, members, times[seed / 10 % 4]);
        setThreadCount(static_cast<int>(seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : 4));
        const auto dtype = DType(seed % 2 == 0 ? ElementType::i32 : ElementType::i64);
        expectAsOracle(members, outcomes(tensorOf(members, dtype), catalogue));
    }
    setThreadCount(0);
}

TEST(CompressedScan, WildPointersCostNoMoreThanCountingThem)
{
    // 0 n 0 n ...: every other slice holds all entries.
    Members members{{}, 2000, 50, 20000, {{}}, {{}}};
    Random random(7);
    for (std::int64_t i = 0; i <= members.slices; ++i)
        members.pointers[0].push_back(i % 2 == 0 ? 0 : members.nnz);
    for (std::int64_t k = 0; k < members.nnz; ++k)
        members.plain[0].push_back(k % 400 == 0 ? 0 : members.plain[0].back() + 1);
    members.np = 500;
    const auto told = outcomes(tensorOf(members, ElementType::i64), catalogue, 100);
    const std::int64_t inEach = 20000 / 400 - 1;
    EXPECT_EQ(told.at("5.6").count, 1000 * inEach);
    EXPECT_EQ(number(told.at("5.6").witnesses[0], "k"), 400);
    EXPECT_EQ(number(told.at("5.6").witnesses[static_cast<std::size_t>(inEach)], "i"), 3);
    EXPECT_EQ(told.at("5.3").count, 2000);
}

TEST(CompressedScan, ReadsEveryWidthAndStride)
{
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 1000);
        auto members = validMembers(random, {2}, 10, 60, 100);
        breakSome(random, members, 8);
        const ElementType types[]{ElementType::u8, ElementType::i8, ElementType::i16, ElementType::i32,
                                  ElementType::i64};
        const auto type = types[seed % 5];
        for (auto* lines : {&members.pointers, &members.plain}) // what all five types hold, or nearly
            for (auto& line : *lines)
                for (auto& value : line)
                    value = std::clamp<std::int64_t>(value, type == ElementType::u8 ? 0 : -100, 127);
        auto tensor = tensorOf(members, type);
        expectAsOracle(members, outcomes(tensor, catalogue));
        // The same elements, every third one and backwards.
        auto& plain = tensor.find("plain")->array;
        const auto count = 2 * members.nnz;
        std::vector<std::int64_t> spread(static_cast<std::size_t>(3 * count), 1);
        const auto values = joined(members.plain);
        for (std::int64_t k = 0; k < count; ++k)
            spread[static_cast<std::size_t>(3 * (count - 1 - k))] = values[static_cast<std::size_t>(k)];
        plain = Array::fromInts({3 * count}, spread, type);
        plain.geometry = {{2, members.nnz}, {-3 * members.nnz, -3}, 3 * (count - 1)};
        expectAsOracle(members, outcomes(tensor, catalogue));
    }
}

TEST(CompressedScan, RepeatedBatchDimsAreLookedAtOnceAndCountedOften)
{
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 2000);
        auto members = validMembers(random, {2}, 6, 20, 70);
        breakSome(random, members, 5);
        auto tensor = tensorOf(members, ElementType::i64);
        // (2) becomes (3, 2, 2) by repeating outside and inside; of plain only when the seed says so.
        Members repeated = members;
        repeated.batch = {3, 2, 2};
        const auto repeat = [&](Lines& lines) {
            Lines out;
            for (int outer = 0; outer < 3; ++outer)
                for (int line = 0; line < 2; ++line)
                    for (int inner = 0; inner < 2; ++inner)
                        out.push_back(lines[static_cast<std::size_t>(line)]);
            lines = out;
        };
        repeat(repeated.pointers);
        repeat(repeated.plain);
        tensor = tensorOf(repeated, ElementType::i64);
        const auto strided = [&](std::string_view role, const Lines& lines) {
            const auto length = static_cast<std::int64_t>(lines[0].size());
            auto& array = tensor.find(role)->array;
            array = Array::fromInts({2 * length}, joined(lines));
            array.geometry = {{3, 2, 2, length}, {0, length, 0, 1}, 0};
        };
        if (seed % 3 != 1)
            strided("compressed", members.pointers);
        if (seed % 3 != 2)
            strided("plain", members.plain);
        expectAsOracle(repeated, outcomes(tensor, catalogue));
    }
}

TEST(CompressedScan, AnEditedTensorIsReadFromTheOldCounts)
{
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 3000);
        const auto& shape = shapes[seed % std::size(shapes)];
        auto members =
            validMembers(random, shape.batch, shape.slices, shape.slices == 0 ? 0 : shape.nnz, shape.np);
        auto tensor = tensorOf(members, ElementType::i64);
        std::shared_ptr<const ScanRecord> record;
        {
            const auto reading = tensor.layout->read(tensor, {});
            (void)outcomes(*reading, catalogue);
            record = reading->record();
        }
        for (int edit = 0; edit < 6; ++edit) {
            SCOPED_TRACE(edit);
            const auto before = members;
            breakSome(random, members, 1 + below(random, 2));
            std::vector<Slots> edited;
            for (const auto& [role, was, is] :
                 {std::tuple("compressed", joined(before.pointers), joined(members.pointers)),
                  std::tuple("plain", joined(before.plain), joined(members.plain))})
                for (std::size_t at = 0; at < is.size(); ++at) {
                    if (was[at] == is[at])
                        continue;
                    const auto slot = static_cast<std::int64_t>(at);
                    edited.push_back({role, slot, slot + 1});
                    auto& storage = tensor.find(role)->array.storage;
                    const auto bytes = std::as_bytes(std::span(&is[at], 1));
                    const BytePatch patch{slot * 8, {bytes.begin(), bytes.end()}};
                    storage = patched(storage, {&patch, 1});
                }
            const auto reading = tensor.layout->read(tensor, {.previous = record, .edited = edited});
            expectAsOracle(members, outcomes(*reading, catalogue));
            record = reading->record();
        }
    }
}

} // namespace tscope::test
