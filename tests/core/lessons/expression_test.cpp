// SPDX-License-Identifier: Apache-2.0
#include "lessons/expression.h"

#include "make/random.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::string worth(std::string_view formula, Scope scope = {})
{
    const auto read = Expression::parse(formula);
    if (!read)
        return "parse: " + read.error().text + " at " + read.error().where;
    const auto value = read->value(scope);
    return value ? text(*value) : value.error().text + " at " + value.error().where;
}

struct Case {
    const char* formula;
    const char* worth;
};

// As Python answers.
TEST(Expressions, AreWorkedOutAsPythonDoes)
{
    for (const auto& [formula, expected] : {
             Case{"1 + 2 * 3", "7"},
             Case{"(1 + 2) * 3", "9"},
             Case{"2 - 3 - 4", "-5"},
             Case{"-7 // 2", "-4"},
             Case{"-7 % 3", "2"},
             Case{"7 // -2", "-4"},
             Case{"7 % -3", "-2"},
             Case{"--3", "3"},
             Case{"[1, 2] + [3] * 2", "[1, 2, 3, 3]"},
             Case{"[3, 1, 2][1]", "1"},
             Case{"[[1, 2], [3, 4]][1][0]", "3"},
             Case{"[1, 2, 3][-1]", "3"},
             Case{"1 < 2 and not 3 == 4", "true"},
             Case{"1 if 2 > 3 else 4", "4"},
             Case{"[i * i for i in range(5) if i % 2 == 0]", "[0, 4, 16]"},
             Case{"[[i, j] for j in [7, 8]][1] if false else 5", "5"},
             Case{"[a + b for a in [1] ] if false else []", "[]"},
             Case{"2 in [1, 2]", "true"},
             Case{"\"view\" == 'view'", "true"},
             Case{"sum([1, 2, 3]) + prod([2, 5]) + len([])", "16"},
             Case{"running([2, 0, 3])", "[0, 2, 2, 5]"},
             Case{"flat([[1, 2], [], [3]])", "[1, 2, 3]"},
             Case{"range(5, 0, -2)", "[5, 3, 1]"},
             Case{"sorted([3, 1, 2]) == reversed([3, 2, 1])", "true"},
             Case{"count([1, 2, 1], 1)", "2"},
             Case{"min([4, 2]) * max([4, 2])", "8"},
             Case{"true or 1", "true"}, // the second is not looked at
         })
        EXPECT_EQ(worth(formula), expected) << formula;
}

TEST(Expressions, SayWhatWasWantedAndWhere)
{
    for (const auto& [formula, expected] : {
             Case{"", "parse: wanted a number, a name or a list, found the end at column 1"},
             Case{"1 +", "parse: wanted a number, a name or a list, found the end at column 4"},
             Case{"(1", "parse: wanted \")\", found the end at column 3"},
             Case{"1 2", "parse: wanted the end of the formula, found \"2\" at column 3"},
             Case{"[i for in [1]]", "parse: wanted \"in\", found \"[\" at column 11"},
             Case{"99999999999999999999",
                  "parse: wanted a number below 2^63, found \"99999999999999999999\" at column 1"},
             Case{"9223372036854775807 + 1", "the number leaves 64 bits at column 1"},
             Case{"1 // 0", "nothing can be divided by 0 at column 1"},
             Case{"rows", "nothing is called rows at column 1"},
             Case{"1 + length(2)", "there is no function length at column 5"},
             Case{"len()", "wanted len(list), found 0 arguments at column 1"},
             Case{"len(3)", "wanted a list as list, found the number 3 at column 1"},
             Case{"[1][5]", "the list has 1 element, element 5 was wanted at column 1"},
             Case{"not 1", "wanted yes or no, found the number 1 at column 5"},
             Case{"draw(1, 6)", "numbers are drawn in lines that begin with let, and nowhere else at column 1"},
         })
        EXPECT_EQ(worth(formula), expected) << formula;
}

TEST(Expressions, LookNamesUpAndLeaveThemAsTheyWere)
{
    Scope scope;
    scope.names["i"] = 7;
    scope.names["x"] = Value::List{1, 2};
    EXPECT_EQ(worth("[i for i in x] + [i]", scope), "[1, 2, 7]");
}

TEST(Expressions, ThatWouldNeverEndAreRefused)
{
    EXPECT_EQ(worth("[1] * 9999999999"), "the formula takes too many steps at column 1");
    EXPECT_EQ(worth("len(range(9223372036854775807))"), "the formula takes too many steps at column 5");
    Scope scope;
    scope.names["a"] = Value::List(100, Value(std::string(10'000, 'x')));
    EXPECT_EQ(worth("len([a for i in range(1000)])", scope).substr(0, 32), "the formula takes too many steps");
    EXPECT_EQ(worth("[i for i in range(1000) for]").substr(0, 7), "parse: ");
    EXPECT_EQ(worth("len([len(range(1000)) for i in range(100000)])").substr(0, 36),
              "the formula takes too many steps at ");
    const auto deep = std::string(5000, '(') + "1" + std::string(4999, ')');
    EXPECT_EQ(worth(deep).substr(0, 40), "parse: wanted at most 64 brackets inside");
    EXPECT_EQ(worth(std::string(9000, '-') + "1").substr(0, 40), "parse: wanted at most 64 brackets inside");
    EXPECT_EQ(worth(std::string(20'000, '1')).substr(0, 27), "parse: wanted a formula of ");
}

TEST(Expressions, DrawTheSameForASeed)
{
    const auto drawn = [](std::uint64_t seed) {
        Random random(seed);
        Scope scope;
        scope.random = &random;
        return worth("[draw(1, 6), choice([10, 20, 30]), shuffled([1, 2, 3, 4]), distinct(3, 0, 9)]", scope);
    };
    EXPECT_EQ(drawn(5), drawn(5));
    EXPECT_NE(drawn(5), drawn(6));
}

TEST(Expressions, DrawFromRangesOfAnyWidthOrSayWhyNot)
{
    for (const auto* formula :
         {"distinct(1, 0, 9223372036854775807)", "distinct(1, -9223372036854775807, 1)", "distinct(3, 5, 6)",
          "distinct(-1, 0, 3)", "draw(0, 9223372036854775807)", "draw(3, 2)"}) {
        Random random(1);
        Scope scope;
        scope.random = &random;
        EXPECT_FALSE(Expression::parse(formula)->value(scope)) << formula;
    }
}

TEST(Expressions, DistinctNumbersAreInOrderAndInTheirRange)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        Scope scope;
        scope.random = &random;
        const auto read = Expression::parse("distinct(4, 3, 8)");
        const auto numbers = extentsOf(*read->value(scope));
        ASSERT_TRUE(numbers && numbers->size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_GE((*numbers)[i], 3);
            EXPECT_LE((*numbers)[i], 8);
            if (i > 0) {
                EXPECT_LT((*numbers)[i - 1], (*numbers)[i]);
            }
        }
    }
}

} // namespace
} // namespace tscope
