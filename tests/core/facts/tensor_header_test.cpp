// SPDX-License-Identifier: Apache-2.0
// The header's offsets and sizes against what a debugger reads from the debug information.
#include "facts/tensor_header.h"

#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "support/small_tensors.h"
#include "support/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <sstream>

namespace tscope {
namespace {

using testing::HasSubstr;

// The numbers that gdb prints for these expressions, in order.
std::vector<std::int64_t> debuggerNumbers(const std::vector<std::string>& expressions)
{
    std::vector<std::string> arguments{"-batch", "-nx", TSCOPE_HEADER_PROBE};
    for (const auto& expression : expressions) {
        arguments.emplace_back("-ex");
        arguments.push_back("output/d " + expression);
        arguments.emplace_back("-ex");
        arguments.emplace_back("echo \\n");
    }
    const auto run = runTool("gdb", arguments);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    std::istringstream lines(run.out);
    std::vector<std::int64_t> numbers;
    for (std::int64_t number = 0; lines >> number;)
        numbers.push_back(number);
    EXPECT_EQ(numbers.size(), expressions.size()) << run.out << run.err;
    return numbers;
}

TEST(TensorHeader, OffsetsAndSizesAreThoseThatADebuggerPrints)
{
    if (std::system("command -v gdb > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "gdb is not installed; the offsets were not compared";
    for (const auto& header : {tensorHeader(), memberHeader()}) {
        const auto object = "headerProbe" + std::string(header.type);
        std::vector<std::string> expressions{"sizeof(" + object + ")"};
        std::vector<std::int64_t> measured{header.bytes};
        for (const auto& field : header.fields) {
            const auto place = object + "." + std::string(field.path);
            expressions.push_back("(char*)&" + place + " - (char*)&" + object);
            measured.push_back(field.offset);
            expressions.push_back("sizeof(" + place + ")");
            measured.push_back(field.bytes);
        }
        EXPECT_EQ(debuggerNumbers(expressions), measured) << object;
    }
}

// A field that is added to the types has to appear: what is between the fields is padding only.
TEST(TensorHeader, LeavesNothingOutButPadding)
{
    for (const auto& header : {tensorHeader(), memberHeader()}) {
        std::int64_t end = 0;
        for (const auto& field : header.fields) {
            EXPECT_GE(field.offset, end) << field.path;
            EXPECT_LT(field.offset - end, 8) << field.path;
            end = field.offset + field.bytes;
        }
        EXPECT_LE(end, header.bytes);
        EXPECT_LT(header.bytes - end, 8);
    }
}

TEST(TensorHeader, SaysWhatEveryLayoutAdds)
{
    const auto additions = headerAdditions();
    ASSERT_EQ(additions.size(), layouts().size());
    for (const auto& one : additions) {
        const auto* layout = layoutNamed(one.layout);
        ASSERT_NE(layout, nullptr);
        EXPECT_EQ(one.required.size() + one.optional.size(), layout->roles.size());
        EXPECT_EQ(one.bytes, static_cast<std::int64_t>(one.required.size()) * memberHeader().bytes);
    }
    const auto csr = std::ranges::find(additions, "csr", &HeaderAddition::layout);
    ASSERT_NE(csr, additions.end());
    EXPECT_THAT(csr->required, testing::ElementsAre("compressed", "plain", "values"));
}

TEST(TensorHeader, HasTheValuesOfTheTensor)
{
    const auto tensor = stridedOf(Array::declared(ElementType::f64, {2, 3}));
    const auto json = headerJson(tensor, "w");
    ASSERT_EQ(json["members"].size(), 1U);
    std::map<std::string, std::string> values;
    for (const auto& field : json["members"][0]["fields"])
        values[field["field"]] = field["value"];
    EXPECT_EQ(values["array.geometry.sizes"], "(2, 3)");
    EXPECT_EQ(values["array.geometry.strides"], "(3, 1)");
    EXPECT_EQ(values["array.dtype"], "float64");
    EXPECT_EQ(values["array.storage"], "48 bytes");
    EXPECT_THAT(plainText(tellHeader(tensor, "w")), HasSubstr("array.geometry.strides"));
    const auto fact = headerFact(tensor);
    ASSERT_EQ(fact.parts.size(), tensorHeader().fields.size() + 1);
    EXPECT_EQ(fact.parts.front().name, "byte 0");
    EXPECT_EQ(fact.parts.front().value, "layout: strided");
    EXPECT_EQ(fact.parts.back().parts.size(), memberHeader().fields.size());
}

} // namespace
} // namespace tscope
