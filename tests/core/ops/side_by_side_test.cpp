// SPDX-License-Identifier: Apache-2.0
// Batches of sparse matrices whose results differ in their number of entries.
#include "ops/operations.h"
#include "ops/run.h"
#include "rules/check.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>

#include <random>

namespace tscope {
namespace {

RunResult ran(std::string_view op, const Tensor& a, const Tensor& b)
{
    const auto& spec = *operationNamed(op);
    const std::vector<Sound> inputs{test::proven(a), test::proven(b)};
    auto done = run(spec, inputs, *parseParams(spec.params, {}));
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    return done ? std::move(*done) : RunResult{};
}

// Two matrices of 2 x 2 with two entries each.
Tensor lines(const std::string& pointers, const std::string& plain, const std::string& layout = "csr")
{
    const bool isRows = layout == "csr";
    return test::fromJson(R"({"layout": ")" + layout + R"(", "size": [2, 2, 2], "members": {")" +
                          (isRows ? "crow_indices" : "ccol_indices") + "\": " + pointers + ", \"" +
                          (isRows ? "col_indices" : "row_indices") + "\": " + plain +
                          R"(, "values": [[1, 2], [3, 4]]}})");
}

constexpr auto oneInEach = "[[0, 1, 2], [0, 1, 2]]";

Tensor anyLines(std::mt19937_64& random, const std::string& layout)
{
    std::string pointers, plain;
    for (int batch = 0; batch < 2; ++batch) {
        const auto split = random() % 3;
        const auto index = [&] { return std::to_string(random() % 2); };
        pointers += (batch == 0 ? "[0, " : ", [0, ") + std::to_string(split) + ", 2]";
        plain += (batch == 0 ? "[" : ", [") + (split == 1 ? index() + ", " + index() : "0, 1") + "]";
    }
    return lines("[" + pointers + "]", "[" + plain + "]", layout);
}

TEST(SideBySide, UnequalResultsOfABatchBecomeCoo)
{
    const auto a = lines(oneInEach, "[[0, 1], [0, 1]]"), b = lines(oneInEach, "[[0, 1], [1, 0]]");
    const auto sum = ran("add", a, b);
    ASSERT_NE(sum.tensor.layout, nullptr);
    EXPECT_EQ(sum.tensor.layout->name, "coo");
    EXPECT_TRUE(check(sum.tensor).findings.empty());
    EXPECT_EQ(
        test::logicalOf(sum.tensor),
        (test::Logical{
            {{0, 0, 0}, 2}, {{0, 1, 1}, 4}, {{1, 0, 0}, 3}, {{1, 0, 1}, 3}, {{1, 1, 0}, 4}, {{1, 1, 1}, 4}}));
    EXPECT_THAT(sum.trace.steps.back().text, testing::HasSubstr("side by side"));
    const auto product = ran("mul", a, b);
    EXPECT_EQ(test::logicalOf(product.tensor), (test::Logical{{{0, 0, 0}, 1}, {{0, 1, 1}, 4}}));
}

TEST(SideBySide, EqualOnesStayAsTheyAre)
{
    const auto same = lines(oneInEach, "[[0, 1], [1, 0]]");
    EXPECT_EQ(ran("add", same, same).tensor.layout->name, "csr");
}

// By a plain sum over the logical elements of both.
TEST(SideBySide, ProductsAreThoseOfEachBatchEntry)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    int unequal = 0;
    for (int round = 0; round < 40; ++round) {
        const std::string layout = round % 2 == 0 ? "csr" : "csc";
        const auto a = anyLines(random, layout), b = anyLines(random, layout);
        const auto made = ran("matmul", a, b).tensor;
        ASSERT_NE(made.layout, nullptr);
        unequal += made.layout->name == "coo" ? 1 : 0;
        test::Logical wanted;
        for (const auto& [i, x] : test::logicalOf(a))
            for (const auto& [j, y] : test::logicalOf(b))
                if (i[0] == j[0] && i[2] == j[1])
                    wanted[{i[0], i[1], j[2]}] += x * y;
        EXPECT_EQ(test::logicalOf(made), wanted) << layout;
    }
    EXPECT_GT(unequal, 0);
}

} // namespace
} // namespace tscope
