// SPDX-License-Identifier: Apache-2.0
#include "literals/json_facts.h"

#include "core/facts/small_tensors.h"
#include "facts/info_text.h"
#include "literals/json_tensor.h"
#include "support/same_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(JsonFacts, OfSmallTensorsAreTheTensorsThemselves)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    int compared = 0;
    for (const auto& [name, tensor] : test::smallTensors(seed)) {
        SCOPED_TRACE(name);
        const auto told = readJsonTensors(infoJson({{{name, tensor}}, {}}));
        ASSERT_TRUE(told) << told.error().text;
        ASSERT_EQ(told->tensors.size(), 1U);
        const auto& read = told->tensors[0].tensor;
        EXPECT_EQ(told->tensors[0].name, name);
        EXPECT_EQ(read.layout, tensor.layout);
        for (const auto& member : tensor.members) {
            const auto& other = read.member(member.role->name);
            EXPECT_EQ(other.array.dtype, member.array.dtype);
            EXPECT_EQ(other.array.geometry.sizes, member.array.geometry.sizes);
            EXPECT_EQ(other.array.geometry.strides, member.array.geometry.strides);
            EXPECT_EQ(other.array.geometry.offset, member.array.geometry.offset);
            EXPECT_EQ(other.array.storageNumel(), member.array.storageNumel());
            const auto elements = *numel(member.array.geometry);
            if (elements > shownElements)
                continue;
            ++compared;
            for (std::int64_t i = 0; i < elements; ++i)
                EXPECT_EQ(other.array.at(i).text(), member.array.at(i).text());
        }
    }
    EXPECT_GT(compared, 50);
}

TEST(JsonFacts, WhatTheyLeaveOutIsSaid)
{
    const auto large = test::madeOf({.layout = "csr", .size = {30, 30}, .nnz = 200});
    const auto told = readJsonTensors(infoJson({{{"w", large}}, {}}));
    ASSERT_TRUE(told) << told.error().text;
    EXPECT_THAT(told->warnings, Contains(HasSubstr("leave out the elements of w/values")));
    EXPECT_EQ(told->tensors[0].tensor.member("values").array.geometry.sizes, Extents{200});
    EXPECT_FALSE(told->tensors[0].tensor.member("values").isReadable());
}

TEST(JsonFacts, HostileOnesTakeNoMoreThanTheirText)
{
    for (const auto* text :
         {R"({"tensors": []})", R"({"tensors": [7]})", R"({"tensors": [{}]})", R"({"tensors": [{"layout": 3}]})",
          R"({"tensors": [{"layout": "csr", "members": 5}]})"})
        EXPECT_FALSE(readJsonTensors(text)) << text;
    for (const auto* geometry :
         {R"("shape": [2], "strides": [9223372036854775807], "offset": 9223372036854775807)",
          R"("shape": [-1], "strides": [1], "offset": 0)", R"("shape": [2, 2], "strides": [1], "offset": 0)",
          R"("shape": [9223372036854775807, 9223372036854775807], "strides": [1, 1], "offset": 0)"}) {
        const auto read = readJsonTensors(R"({"tensors": [{"name": "a", "layout": "strided", "members": [{"name":
            "values", "dtype": "int64", "storage_numel": 9223372036854775807, "data": [1, 2], )" +
                                          std::string(geometry) + "}]}]}");
        if (read) {
            EXPECT_FALSE(read->tensors[0].tensor.member("values").isReadable());
        }
    }
    std::string many = R"({"tensors": [)";
    for (int i = 0; i < 200; ++i)
        many +=
            std::string(i == 0 ? "" : ",") + R"({"name": "t", "layout": "strided", "members": [{"name": "values",
            "dtype": "int64", "shape": [1], "strides": [1], "offset": 0, "storage_numel": 1000000, "data": [1]}]})";
    const auto read = readJsonTensors(many + "]}");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->tensors.size(), 200U);
    int filled = 0;
    for (const auto& [name, tensor] : read->tensors)
        filled += tensor.member("values").isReadable();
    EXPECT_EQ(filled, 1) << "not a million zeros for each";
}

} // namespace
} // namespace tscope
