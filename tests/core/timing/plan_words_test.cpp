// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_words.h"

#include "core/timing/small_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tscope::timing {

namespace {

// The number of columns is that of all operations that have one and do not say theirs.
TEST(PlanWords, TheNumberOfColumnsIsChosenForAllOperations)
{
    const auto tensor = madeMatrix("csr", {24, 16});
    const auto names = [&](std::vector<std::string> ops, std::vector<std::string> columns) {
        PlanWords words;
        words.ops = std::move(ops);
        words.columns = std::move(columns);
        std::vector<std::string> out;
        const auto plan = planOf(words, tensor);
        for (const auto& workload : plan->workloads)
            out.push_back(workload.name);
        return out;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names({}, {}), (Names{"spmv", "spmm k=64", "add", "sum"}));
    EXPECT_EQ(names({}, {"8"}), (Names{"spmv", "spmm k=8", "add", "sum"}));
    EXPECT_EQ(names({"spmm", "spmm:4", "spmm k=5", "sddmm", "spmv"}, {"8"}),
              (Names{"spmm k=8", "spmm k=4", "spmm k=5", "sddmm k=8", "spmv"}));
    EXPECT_EQ(names({"spmm", "spmv"}, {"1", "16"}), (Names{"spmm k=1", "spmm k=16", "spmv"}));
    // What is too many is refused, not cut down.
    for (const auto* wrong : {"65537", "0", "-1", "many", "", "1.5"}) {
        PlanWords words;
        words.columns = {"4", wrong};
        const auto plan = planOf(words, tensor);
        ASSERT_FALSE(plan) << wrong;
        EXPECT_EQ(plan.error().text, "k must be 1 to 65536, found \"" + std::string(wrong) + '"');
    }
}

TEST(Plans, WordsMakeAPlan)
{
    const auto tensor = madeMatrix("csr");
    const auto plan = planOf({{"spmv", "spmm:8"}, {"csr", "bsr"}, {"2x2", "4x4"}, {}, {"i32", "i64"}, {}}, tensor);
    ASSERT_TRUE(plan) << plan.error().text;
    ASSERT_EQ(plan->forms.size(), 6U);
    EXPECT_EQ(variantOf(tensor.tensor(), plan->forms[0]).indexDType, "int32");
    EXPECT_EQ(variantOf(tensor.tensor(), plan->forms[1]).indexDType, "int64");
    EXPECT_EQ(text(variantOf(tensor.tensor(), plan->forms[5])), "bsr 4x4");
    EXPECT_EQ(plan->workloads[1].name, "spmm k=8");
    for (const PlanWords& wrong :
         {PlanWords{{"nothing"}, {}, {}, {}, {}, {}}, PlanWords{{}, {"csx"}, {}, {}, {}, {}},
          PlanWords{{}, {"bsr"}, {"2by2"}, {}, {}, {}}, PlanWords{{}, {}, {}, {"f33"}, {}, {}},
          PlanWords{{}, {}, {}, {}, {"f32"}, {}}})
        EXPECT_FALSE(planOf(wrong, tensor));
}

std::vector<std::string> formsOf(const Plan& plan, const Sound& tensor)
{
    std::vector<std::string> out;
    for (const auto& wish : plan.forms)
        out.push_back(text(variantOf(tensor.tensor(), wish)));
    return out;
}

// No block size divides 67 x 71, many divide 24 x 16. Both have rows in all forms, and those that can't be
// measured say why.
TEST(PlanWords, BlocksThatFitAnyOfTheTensorsAreMeasuredOrRefusedOfAll)
{
    const std::vector<PlanSubject> tensors{{"odd", madeMatrix("csr", {67, 71})},
                                           {"even", madeMatrix("bsr", {24, 16}, "blocks")}};
    PlanWords words;
    words.ops = {"spmv"};
    words.isOwnFormAdded = true;
    auto plan = planOf(words, tensors);
    ASSERT_TRUE(plan) << plan.error().text;
    const auto forms = formsOf(*plan, tensors[0].tensor);
    for (const auto& of : tensors) {
        const auto alone = planOf(words, std::span(&of, 1));
        ASSERT_TRUE(alone);
        EXPECT_THAT(forms, testing::IsSupersetOf(formsOf(*alone, of.tensor))) << of.name;
    }
    EXPECT_THAT(forms, testing::Contains("bsr 2x2"));
    plan->budget = std::chrono::milliseconds(2);
    plan->rounds = 1;
    std::size_t refused = 0, measured = 0;
    for (const auto& row : measurePlan(tensors, *plan).rows) {
        if (row.variant.layout != "bsr")
            continue;
        (row.status == Status::ok ? measured : refused) += 1;
        EXPECT_EQ(row.status == Status::ok, row.tensor == "even") << row.tensor << ' ' << text(row.variant);
        if (row.tensor == "odd") {
            EXPECT_THAT(row.reason, testing::StartsWith("no conversion to this form: blocks of "));
            EXPECT_THAT(row.reason, testing::HasSubstr("do not divide 67 rows and 71 columns"));
        }
    }
    EXPECT_GT(refused, 0U);
    EXPECT_EQ(refused, measured);
}

TEST(PlanWords, WhereNoBlockDividesTheSizeOneIsNamedSoThatItsRowSaysWhy)
{
    const auto odd = madeMatrix("csr", {67, 71});
    EXPECT_THAT(formsOf(*planOf({}, odd), odd), testing::IsSupersetOf({"bsr 2x2", "bsc 2x2"}));
    const auto threes = madeMatrix("csr", {27, 15});
    EXPECT_THAT(formsOf(*planOf({}, threes), threes), testing::Not(testing::Contains("bsr 2x2")));
}

// Layouts are chosen, but others are held against the form as given: that of each tensor is there.
TEST(PlanWords, TheFormAsGivenOfEachTensorIsAdded)
{
    const std::vector<PlanSubject> tensors{{"a", madeMatrix("csr")}, {"b", madeMatrix("coo")}};
    PlanWords words;
    words.layouts = {"csc"};
    words.isOwnFormAdded = true;
    const auto plan = planOf(words, tensors);
    ASSERT_TRUE(plan);
    EXPECT_THAT(formsOf(*plan, tensors[0].tensor), testing::UnorderedElementsAre("csr", "coo", "csc"));
}

TEST(PlanWords, TensorsOfOneFormHaveItOnce)
{
    const std::vector<PlanSubject> tensors{{"a", madeMatrix("csr")}, {"b", madeMatrix("csr", {30, 20})}};
    PlanWords words;
    words.isOwnFormAdded = true;
    const auto forms = formsOf(*planOf(words, tensors), tensors[0].tensor);
    EXPECT_EQ(std::ranges::count(forms, "csr"), 1);
    EXPECT_EQ(std::set<std::string>(forms.begin(), forms.end()).size(), forms.size());
}

// A list of components has no csr, and nothing is asked of it there.
TEST(PlanWords, TensorsOfAnotherKindAddNoForms)
{
    const std::vector<PlanSubject> tensors{{"a", madeMatrix("csr")}, {"b", madeComponents("jagged")}};
    EXPECT_EQ(planOf({}, tensors)->forms.size(), planOf({}, tensors[0].tensor)->forms.size());
}

} // namespace

} // namespace tscope::timing
