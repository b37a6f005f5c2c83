// SPDX-License-Identifier: Apache-2.0
// The keys of SciPy in files that are unusual.
#include "literals/json_tensor.h"

#include "literals/json_scipy_form.h"
#include "support/same_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Document readInScipyKeys(std::string_view text)
{
    auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << text << "\n" << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

TEST(JsonScipy, CoordinatesOfAnUnknownTypeAreDeclared)
{
    const std::string opening = R"({"format":"coo","shape":[2,2],"index_dtype":"int33",)";
    for (const std::string coordinates : {R"("row":[0,1],"col":[1,0])", R"("coords":[[0,1],[1,0]])"}) {
        const auto document = readInScipyKeys(opening + coordinates + R"(,"data":[1,2]})");
        ASSERT_EQ(document.tensors.size(), 1U);
        const auto& indices = document.tensors[0].tensor.member("indices").array;
        EXPECT_EQ(indices.dtype.name(), "int33");
        EXPECT_EQ(indices.geometry.sizes, Extents({2, 2}));
        EXPECT_FALSE(indices.storage->hasBytes());
        ASSERT_FALSE(document.warnings.empty());
        EXPECT_THAT(document.warnings.front(),
                    HasSubstr("elements of the unknown type int33 can't be held, their data were left out"));
    }
}

TEST(JsonScipy, AnUnusedRowIsWarnedOf)
{
    const auto document =
        readInScipyKeys(R"({"format":"coo","shape":[2,2],"indices":[[0],[1]],"data":[7],"row":[0]})");
    EXPECT_THAT(document.warnings, ElementsAre("the key row is not known and was left out"));
    ASSERT_EQ(document.tensors.size(), 1U);
    EXPECT_FALSE(document.tensors[0].tensor.scipyKeys);
}

TEST(JsonScipy, AFileThatWasNotChangedFits)
{
    const std::string csr = R"({"format": "csr", "shape": [1, 2], "device": "cpu",
 "indptr": [0, 2],
 "indices": [0, 1],
 "data": [1, 2]}
)";
    const auto document = readInScipyKeys(csr);
    EXPECT_EQ(lostScipyKeysText(document), "");
    const auto again = writeJsonTensors(document);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, csr);
    for (const std::string more : {R"("row":5)", R"("blocksize":4)", R"("device":"cuda:1")"}) {
        const auto other = readInScipyKeys(
            R"({"format":"csr","shape":[1,2],"indptr":[0,2],"indices":[0,1],"data":[1,2],)" + more + "}");
        EXPECT_EQ(lostScipyKeysText(other), "") << more;
        const auto written = writeJsonTensors(other);
        ASSERT_TRUE(written) << more;
        EXPECT_EQ(test::firstDifference(other, readInScipyKeys(*written)), "") << more;
    }
}

TEST(JsonScipy, WordsInQuotesStayInQuotes)
{
    for (const std::string data : {R"(["NaN", 1.5, "-Infinity"])", "[NaN, 1.5, -Infinity]"}) {
        const auto text = R"({"format": "csr", "shape": [1, 3],
 "indptr": [0, 3],
 "indices": [0, 1, 2],
 "data": )" + data + "}\n";
        const auto written = writeJsonTensors(readInScipyKeys(text));
        ASSERT_TRUE(written);
        EXPECT_EQ(*written, text);
    }
}

TEST(JsonScipy, IntegersThatFloat64RoundsAreWarnedOf)
{
    const auto warnings = [](const std::string& data) {
        return readInScipyKeys(R"({"format":"csr","shape":[1,9],"indptr":[0,2],"indices":[0,1],"data":)" + data +
                               "}")
            .warnings;
    };
    EXPECT_THAT(warnings("[9007199254740993, 0.5]"),
                ElementsAre("no dtype in the file: read as float64; 1 number was rounded, the first data[0]"));
    EXPECT_THAT(warnings("[0.1, 9223372036854775807]"),
                ElementsAre("no dtype in the file: read as float64; 1 number was rounded, the first data[1]"));
    EXPECT_THAT(warnings("[9007199254740992, 1152921504606846976, 0.1, -9223372036854775808]"), IsEmpty());
    EXPECT_THAT(warnings("[9007199254740993, 1]"), IsEmpty());
    EXPECT_THAT(warnings("[0.5, 123456789012345678901]"),
                ElementsAre("no dtype in the file: read as float64; 1 number was rounded, the first data[1]"));
    EXPECT_THAT(warnings("[11" + std::string(38, '0') + ", 1]"),
                ElementsAre("no dtype in the file: read as float64; 1 number was rounded, the first data[0]"));
    EXPECT_THAT(warnings("[18446744073709551616, -36893488147419103232]"), IsEmpty());
}

TEST(JsonScipy, AForgottenQuoteInAListIsNoCutText)
{
    const std::string opening = R"({"format":"csr","shape":[1,2],"indptr":[0,2],"indices":[0,1],"data":[1.5,)";
    const auto fault = [&](const std::string& rest) {
        const auto document = readJsonTensors(opening + rest);
        return document ? "read" : document.error().text;
    };
    for (const auto* forgotten : {R"("NaN]})", R"("NaN, 2)", R"("NaN})"})
        EXPECT_THAT(fault(forgotten), HasSubstr("not a JSON text: ")) << forgotten;
    EXPECT_EQ(fault(R"("Na)"), "the JSON text ends inside data; the rest is missing");
}

} // namespace
} // namespace tscope
