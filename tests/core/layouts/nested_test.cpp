// SPDX-License-Identifier: Apache-2.0
#include "core/layouts/components.h"
#include "layouts/nested/pack.h"
#include "layouts/nested/shared_slots.h"

#include <random>

namespace tscope {
namespace {

using namespace components;

Outline outlineOf(const Tensor& tensor)
{
    return tensor.layout->read(tensor, {})->outline();
}

TEST(Nested, FindsWhatTheVectorsSay)
{
    expectVectors("nested_strided");
}

TEST(Nested, EveryRuleCanBeBrokenAlone)
{
    const Json good = {{"layout", "nested"},
                       {"members",
                        {{"buffer", {{"shape", {9}}}},
                         {"nested_sizes", {{"shape", {2, 2}}, {"data", {2, 3, 1, 3}}}},
                         {"nested_strides", {{"shape", {2, 2}}, {"data", {3, 1, 3, 1}}}},
                         {"storage_offsets", {{"shape", {2}}, {"data", {0, 6}}}}}}};
    EXPECT_TRUE(checked(tensorOf(good)).findings.empty());
    EXPECT_TRUE(checked(tensorOf(good)).skipped.empty());
    const auto breaks = [&](const char* path, const Json& value, std::set<std::string> expected) {
        SCOPED_TRACE(std::string(path) + " = " + value.dump());
        auto bad = good;
        bad[Json::json_pointer(path)] = value;
        const auto report = checked(tensorOf(bad));
        auto all = rulesOf(report, Level::violation);
        all.merge(rulesOf(report, Level::advisory));
        EXPECT_EQ(all, expected);
    };
    breaks("/members/nested_sizes/dtype", "int32", {"NST-1.1"});
    breaks("/members/nested_strides/dtype", "int32", {"NST-1.2"});
    breaks("/members/storage_offsets/dtype", "uint8", {"NST-1.3"});
    breaks("/members/buffer/layout", "coo", {"NST-2.1"});
    breaks("/members/buffer/device", "meta", {"NST-2.1"});
    breaks("/members/buffer/device", "cuda:1", {});
    breaks("/members/nested_sizes/device", "cuda:0", {"NST-2.2"});
    breaks("/members/buffer/shape", {9, 1}, {"NST-3.1"});
    breaks("/members/nested_sizes", {{"shape", {2, 2}}, {"strides", {1, 2}}, {"storage", {2, 1, 3, 3}}},
           {"NST-3.2"});
    breaks("/members/nested_strides", {{"shape", {2, 2}}, {"strides", {1, 2}}, {"storage", {3, 3, 1, 1}}},
           {"NST-3.3"});
    breaks("/members/storage_offsets", {0}, {"NST-3.4"});
    breaks("/members/nested_sizes/data", {2, 3, -1, 3}, {"NST-4.1"});
    breaks("/members/nested_strides/data", {3, 1, -3, 1}, {"NST-4.2"});
    breaks("/members/storage_offsets/data", {0, -6}, {"NST-4.3"});
    breaks("/members/storage_offsets/data", {0, 7}, {"NST-4.4"});
    breaks("/members/buffer/shape", {10}, {"NST-4.5"});
    breaks("/members/storage_offsets/data", {0, 5}, {"NST-5.2"});
    breaks("/members/storage_offsets", {{"shape", {2}}, {"strides", {2}}, {"storage", {0, 6}}}, {"STR-2.1"});
}

TEST(Nested, AnEmptyListIsValidAndSkipsNothing)
{
    const auto empty = nestedFromArrays({}, 1 << 20);
    ASSERT_TRUE(empty);
    const auto report = checked(empty->tensor);
    EXPECT_TRUE(report.findings.empty());
    EXPECT_TRUE(report.skipped.empty());
    EXPECT_EQ(outlineOf(empty->tensor).size, (std::vector<OuterExtent>{{OuterExtent::Kind::number, 0}}));
}

TEST(Nested, SumsBeyond64BitsAreExact)
{
    const auto big = std::int64_t{1} << 62;
    const auto tensor = nestedTensor(4, Json{{big}, {big}, {big}}, Json{{1}, {1}, {1}}, Json{0, 0, big});
    const auto report = checked(tensor);
    ASSERT_NE(report.find("NST-4.4"), nullptr);
    EXPECT_EQ(report.find("NST-4.4")->count, 3);
    EXPECT_EQ(jsonOf(*report.find("NST-4.4")->witnesses[2].find("last")), Json(int64Max));
    ASSERT_NE(report.find("NST-4.5"), nullptr);
    EXPECT_EQ(std::get<Wide>(*report.find("NST-4.5")->witnesses[0].find("expected")), Wide(big) * Wide(3));
    EXPECT_FALSE(outlineOf(tensor).numel);
}

TEST(Nested, AbsurdTablesAreAnsweredAtOnce)
{
    const auto huge = std::int64_t{1} << 50;
    // No rows but 2^50 columns; 2^50 scalars; two combed components in a buffer that is only declared.
    const Json columns = {{"shape", {0, huge}}};
    EXPECT_TRUE(broken(nestedTensor(0, columns, columns, Json::array())).empty());
    const Json scalars = {{"shape", {huge, 0}}, {"data", Json::array()}};
    checked(tensorOf({{"layout", "nested"},
                      {"members",
                       {{"buffer", {{"shape", {4}}}},
                        {"nested_sizes", scalars},
                        {"nested_strides", scalars},
                        {"storage_offsets", {{"shape", {huge}}, {"strides", {0}}, {"storage", {1}}}}}}}));
    const auto combed = [&](std::int64_t secondOffset) {
        return tensorOf({{"layout", "nested"},
                         {"members",
                          {{"buffer", {{"shape", {huge}}}},
                           {"nested_sizes", {{huge / 2}, {huge / 2 - 1}}},
                           {"nested_strides", {{2}, {2}}},
                           {"storage_offsets", {0, secondOffset}}}}});
    };
    EXPECT_EQ(advisories(combed(1)), (std::set<std::string>{"NST-4.5"}));
    EXPECT_EQ(advisories(combed(2)), (std::set<std::string>{"NST-4.5", "NST-5.2"}));
}

// Who shares with whom, element by element.
std::vector<std::int64_t> sharersByHand(const std::vector<Geometry>& components)
{
    std::vector<std::int64_t> out(components.size(), -1);
    std::map<std::int64_t, std::int64_t> owner;
    for (std::size_t t = 0; t < components.size(); ++t) {
        auto least = static_cast<std::int64_t>(t);
        for (std::int64_t k = 0; k < *numel(components[t]); ++k) {
            const auto slot = offsetOf(components[t], k);
            least = std::min(least, owner.try_emplace(slot, static_cast<std::int64_t>(t)).first->second);
        }
        if (least < static_cast<std::int64_t>(t))
            out[t] = least;
    }
    return out;
}

TEST(Nested, SharedElementsAreFoundLikeOneByOne)
{
    for (unsigned seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const auto number = [&](int low, int high) {
            return static_cast<std::int64_t>(low) +
                   static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
        };
        const bool dense = seed % 2 == 0;
        const auto rank = static_cast<std::size_t>(number(0, 3));
        std::vector<Geometry> components;
        std::vector<ComponentSpan> spans;
        const auto slots = number(10, dense ? 60 : 200);
        for (std::int64_t t = 0, count = number(1, 12); t < count; ++t) {
            Geometry component{Extents(rank), Extents(rank), number(0, static_cast<int>(slots))};
            for (std::size_t d = 0; d < rank; ++d) {
                component.sizes[d] = number(0, 4);
                component.strides[d] = number(0, 9);
            }
            if (dense)
                component.strides = rowMajorStrides(component.sizes);
            components.push_back(component);
            if (const auto range = reach(component))
                spans.push_back({t, *numel(component), *range->first.asInt64(), *range->last.asInt64(), dense});
        }
        const auto expected = sharersByHand(components);
        const auto geometryOf = [&](std::int64_t t, Geometry& out) {
            out = components[static_cast<std::size_t>(t)];
        };
        for (const std::int64_t maxVisits : {std::int64_t{1} << 20, std::int64_t{0}}) {
            const auto sharers = firstSharers(spans, geometryOf, maxVisits);
            ASSERT_TRUE(sharers);
            for (std::size_t s = 0; s < spans.size(); ++s)
                EXPECT_EQ((*sharers)[s], expected[static_cast<std::size_t>(spans[s].component)])
                    << "component " << spans[s].component << ", visits " << maxVisits;
        }
    }
}

TEST(Nested, SharedElementsAreFoundAcrossWindows)
{
    // Odd and even slots far beyond one window, then one that touches a single late slot of each.
    const std::int64_t n = 5'000'000;
    const std::vector<Geometry> components{{{n}, {2}, 0}, {{n}, {2}, 1}, {{1}, {1}, 2 * n - 1}, {{2}, {n}, 7}};
    std::vector<ComponentSpan> spans;
    for (std::size_t t = 0; t < components.size(); ++t)
        spans.push_back({static_cast<std::int64_t>(t), *numel(components[t]),
                         *reach(components[t])->first.asInt64(), *reach(components[t])->last.asInt64(), t == 2});
    const auto sharers = firstSharers(
        spans, [&](std::int64_t t, Geometry& out) { out = components[static_cast<std::size_t>(t)]; }, int64Max);
    ASSERT_TRUE(sharers);
    EXPECT_EQ(*sharers, (std::vector<std::int64_t>{-1, -1, 1, 1}));
}

TEST(Nested, PathsAgreeBothWays)
{
    const std::vector<Extents> sizes{{2, 3}, {1, 3}};
    const Json table{{2, 3}, {1, 3}}, strides{{3, 1}, {3, 1}};
    expectPathsAgree(nestedTensor(9, table, strides, {0, 6}), sizes);
    expectPathsAgree(nestedTensor(9, table, strides, {0, 2}), sizes);              // components share
    expectPathsAgree(nestedTensor(15, table, strides, {9, 1}), sizes);             // gaps, backwards
    expectPathsAgree(nestedTensor(9, table, Json{{1, 2}, {0, 1}}, {0, 6}), sizes); // transposed; stride 0
    expectPathsAgree(nestedTensor(9, table, Json{{1, 1}, {0, 0}}, {0, 6}), sizes); // overlaps itself
    expectPathsAgree(nestedTensor(7, table, strides, {0, 6}), sizes);              // second one leaves the storage
    expectPathsAgree(nestedTensor(9, table, strides, {0, -2}), sizes);             // begins before it
    const Json scalars = {{"shape", {3, 0}}, {"dtype", "int64"}, {"data", Json::array()}};
    expectPathsAgree(nestedTensor(3, scalars, scalars, {0, 2, 2}), {{}, {}, {}});
}

TEST(Nested, PathsGoThroughAStridedBuffer)
{
    auto tensor = nestedTensor(20, Json{{3}, {2}}, Json{{2}, {6}}, {2, 4});
    tensor.find("buffer")->array.geometry = {{6}, {2}, 2}; // shows every second slot from 2 on
    expectPathsAgree(tensor, {{3}, {2}});
    tensor.find("buffer")->array.geometry = {{6}, {3}, 1};
    const auto path = tensor.layout->locate(tensor, {0, 0}); // slot 2 is not among 1, 4, 7 ...
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->found);
    EXPECT_EQ(path->value.asIndex(), 2);
    EXPECT_FALSE(path->steps.back().slots);
}

TEST(Nested, StepsShowTheSum)
{
    const auto tensor = nestedTensor(9, Json{{2, 3}, {1, 3}}, Json{{3, 1}, {3, 1}}, {0, 6});
    const auto path = tensor.layout->locate(tensor, {1, 0, 2});
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->found);
    EXPECT_EQ(path->steps.back().text, "component 1: offset 6 + 0*3 + 2*1 = slot 8; 8 * 8 B = byte 64");
    EXPECT_EQ(path->value.asIndex(), 8);
    EXPECT_EQ(path->places.back(), (Slots{"buffer", 8, 9}));
}

TEST(Nested, IndicesOutsideAreRefusedWithTheExtent)
{
    const auto tensor = nestedTensor(9, Json{{2, 3}, {1, 3}}, Json{{3, 1}, {3, 1}}, {0, 6});
    const auto outside = tensor.layout->locate(tensor, {1, 1, 0});
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, ErrorCode::invalidArgument);
    EXPECT_NE(outside.error().text.find("component 1 has size (1, 3)"), std::string::npos);
    EXPECT_FALSE(tensor.layout->locate(tensor, {2, 0, 0}));
    EXPECT_FALSE(tensor.layout->locate(tensor, {-1, 0, 0}));
    EXPECT_FALSE(tensor.layout->locate(tensor, {0, 0}));
    EXPECT_FALSE(tensor.layout->readersOf(tensor, "buffer", 9, 10));
    EXPECT_FALSE(tensor.layout->readersOf(tensor, "values", 0, 10));
}

TEST(Nested, ReadersListUpToTheLimitAndCountAll)
{
    const auto tensor = nestedTensor(30, Json{{5, 6}}, Json{{6, 1}}, {0});
    const auto readers = tensor.layout->readersOf(tensor, "nested_strides", 1, 7);
    ASSERT_TRUE(readers);
    EXPECT_EQ(readers->count, 30);
    EXPECT_EQ(readers->elements.size(), 7U);
    EXPECT_TRUE(readers->truncated);
    EXPECT_EQ(readers->elements[6], (Extents{0, 1, 0}));
}

} // namespace
} // namespace tscope
