// SPDX-License-Identifier: Apache-2.0
#include "core/layouts/components.h"

namespace tscope {
namespace {

using namespace components;

Json jagged(const Json& shape, const Json& offsets, const Json& more = Json::object())
{
    Json data = Json::array();
    std::int64_t count = 1;
    for (const auto& extent : shape)
        count *= extent.get<std::int64_t>();
    for (std::int64_t k = 0; k < count; ++k)
        data.push_back(k);
    Json out = {{"layout", "jagged"},
                {"members",
                 {{"values", {{"dtype", "int64"}, {"shape", shape}, {"data", data}}},
                  {"offsets", {{"dtype", "int64"}, {"shape", {offsets.size()}}, {"data", offsets}}}}}};
    out.merge_patch(more);
    return out;
}

Json lengths(const Json& values)
{
    return {{"members", {{"lengths", {{"dtype", "int64"}, {"shape", {values.size()}}, {"data", values}}}}}};
}

TEST(Jagged, FindsWhatTheVectorsSay)
{
    expectVectors("nested_jagged");
}

TEST(Jagged, EveryRuleCanBeBrokenAlone)
{
    const auto expectOnly = [](const Json& json, const std::set<std::string>& expected) {
        SCOPED_TRACE(json.dump());
        const auto report = checked(tensorOf(json));
        auto all = rulesOf(report, Level::violation);
        all.merge(rulesOf(report, Level::advisory));
        EXPECT_EQ(all, expected);
    };
    const auto with = [](Json json, const char* path, const Json& value) {
        json[Json::json_pointer(path)] = value;
        return json;
    };
    const auto plain = jagged({6, 2}, {0, 2, 6});
    const auto holes = jagged({6, 2}, {0, 2, 6}, lengths({1, 3}));
    expectOnly(plain, {});
    expectOnly(holes, {});
    expectOnly(with(plain, "/members/offsets/dtype", "int32"), {"JAG-1.1"});
    expectOnly(with(holes, "/members/lengths/dtype", "int16"), {"JAG-1.2"});
    expectOnly(with(plain, "/members/values/layout", "csr"), {"JAG-2.1"});
    expectOnly(with(holes, "/members/lengths/device", "cuda:0"), {"JAG-2.2"});
    expectOnly(with(plain, "/members/offsets/shape", {3, 1}), {"JAG-3.1"});
    expectOnly(jagged({0, 2}, Json::array()), {"JAG-3.2"});
    expectOnly(jagged({6, 2}, {0, 2, 6}, lengths({1})), {"JAG-3.3"});
    expectOnly(with(plain, "/ragged_idx", 3), {"JAG-3.4"});
    expectOnly(jagged({6, 2}, {1, 2, 6}), {"JAG-5.1"});
    expectOnly(jagged({6, 2}, {-1, 2, 6}, lengths({1, 3})), {"JAG-5.1"});
    expectOnly(jagged({6, 2}, {0, 2, 5}), {"JAG-5.2"});
    expectOnly(jagged({6, 2}, {0, 2, 5}, lengths({1, 3})), {});
    expectOnly(jagged({6, 2}, {0, 2, 7}, lengths({1, 3})), {"JAG-5.2"});
    expectOnly(jagged({6, 2}, {0, 3, 2, 6}), {"JAG-5.3"});
    expectOnly(jagged({6, 2}, {0, 2, 6}, lengths({1, -1})), {"JAG-5.4"});
    expectOnly(jagged({6, 2}, {0, 2, 6}, lengths({1, 5})), {"JAG-5.5"});
    expectOnly(jagged({6, 2}, {0, 2, 6}, lengths({3, 1})), {"JAG-5.6"});
    expectOnly(with(plain, "/min_seqlen", 1), {"JAG-6.1"});
    expectOnly(with(plain, "/max_seqlen", 5), {"JAG-6.2"});
    expectOnly(with(with(plain, "/min_seqlen", 2), "/max_seqlen", 4), {});
    expectOnly(with(plain, "/members/offsets", {{"shape", {3}}, {"strides", {2}}, {"storage", {0, 2, 6}}}),
               {"STR-2.1"});
}

TEST(Jagged, SizeShowsTheRaggedDim)
{
    using enum OuterExtent::Kind;
    const auto tensor = tensorOf(jagged({3, 6, 2}, {0, 2, 6}, {{"ragged_idx", 2}}));
    const auto outline = tensor.layout->read(tensor, {})->outline();
    EXPECT_EQ(outline.size, (std::vector<OuterExtent>{{number, 2}, {number, 3}, {ragged, 0}, {number, 2}}));
    EXPECT_EQ(outline.numel, 36);
    EXPECT_EQ(outline.contiguous, true);
    const auto holes = tensorOf(jagged({6, 2}, {0, 2, 6}, lengths({1, 3})));
    EXPECT_EQ(holes.layout->read(holes, {})->outline().numel, 8);
    EXPECT_EQ(holes.layout->read(holes, {})->outline().contiguous, false);
}

TEST(Jagged, PathsAgreeBothWays)
{
    expectPathsAgree(tensorOf(jagged({6, 2}, {0, 2, 2, 6})), {{2, 2}, {0, 2}, {4, 2}});
    expectPathsAgree(tensorOf(jagged({2, 5, 2}, {0, 1, 5}, {{"ragged_idx", 2}})), {{2, 1, 2}, {2, 4, 2}});
    expectPathsAgree(tensorOf(jagged({6}, {1, 3, 6}, lengths({1, 2}))), {{1}, {2}});
    expectPathsAgree(tensorOf(jagged({5, 2}, {0, 2, 4}, lengths({3, 2}))), {{3, 2}, {2, 2}}); // shares
    expectPathsAgree(tensorOf(jagged({5, 2}, {1, 0, 9})), {{0, 2}, {9, 2}}); // falls, leaves values
    expectPathsAgree(tensorOf(jagged({3, 2}, {-2, 1})), {{3, 2}});           // begins before values
    auto transposed = tensorOf(jagged({2, 4}, {0, 1, 4}));
    transposed.find("values")->array.geometry = {{4, 2}, {1, 4}, 0};
    expectPathsAgree(transposed, {{1, 2}, {3, 2}});
}

TEST(Jagged, StepsAndRefusalsNameTheComponent)
{
    const auto tensor = tensorOf(jagged({6, 2}, {0, 2, 6}));
    const auto path = tensor.layout->locate(tensor, {1, 3, 0});
    ASSERT_TRUE(path);
    EXPECT_EQ(path->value.asIndex(), 10);
    EXPECT_EQ(path->steps[0].text, "component 1: offsets[1] = 2, offsets[2] = 6: entries 2..5");
    EXPECT_EQ(path->steps[1].text,
              "component 1: offset 2 + 3 = 5 in dim 0 of values: values[5, 0] = slot 10; 10 * 8 B = byte 80");
    const auto one = tensorOf(jagged({3, 2}, {0, 2, 3}));
    EXPECT_EQ(one.layout->locate(one, {1, 0, 0})->steps[0].text,
              "component 1: offsets[1] = 2, offsets[2] = 3: entry 2");
    const auto outside = tensor.layout->locate(tensor, {0, 2, 0});
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, ErrorCode::invalidArgument);
    EXPECT_NE(outside.error().text.find("component 0 has 2 entries"), std::string::npos);
    EXPECT_FALSE(tensor.layout->locate(tensor, {0, 0, 2}));
    EXPECT_FALSE(tensor.layout->locate(tensor, {2, 0, 0}));
    EXPECT_FALSE(tensor.layout->locate(tensor, {0, 0}));
}

} // namespace
} // namespace tscope
