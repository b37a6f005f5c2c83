// SPDX-License-Identifier: Apache-2.0
#include "ops/transposed.h"

#include "facts/info.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;

std::string sizeAfter(const Tensor& tensor)
{
    const auto done = transposed(tensor);
    if (!done)
        return done.error().text;
    const auto outline = done->tensors.front().layout->read(done->tensors.front(), {})->outline();
    std::string text(done->tensors.front().layout->name);
    for (const auto& extent : *outline.size)
        text += " " + std::to_string(extent.value);
    return text + (done->route.front().view ? " view" : " copy");
}

TEST(Transposed, RowsAndColumnsAreSwappedInEachLayoutThatHasSuchAView)
{
    EXPECT_EQ(sizeAfter(tensorOf({{"layout", "strided"}, {"members", {{"values", {{1, 2, 3}, {4, 5, 6}}}}}})),
              "strided 3 2 view");
    EXPECT_EQ(sizeAfter(tensorOf({{"layout", "strided"}, {"members", {{"values", {{{1, 2, 3}, {4, 5, 6}}}}}}})),
              "strided 1 3 2 view")
        << "the last two dims of several";
    EXPECT_EQ(sizeAfter(tensorOf(
                  {{"layout", "csr"},
                   {"size", {2, 3}},
                   {"members", {{"crow_indices", {0, 1, 2}}, {"col_indices", {0, 2}}, {"values", {1, 2}}}}})),
              "csc 3 2 view");
    EXPECT_EQ(sizeAfter(tensorOf(
                  {{"layout", "csr"},
                   {"size", {1, 2, 3, 2}},
                   {"members",
                    {{"crow_indices", {{0, 1, 2}}}, {"col_indices", {{0, 2}}}, {"values", {{{1, 1}, {2, 2}}}}}}})),
              "csc 1 3 2 2 view")
        << "the sparse dims, between batch and dense ones";
    EXPECT_EQ(sizeAfter(tensorOf({{"layout", "nested"}, {"components", {{{1, 2, 3}}, {{4}, {5}}}}})).substr(0, 8),
              "nested 2");
}

TEST(Transposed, WhereThereIsNoneTheReasonIsSaid)
{
    const auto coo =
        tensorOf({{"layout", "coo"}, {"size", {2, 2}}, {"members", {{"indices", {{0}, {1}}}, {"values", {1}}}}});
    EXPECT_FALSE(isTransposable(*coo.layout));
    EXPECT_EQ(sizeAfter(coo), "a coo tensor has no operation transpose");
    const auto vector = tensorOf({{"layout", "strided"}, {"members", {{"values", {1, 2}}}}});
    EXPECT_TRUE(isTransposable(*vector.layout));
    EXPECT_FALSE(transposed(vector));
}

} // namespace
} // namespace tscope
