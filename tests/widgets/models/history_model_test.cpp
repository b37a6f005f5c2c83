// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_model.h"

#include "ops/operations.h"
#include "ops/step_code.h"
#include "ops/transform.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto pairOfNumbers = R"({"layout": "strided", "dtype": "float64", "members": {"values": [1, 2]}})";

OpenTensor openedAs(int owner, const char* name, const Tensor& tensor, Lineage from = {})
{
    return {owner, name, std::make_shared<const Tensor>(tensor), std::move(from)};
}

LineageSource readFrom(const OpenTensor& open)
{
    return {open.name, open.tensor, open.from, open.owner};
}

Lineage sumOf(const std::vector<LineageSource>& sources)
{
    const auto& add = *operationNamed("add");
    return {lineageStep(OperationCall{&add, *parseParams(add.params, {})}, sources)};
}

} // namespace

TEST(HistoryModel, TheRowOfATensorIsThatOfItsVersionOfNow)
{
    const auto before = openedAs(1, "x", tensorOf(pairOfNumbers)), now = openedAs(1, "x", tensorOf(pairOfNumbers));
    const auto sum = openedAs(2, "y", tensorOf(pairOfNumbers), sumOf({readFrom(before), readFrom(now)}));
    HistoryModel model;
    model.setSight(historySight(std::vector{now, sum}, 1, 0, {}));
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0).data().toString(), QStringLiteral("x (changed since)"));
    EXPECT_EQ(model.rowOf(1), 1);
    EXPECT_EQ(model.rowOf(2), 2);
    EXPECT_EQ(model.rowOf(3), -1);
    EXPECT_EQ(model.rowOf(0), -1);
}

TEST(HistoryModel, RowsAreNoLongerThanTheyAreShown)
{
    const auto x = openedAs(1, std::string(1'000'000, 'x').c_str(), tensorOf(pairOfNumbers));
    const auto sum = openedAs(2, "y", tensorOf(pairOfNumbers), sumOf({readFrom(x), readFrom(x)}));
    const auto sight = historySight(std::vector{x, sum}, 1, 0, {});
    for (const auto& row : sight->rows)
        for (const auto& line : {row.words.title, row.words.call, row.words.form, row.words.note})
            EXPECT_LT(line.size(), 10'000U);
    EXPECT_GT(sight->script.size(), 1'000'000U) << "what is copied is whole";
}

TEST(HistoryModel, GradientsAreNamedByTheirResults)
{
    const auto x = openedAs(1, "x", tensorOf(R"({"layout": "strided", "dtype": "float64",
        "members": {"values": [[[1, 2]], [[3, 4]]]}})"));
    const auto steps = *parseSteps("unbind(0).unbind(0)");
    const auto made = transform(*x.tensor, steps);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->tensors.size(), 2U);
    const auto from = chainLineage(readFrom(x), steps, 2); // a cut, as both make several
    const auto a = openedAs(2, "a", made->tensors[0], from[0]), b = openedAs(3, "b", made->tensors[1], from[1]);
    const auto sum = openedAs(4, "y", tensorOf(pairOfNumbers), sumOf({readFrom(a), readFrom(b)}));
    const auto sight = historySight(std::vector{x, a, b, sum}, 3, 0, {});
    ASSERT_EQ(sight->gradients.size(), 2U) << sight->whyNone;
    EXPECT_EQ(sight->gradients[0].name, "a.grad");
    EXPECT_EQ(sight->gradients[1].name, "b.grad");
}
