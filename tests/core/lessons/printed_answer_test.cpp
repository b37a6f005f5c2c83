// SPDX-License-Identifier: Apache-2.0
// Whether a solution is the one that was found, where several answers are right.
#include "lessons/printed_answer.h"

#include "core/lessons/one_step.h"
#include "support/from_json.h"

namespace tscope {
namespace {

Exercise solvedBy(const char* worked)
{
    Exercise exercise;
    exercise.worked = worked;
    return exercise;
}

Value csr(const char* pointers)
{
    return Value(TensorPtr(std::make_shared<const Tensor>(
        test::fromJson(std::string(R"({"layout": "csr", "size": [2, 4], "members": {"crow_indices": )") +
                       pointers + R"(, "col_indices": [1, 3], "values": [1, 2]}})"))));
}

TEST(PrintedAnswer, IsFoundByItsNumbers)
{
    const auto list = [](std::int64_t a, std::int64_t b) { return Value(Value::List{Value(a), Value(b)}); };
    EXPECT_TRUE(isPrinted(solvedBy("Strides (1, 4): column-major."), list(1, 4)));
    EXPECT_FALSE(isPrinted(solvedBy("Strides (1, 4): column-major."), list(4, 1)));
    EXPECT_TRUE(isPrinted(solvedBy("Strides (-1, 4)."), list(-1, 4)));
    EXPECT_TRUE(isPrinted(solvedBy("crow_indices [0, 1, 2]: one each."), csr("[0, 1, 2]")));
    EXPECT_FALSE(isPrinted(solvedBy("crow_indices [0, 1, 2]: one each."), csr("[0, 2, 2]")));
    EXPECT_TRUE(isPrinted(solvedBy("It is 4."), Value(std::int64_t{5}))) << "one number may be any";
}

TEST(PrintedAnswer, IsTheOnlyOneWhereOneIsExpected)
{
    auto exercise = solvedBy("So.");
    exercise.expected = Value(std::int64_t{5});
    EXPECT_TRUE(isPrinted(exercise, Value(Value::List{Value(std::int64_t{7}), Value(std::int64_t{8})})));
}

} // namespace
} // namespace tscope
