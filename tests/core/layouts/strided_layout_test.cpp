// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/strided.h"

#include "support/rule_probe.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <random>

namespace tscope {

namespace {

std::optional<Wording> everyRule(const Rule&)
{
    return Wording::catalogue;
}

Tensor stridedOf(Geometry geometry, std::int64_t storageNumel, DType dtype = ElementType::i64)
{
    StoragePtr storage = declaredStorage(storageNumel * dtype.itemSize());
    if (dtype == DType(ElementType::i64) && storageNumel < 1000) {
        Extents numbers(static_cast<std::size_t>(storageNumel));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = 100 + static_cast<std::int64_t>(i);
        storage = Array::fromInts({storageNumel}, numbers).storage;
    }
    auto tensor =
        makeTensor(stridedLayout(), {{&stridedLayout().roles[0], {storage, dtype, std::move(geometry)}}});
    return *tensor;
}

TEST(StridedRules, EveryCaseOfTheVectorsIsJudged)
{
    for (const auto& testCase : test::readCases("strided.json")) {
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const Geometry geometry{testCase["sizes"].get<Extents>(), testCase["strides"].get<Extents>(),
                                testCase["offset"].get<std::int64_t>()};
        const auto tensor = stridedOf(geometry, testCase["storage_numel"].get<std::int64_t>(), ElementType::f32);
        EXPECT_EQ(test::found(test::outcomes(tensor, test::catalogue)),
                  testCase["expect"]["violations"].get<std::set<std::string>>());
    }
}

TEST(StridedRules, CusparseFindsItsOwnFaults)
{
    for (const auto& testCase : test::readCases("contracts.json")) {
        if (testCase["layout"] != "strided")
            continue;
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const auto& expect = testCase["expect"]["cusparse"];
        const auto outcomes = test::outcomes(test::tensorOf(testCase), everyRule);
        EXPECT_EQ(test::found(outcomes), expect["violations"].get<std::set<std::string>>());
        const auto wanted = expect.value("witnesses", nlohmann::json::object());
        for (const auto& [rule, places] : wanted.items())
            for (std::size_t i = 0; i < places.size(); ++i)
                EXPECT_EQ(test::difference(outcomes.at(rule).witnesses.at(i), places[i]), "");
    }
}

struct Broken {
    const char* rule;
    Geometry geometry;
    std::int64_t storageNumel;
    DType dtype = ElementType::f32;
};

TEST(StridedRules, EachIsBrokenAlone)
{
    const std::int64_t big = std::int64_t{1} << 62;
    const std::vector<Broken> cases{
        {"STR-1.1", {{2, 3}, {1}, 0}, 6},      {"STR-1.2", {{-2, 3}, {3, 1}, 0}, 6},
        {"STR-1.3", {{2, 3}, {-3, 1}, 3}, 6},  {"STR-1.4", {{2, 3}, {3, 1}, -1}, 6},
        {"STR-1.5", {{big, 4}, {0, 0}, 0}, 1}, {"STR-1.5", {{3}, {big}, 0}, 1},
        {"STR-1.5", {{2}, {big}, 0}, 1},       {"STR-2.1", {{2, 3}, {3, 1}, 1}, 6},
    };
    for (const auto& broken : cases) {
        SCOPED_TRACE(broken.rule);
        const auto tensor = stridedOf(broken.geometry, broken.storageNumel, broken.dtype);
        EXPECT_EQ(test::found(test::outcomes(tensor, test::catalogue)), std::set<std::string>{broken.rule});
    }
    const auto sound = stridedOf({{2, 3}, {3, 1}, 0}, 6, ElementType::f32);
    EXPECT_TRUE(test::outcomes(sound, everyRule).empty());
}

TEST(StridedRules, OverflowSaysOfWhat)
{
    const std::int64_t big = std::int64_t{1} << 62;
    const auto kind = [](const Geometry& geometry) {
        const auto outcomes = test::outcomes(stridedOf(geometry, 1, ElementType::f32), test::catalogue);
        return std::get<std::string>(*outcomes.at("STR-1.5").witnesses.at(0).find("kind"));
    };
    EXPECT_EQ(kind({{big, 4}, {0, 0}, 0}), "numel");
    EXPECT_EQ(kind({{3}, {big}, 0}), "reach");
    EXPECT_EQ(kind({{2}, {big}, 0}), "bytes");
}

TEST(StridedRules, MetaMembersHaveNoMemory)
{
    auto tensor = stridedOf({{2}, {1}, 0}, 2, ElementType::f32);
    tensor.members[0].array.storage = declaredStorage(8, {.device = Device::parse("meta")});
    EXPECT_EQ(test::found(test::outcomes(tensor, everyRule)), std::set<std::string>{"CU-9"});
}

TEST(StridedLocate, SaysTheAddressSum)
{
    const auto tensor = stridedOf({{2, 3}, {12, 2}, 3}, 30);
    const auto path = tensor.layout->locate(tensor, {1, 1});
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->found);
    ASSERT_EQ(path->steps.size(), 1u);
    EXPECT_EQ(path->steps[0].text,
              "offset 3 + 1*12 (dim 0) + 1*2 (dim 1) = element 17 of the storage; 17 * 8 B = byte 136");
    EXPECT_EQ(path->value.asIndex(), 117);
    EXPECT_EQ(path->places, (std::vector<Slots>{{"values", 4, 5}}));
}

TEST(StridedLocate, SaysNoByteWhereThereIsNone)
{
    const auto outside = stridedOf({{2}, {40}, 0}, 6);
    EXPECT_EQ(outside.layout->locate(outside, {1})->steps[0].text,
              "offset 0 + 1*40 (dim 0) = element 40 of the storage");
    EXPECT_EQ(outside.layout->locate(outside, {0})->steps[0].text,
              "offset 0 + 0*40 (dim 0) = element 0 of the storage; 0 * 8 B = byte 0");
    auto unknown = stridedOf({{2}, {1}, 0}, 6);
    unknown.members[0].array.dtype = DType::opaque("fp4");
    EXPECT_EQ(unknown.layout->locate(unknown, {1})->steps[0].text,
              "offset 0 + 1*1 (dim 0) = element 1 of the storage");
}

TEST(StridedLocate, AsksForAnIndexInside)
{
    const auto tensor = stridedOf({{2, 3}, {3, 1}, 0}, 6);
    for (const Extents& index : {Extents{0}, Extents{2, 0}, Extents{0, -1}, Extents{0, 0, 0}})
        EXPECT_EQ(tensor.layout->locate(tensor, index).error().code, ErrorCode::invalidArgument);
    EXPECT_FALSE(tensor.layout->readersOf(tensor, "values", 6, 10));
    EXPECT_FALSE(tensor.layout->readersOf(tensor, "indices", 0, 10));
}

TEST(StridedLocate, GoesAsFarAsABrokenTensorAllows)
{
    const auto outside = stridedOf({{2, 3}, {3, 1}, 1}, 6);
    const auto inside = outside.layout->locate(outside, {0, 0});
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->value.asIndex(), 101) << "what lies in the storage is there to be read";
    const auto path = outside.layout->locate(outside, {1, 2});
    ASSERT_TRUE(path);
    EXPECT_EQ(path->steps.back().text, "element 6 lies outside the storage of 6 elements (STR-2.1)");
    EXPECT_FALSE(path->value.isReadable());
    const auto ranks = stridedOf({{2, 3}, {3}, 0}, 6);
    EXPECT_FALSE(ranks.layout->locate(ranks, {0, 0})->found);
}

// Forward and back against plain enumeration, over random geometries with zero and negative strides.
TEST(StridedLocate, ReadersAreAllThatReadTheSamePlace)
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE("seed 7, round " + std::to_string(round));
        Geometry geometry;
        const int rank = static_cast<int>(random() % 4);
        std::int64_t low = 0, high = 0;
        for (int d = 0; d < rank; ++d) {
            geometry.sizes.push_back(1 + static_cast<std::int64_t>(random() % 4));
            geometry.strides.push_back(static_cast<std::int64_t>(random() % 9) - 4);
            const auto far = (geometry.sizes.back() - 1) * geometry.strides.back();
            (far < 0 ? low : high) += far;
        }
        geometry.offset = -low;
        const auto tensor = stridedOf(geometry, high - low + 1);
        const auto total = *numel(geometry);
        std::vector<std::int64_t> offsets;
        for (std::int64_t slot = 0; slot < total; ++slot) {
            const auto index = indexOf(geometry.sizes, slot);
            auto offset = geometry.offset;
            for (std::size_t d = 0; d < index.size(); ++d)
                offset += index[d] * geometry.strides[d];
            offsets.push_back(offset);
            const auto path = tensor.layout->locate(tensor, index);
            ASSERT_TRUE(path);
            EXPECT_EQ(path->value.asIndex(), 100 + offset);
            EXPECT_EQ(path->places.at(0).begin, slot);
        }
        for (std::int64_t slot = 0; slot < total; ++slot) {
            std::vector<Extents> wanted;
            for (std::int64_t other = 0; other < total; ++other)
                if (offsets[static_cast<std::size_t>(other)] == offsets[static_cast<std::size_t>(slot)])
                    wanted.push_back(indexOf(geometry.sizes, other));
            const auto readers = tensor.layout->readersOf(tensor, "values", slot, 1000);
            ASSERT_TRUE(readers);
            EXPECT_EQ(readers->elements, wanted);
            EXPECT_EQ(readers->count, static_cast<std::int64_t>(wanted.size()));
        }
    }
}

TEST(StridedEntries, AreAllElementsInRowMajorOrder)
{
    const auto tensor = stridedOf({{2, 3}, {1, 2}, 0}, 6);
    std::vector<std::pair<Extents, std::int64_t>> seen;
    ASSERT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        seen.push_back({index, slot});
        return seen.size() < 5;
    }));
    ASSERT_EQ(seen.size(), 5u);
    EXPECT_EQ(seen[4], std::pair(Extents{1, 1}, std::int64_t{4}));
}

} // namespace

} // namespace tscope
