// SPDX-License-Identifier: Apache-2.0
#include "proof/prove.h"

#include "dispatch/backends.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <stop_token>

namespace tscope {
namespace {

// A tensor may say another type than its members have, where no rule forbids it; kernels go by the members.
// Of several rules that are broken the one that forbids a kernel is named, not one that none relies on.
TEST(Prove, TellsWhatStandsInTheWay)
{
    const auto tensor = test::fromJson(R"({"layout": "csr", "size": [1, 2], "members": {
        "compressed": {"dtype": "int64", "shape": [2], "strides": [2], "storage": [0, 9, 3]},
        "plain": [0, 1, 1], "values": [1, 2, 3]}})");
    const auto proof = prove(tensor);
    const auto* report = std::get_if<Report>(&proof);
    ASSERT_NE(report, nullptr);
    EXPECT_EQ(report->findings.front().rule, "3.5");
    ASSERT_NE(report->standingInTheWay(), nullptr);
    EXPECT_EQ(report->standingInTheWay()->rule, "5.3");
    EXPECT_EQ(Report().standingInTheWay(), nullptr);
}

TEST(Prove, TypesAreThoseOfTheMembersWhateverATensorClaims)
{
    const std::vector<std::string> claims{
        R"({"layout": "strided", "dtype": "float64",
            "members": {"values": {"dtype": "float32", "shape": [2], "data": [1, 2]}}})",
        R"({"layout": "coo", "size": [1, 5], "index_dtype": "int32", "members": {
            "indices": {"dtype": "int64", "shape": [2, 3], "data": [0, 0, 0, 1, 2, 4]},
            "values": {"dtype": "float32", "shape": [3], "data": [1, 2, 3]}}})",
        R"({"layout": "nested", "dtype": "float64", "members": {
            "buffer": {"dtype": "float32", "shape": [2], "data": [1, 2]},
            "nested_sizes": {"dtype": "int64", "shape": [2, 1], "data": [1, 1]},
            "nested_strides": {"dtype": "int64", "shape": [2, 1], "data": [1, 1]},
            "storage_offsets": {"dtype": "int64", "shape": [2], "data": [0, 1]}}})",
        R"({"layout": "jagged", "dtype": "int8", "index_dtype": "int32", "members": {
            "values": {"dtype": "float32", "shape": [2], "data": [1, 2]},
            "offsets": {"dtype": "int64", "shape": [3], "data": [0, 1, 2]}}})"};
    for (const auto& text : claims) {
        SCOPED_TRACE(text);
        const auto proved = prove(test::fromJson(text));
        ASSERT_TRUE(std::holds_alternative<Sound>(proved));
        const auto& sound = std::get<Sound>(proved);
        EXPECT_EQ(sound.tensor().declaredDType(), DType(ElementType::f32));
        EXPECT_EQ(sound.tensor().declaredIndexDType(), DType(ElementType::i64));
        const auto params = parseParams(operationNamed("add")->params, {});
        const auto sum = run(*operationNamed("add"), std::vector<Sound>(2, sound), *params, {});
        ASSERT_TRUE(sum) << sum.error().text;
        EXPECT_TRUE(std::holds_alternative<Sound>(prove(sum->tensor)));
    }
}

TEST(Prove, WhenStoppedNothingIsProven)
{
    const auto tensor = *makeTensorOf({.layout = "csr", .size = {40, 30}, .density = 0.5});
    std::stop_source stop;
    const Watch watch{stop.get_token()};
    EXPECT_TRUE(std::holds_alternative<Sound>(prove(tensor, watch)));
    stop.request_stop();
    const auto proof = prove(tensor, watch);
    ASSERT_TRUE(std::holds_alternative<Report>(proof));
    EXPECT_TRUE(std::get<Report>(proof).cancelled);
}

// "0-dim values are read as shape [1]", says the rule; so do kernels.
TEST(Prove, AnEntryWithoutDimsIsARowOfOne)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [5], "members": {
        "indices": {"dtype": "int64", "shape": [1, 1], "data": [1]},
        "values": {"dtype": "float32", "shape": [], "data": [2]}}})");
    const auto proved = prove(coo);
    ASSERT_TRUE(std::holds_alternative<Sound>(proved));
    const auto& sound = std::get<Sound>(proved);
    EXPECT_EQ(sound.tensor().member("values").array.geometry, (Geometry{{1}, {1}, 0}));
    const auto params = parseParams(operationNamed("add")->params, {});
    for (const auto* only : {static_cast<const tscope_backend*>(nullptr), referenceBackend()}) {
        const auto sum = run(*operationNamed("add"), std::vector<Sound>(2, sound), *params, {.only = only});
        ASSERT_TRUE(sum) << sum.error().text;
        EXPECT_EQ(sum->tensor.member("values").array.at(0).text(), "4");
    }
}

} // namespace
} // namespace tscope
