// SPDX-License-Identifier: Apache-2.0
// A layout that the house does not know, added by a folder and a line: everything that works from a Layout works
// on it.
#include "core/layouts/ell/ell.h"

#include "facts/cells.h"
#include "facts/diff.h"
#include "facts/info.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "proof/prove.h"
#include "rules/check.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

class EllTest : public testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        if (!layoutNamed("ell"))
            registerLayout(ellLayout()); // the one line
    }

    static Tensor read(std::string_view columns)
    {
        const auto text = R"({"layout": "ell", "size": [2, 4], "dtype": "float32", "members": {"columns": )" +
                          std::string(columns) + R"(, "values": [[1.5, 2, 0], [3, 0, 0]]}})";
        auto document = readJsonTensors(text);
        EXPECT_TRUE(document) << document.error().text;
        return document->tensors.front().tensor;
    }
};

} // namespace

TEST_F(EllTest, InfoTellsItsAnatomy)
{
    const auto facts = info(read("[[0, 3, -1], [2, -1, -1]]"));

    EXPECT_EQ(facts.layout, "ell");
    EXPECT_EQ(facts.outline.numel, 8);
    ASSERT_EQ(facts.members.size(), 2U);
    EXPECT_EQ(facts.members[0].name, "columns");
    EXPECT_EQ(facts.members[0].dtype, DType(ElementType::i64));
}

TEST_F(EllTest, CheckFindsItsOwnRules)
{
    EXPECT_TRUE(check(read("[[0, 3, -1], [2, -1, -1]]")).valid);

    const auto report = check(read("[[0, 4, -1], [-1, 2, -9]]"));

    EXPECT_FALSE(report.valid);
    ASSERT_TRUE(report.find("ELL-2"));
    EXPECT_EQ(report.find("ELL-2")->count, 2);
    EXPECT_EQ(*report.find("ELL-2")->witnesses[0].find("actual"), WitnessValue(std::int64_t{4}));
    ASSERT_TRUE(report.find("ELL-3"));
    EXPECT_EQ(report.find("ELL-3")->level, Level::advisory);
}

TEST_F(EllTest, ContractsThatDoNotKnowItSaySo)
{
    const CheckOptions scipy{.contract = *contractNamed("scipy")};

    const auto report = check(read("[[0, 3, -1], [2, -1, -1]]"), scipy);

    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].rule, "SP-0");
}

TEST_F(EllTest, LocateFindsForthAndBack)
{
    const auto tensor = read("[[0, 3, -1], [2, -1, -1]]");

    const auto path = tensor.layout->locate(tensor, {0, 3});
    const auto readers = tensor.layout->readersOf(tensor, "columns", 1, 10);

    ASSERT_TRUE(path);
    EXPECT_TRUE(path->found);
    EXPECT_EQ(path->value.text(), "2");
    ASSERT_TRUE(readers);
    EXPECT_EQ(readers->elements, (std::vector<Extents>{{0, 3}}));
}

TEST_F(EllTest, DiffComparesItWithAnotherLayout)
{
    const auto document = readJsonTensors(
        R"({"layout": "csr", "size": [2, 4], "dtype": "float32",
            "members": {"compressed": [0, 2, 3], "plain": [0, 3, 2], "values": [1.5, 2, 3]}})");
    ASSERT_TRUE(document) << document.error().text;

    const auto difference = diff(read("[[0, 3, -1], [2, -1, -1]]"), document->tensors.front().tensor);

    ASSERT_TRUE(difference) << difference.error().text;
    EXPECT_TRUE(difference->values);
    EXPECT_TRUE(difference->pattern);
    EXPECT_FALSE(difference->bytes);
}

TEST_F(EllTest, ProveAsksItsMemoryRules)
{
    EXPECT_TRUE(std::holds_alternative<Sound>(prove(read("[[0, 3, -1], [2, -1, -1]]"))));
    EXPECT_TRUE(std::holds_alternative<Report>(prove(read("[[0, 4, -1], [2, -1, -1]]"))));
}

TEST_F(EllTest, CellsComeThroughItsEntries)
{
    const auto found =
        cells(read("[[0, 3, -1], [2, -1, -1]]"),
              {.rowDim = 0, .columnDim = 1, .fixed = {0, 0}, .rowEnd = 2, .columnBegin = 1, .columnEnd = 5});
    ASSERT_TRUE(found) << found.error().text;
    std::string picture;
    for (const auto& cell : found->cells)
        picture += cell.outsideComponent ? "." : cell.value.text();
    EXPECT_EQ(picture, "002.030.");
}
