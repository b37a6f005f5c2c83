// SPDX-License-Identifier: Apache-2.0
#include "array/bounded_sum.h"

#include "core/array/oracle.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::vector<Extents> bruteForce(const std::vector<SumTerm>& terms, std::int64_t target)
{
    std::vector<Extents> out = {{}};
    for (const auto& term : terms) {
        std::vector<Extents> next;
        for (const auto& begin : out)
            for (auto x = term.least; x <= term.most; ++x) {
                next.push_back(begin);
                next.back().push_back(x);
            }
        out = std::move(next);
    }
    std::erase_if(out, [&](const Extents& numbers) {
        std::int64_t sum = 0;
        for (std::size_t t = 0; t < terms.size(); ++t)
            sum += terms[t].step * numbers[t];
        return sum != target;
    });
    return out;
}

TEST(SumSearch, FindsExactlyTheSolutionsInLexicographicOrder)
{
    for (std::uint32_t seed = 0; seed < 4000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        std::vector<SumTerm> terms(static_cast<std::size_t>(dice(0, 4)));
        for (auto& term : terms) {
            const auto least = dice(-3, 3);
            term = {dice(-9, 12), least, least + dice(0, 4)};
        }
        const auto target = dice(-12, 20);
        const auto expected = bruteForce(terms, target);

        SumSearch search(terms, target, 1 << 20);
        std::vector<Extents> found;
        while (search.next())
            found.push_back(search.numbers());

        EXPECT_FALSE(search.ranOut());
        EXPECT_EQ(found, expected);
        std::erase_if(terms, [](const SumTerm& term) { return term.step == 0; });
        const auto moving = bruteForce(terms, target).size();
        EXPECT_EQ(SumSearch(terms, target, 1 << 20).count(1 << 20), Wide(static_cast<std::int64_t>(moving)));
    }
}

TEST(SumSearch, CountsTwoLongTermsWithoutVisitingThem)
{
    const std::vector<SumTerm> terms = {{1, 0, 1'000'000'000'000}, {1, 0, 1'000'000'000'000}};
    SumSearch search(terms, 1'000'000'000'000, 10);
    EXPECT_EQ(search.count(int64Max), Wide(1'000'000'000'001));
    EXPECT_FALSE(search.ranOut());
}

TEST(SumSearch, SaysThatItsBudgetWasTooSmall)
{
    std::vector<SumTerm> terms;
    for (std::int64_t t = 0; t < 40; ++t)
        terms.push_back({(std::int64_t{1} << 50) + t * t * t * 7919 + 1, -1, 1});
    terms.push_back({1, 5, 5});
    SumSearch search(terms, 0, 1000);
    EXPECT_FALSE(search.next());
    EXPECT_TRUE(search.ranOut());
}

TEST(SumSearch, StaysTotalOnTheLargestNumbers)
{
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        std::vector<SumTerm> terms(static_cast<std::size_t>(dice(0, 6)));
        for (auto& term : terms)
            term = {dice.wild(), dice.wild(), dice.wild()};
        SumSearch search(terms, dice.wild(), 100);
        while (search.next()) {
            Wide sum = 0;
            for (std::size_t t = 0; t < terms.size(); ++t)
                sum = sum + Wide::product(terms[t].step, search.numbers()[t]);
            EXPECT_TRUE(sum.asInt64().has_value());
        }
    }
}

} // namespace
} // namespace tscope
