// SPDX-License-Identifier: Apache-2.0
// Products of real numbers on larger tensors: the bound comes from the data, not from a guess.
#include "base/thread_pool.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tscope {
namespace {

Tensor made(const char* kind, const char* layout, Extents size, ElementType type, std::uint64_t seed)
{
    MakeSpec spec;
    spec.kind = kind;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.dtype = type;
    spec.seed = seed;
    if (std::string_view(kind) == "random")
        spec.density = 0.05;
    auto tensor = makeTensorOf(spec);
    if (!tensor)
        throw std::runtime_error(tensor.error().text);
    return std::move(*tensor);
}

std::vector<double> numbersOf(const Tensor& strided)
{
    const auto& array = strided.members.front().array;
    std::vector<double> out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out.push_back(test::complexOf(array.at(i)).real());
    return out;
}

bool areSameBytes(const Tensor& a, const Tensor& b)
{
    for (std::size_t m = 0; m < a.members.size(); ++m) {
        const auto &left = a.members[m].array, &right = b.members[m].array;
        if (left.geometry.sizes != right.geometry.sizes)
            return false;
        for (std::int64_t i = 0; i < *numel(left.geometry); ++i)
            if (!(left.at(i) == right.at(i)))
                return false;
    }
    return true;
}

// A thousand ones beside a number that is so large that a float would take none of them.
TEST(StoredSums, TheLastCountsAsMuchAsTheFirst)
{
    std::string rows, values;
    for (int i = 0; i < 1000; ++i) {
        rows += ", " + std::to_string(i % 7);
        values += ", 1";
    }
    for (const auto* type : {"float32", "complex64"}) {
        const auto coo =
            test::fromJson(R"({"layout": "coo", "size": [7], "dtype": ")" + std::string(type) +
                           R"(", "members": {"indices": [[0)" + rows + R"(]], "values": [1e8)" + values + "]}}");
        const auto of = [&](std::string_view op) {
            const auto sound = test::proven(coo);
            const auto done = run(*operationNamed(op), {&sound, 1}, *parseParams(operationNamed(op)->params, {}));
            return numbersOf(done->tensor).front();
        };
        EXPECT_EQ(of("sum"), 100'001'000.0) << type;
        EXPECT_EQ(of("mean"), static_cast<double>(100'001'000.0F / 7)) << type;
    }
}

// |computed - exact| <= k * eps * sum |a| |b|, with k the length of the longest sum and one rounding more.
class FloatBounds : public testing::TestWithParam<std::tuple<const char*, const char*, ElementType>>
{
};

TEST_P(FloatBounds, ProductsStayWithinThem)
{
    const auto& [kind, layout, type] = GetParam();
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 3;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::int64_t rows = 700, columns = 4;
    const auto a = made(kind, layout, {rows, rows}, type, seed);
    const auto x = made("dense", "strided", {rows, columns}, type, seed + 1);
    std::vector<double> exact(static_cast<std::size_t>(rows * columns)), sizes(exact.size());
    std::vector<std::int64_t> terms(static_cast<std::size_t>(rows));
    const auto numbers = numbersOf(x);
    for (const auto& [index, value] : test::logicalOf(a)) {
        ++terms[static_cast<std::size_t>(index[0])];
        for (std::int64_t j = 0; j < columns; ++j) {
            const auto product = value.real() * numbers[static_cast<std::size_t>(index[1] * columns + j)];
            exact[static_cast<std::size_t>(index[0] * columns + j)] += product;
            sizes[static_cast<std::size_t>(index[0] * columns + j)] += std::abs(product);
        }
    }
    const std::vector<Sound> inputs{test::proven(a), test::proven(x)};
    const auto& op = *operationNamed("matmul");
    setThreadCount(2);
    const auto result = run(op, inputs, *parseParams(op.params, {}));
    const auto again = run(op, inputs, *parseParams(op.params, {}));
    setThreadCount(1);
    const auto alone = run(op, inputs, *parseParams(op.params, {}));
    setThreadCount(0);
    ASSERT_TRUE(result) << result.error().text;
    const auto found = numbersOf(result->tensor);
    const double epsilon = type == ElementType::f64 ? 0x1p-53 : type == ElementType::f32 ? 0x1p-24 : 0x1p-11;
    const double inner = type == ElementType::f64 ? 0x1p-53 : 0x1p-24; // small floats add up as floats
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto count = static_cast<double>(terms[i / static_cast<std::size_t>(columns)] + 2);
        const auto bound = count * inner * sizes[i] * 1.1 + epsilon * std::abs(exact[i]) * 1.1 +
                           (type == ElementType::f16 ? 0x1p-24 : 0);
        EXPECT_LE(std::abs(found[i] - exact[i]), bound) << i;
    }
    EXPECT_TRUE(areSameBytes(result->tensor, again->tensor));
    EXPECT_TRUE(areSameBytes(result->tensor, alone->tensor));
}

INSTANTIATE_TEST_SUITE_P(Kinds, FloatBounds,
                         testing::Combine(testing::Values("random", "powerlaw", "banded"),
                                          testing::Values("csr", "csc", "bsr", "coo"),
                                          testing::Values(ElementType::f32, ElementType::f64, ElementType::f16)));

// Enough entries for two threads to share the work.
TEST(Threads, MakeNoDifference)
{
    const auto x = made("dense", "strided", {1500, 3}, ElementType::f32, 2);
    for (const auto* layout : {"csr", "csc", "bsr", "coo"}) {
        const auto a = made("random", layout, {1500, 1500}, ElementType::f32, 1);
        const auto b = made("random", layout, {1500, 1500}, ElementType::f32, 3);
        const auto same = [&](std::string_view name, const std::vector<Tensor>& given,
                              std::vector<std::string> params = {}) {
            SCOPED_TRACE(std::string(name) + " of " + layout);
            std::vector<Sound> inputs;
            for (const auto& tensor : given)
                inputs.push_back(test::proven(tensor));
            const auto& op = *operationNamed(name);
            setThreadCount(1);
            const auto alone = run(op, inputs, *parseParams(op.params, params));
            setThreadCount(2);
            const auto shared = run(op, inputs, *parseParams(op.params, params));
            setThreadCount(0);
            ASSERT_TRUE(alone && shared);
            EXPECT_TRUE(areSameBytes(alone->tensor, shared->tensor));
        };
        same("matmul", {a, x});
        same("add", {a, b});
        same("mul", {a, b});
        same("sum", {a}, {"dim=0"});
        same("sum", {a}, {"dim=1"});
        same("sum", {a});
    }
}

} // namespace
} // namespace tscope
