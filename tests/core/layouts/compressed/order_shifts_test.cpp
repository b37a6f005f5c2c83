// SPDX-License-Identifier: Apache-2.0
// Wrong pointers that do not fall and that only the order of entries gives away: what was changed against what is
// found.
#include "layouts/compressed/order_shifts.h"

#include "rules/advise.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/integers.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tscope::test {

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t extentOfAll = 200;

struct OrderedSlices {
    Numbers pointers{0}, entries;
};

class SliceMaker
{
public:
    explicit SliceMaker(unsigned seed) : m_random(seed) {}

    std::int64_t below(std::int64_t limit)
    {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(limit));
    }

    // Slices of `fewest` to `most` entries, in order.
    OrderedSlices slices(std::int64_t count, std::int64_t fewest, std::int64_t most)
    {
        OrderedSlices out;
        for (; count > 0; --count) {
            const auto length = fewest + below(most - fewest + 1);
            std::set<std::int64_t> slice;
            while (std::ssize(slice) < length)
                slice.insert(below(extentOfAll));
            out.entries.insert(out.entries.end(), slice.begin(), slice.end());
            out.pointers.push_back(std::ssize(out.entries));
        }
        return out;
    }

    // Moves up to `count` pointers within their two slices and leaves none of these empty. Returns their
    // positions.
    std::set<std::int64_t> shift(Numbers& pointers, std::int64_t count)
    {
        std::set<std::int64_t> shifted;
        for (; count > 0; --count) {
            const auto i = 1 + below(std::ssize(pointers) - 2);
            const auto at = static_cast<std::size_t>(i);
            const auto low = pointers[at - 1] + 1, high = pointers[at + 1] - 1;
            const auto to = low + below(high - low + 1);
            const bool isBeside = shifted.contains(i - 1) || shifted.contains(i) || shifted.contains(i + 1);
            if (isBeside || to == pointers[at])
                continue;
            pointers[at] = to;
            shifted.insert(i);
        }
        return shifted;
    }

    template <class Change>
    void eachSlice(OrderedSlices& slices, Change change)
    {
        for (std::size_t i = 1; i < slices.pointers.size(); ++i)
            change(slices.entries.begin() + slices.pointers[i - 1], slices.entries.begin() + slices.pointers[i],
                   m_random);
    }

private:
    std::mt19937 m_random;
};

// Pointers of many rounds, by whether they are set to what they were.
struct SetPointers {
    std::size_t right = 0, wrong = 0;

    void add(const compressed::OrderShifts& found, const Numbers& truth)
    {
        for (const auto& each : found.pointers)
            (truth[static_cast<std::size_t>(each.at)] == each.to ? right : wrong) += 1;
    }
};

Tensor tensorOfSlices(const char* layout, const OrderedSlices& slices)
{
    const std::string_view name = layout;
    const bool areRows = name == "csr" || name == "bsr";
    const std::int64_t block = name.starts_with('b') ? 2 : 1;
    const auto count = std::ssize(slices.pointers) - 1;
    nlohmann::json value = 1;
    if (block > 1)
        value = {{1, 2}, {3, 4}};
    const nlohmann::json values(slices.entries.size(), value);
    return tensorOf({{"layout", layout},
                     {"size", {block * (areRows ? count : extentOfAll), block * (areRows ? extentOfAll : count)}},
                     {"members",
                      {{areRows ? "crow_indices" : "ccol_indices", slices.pointers},
                       {areRows ? "col_indices" : "row_indices", slices.entries},
                       {"values", values}}}});
}

const Repair* repairIn(const Report& report, std::string_view id)
{
    const auto at = std::ranges::find(report.repairs, id, &Repair::id);
    return at == report.repairs.end() ? nullptr : &*at;
}

// 300 rows of 8, so that each number is known.
OrderedSlices rowsOfEight()
{
    OrderedSlices out;
    for (std::int64_t i = 0; i < 300; ++i) {
        for (std::int64_t j = 0; j < 8; ++j)
            out.entries.push_back(i % 7 + 20 * j);
        out.pointers.push_back(std::ssize(out.entries));
    }
    return out;
}

} // namespace

TEST(OrderShifts, AreThePointersThatWereShifted)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    SliceMaker make(seed);
    std::size_t shifted = 0;
    SetPointers set;
    for (int round = 0; round < 400; ++round) {
        const auto truth = make.slices(20 + make.below(80), 3, 12);
        auto pointers = truth.pointers;
        const auto changed = make.shift(pointers, 1 + make.below(4));
        shifted += changed.size();
        const auto found = compressed::orderShifts(pointers, truth.entries, extentOfAll);
        if (found.areLikely)
            set.add(found, truth.pointers);
    }
    EXPECT_GT(set.right, shifted * 3 / 4);
    EXPECT_LE(set.wrong, shifted / 100);
}

// Two neighbours of another slice have changed places as well: no pointers bring that one into order.
TEST(OrderShifts, AreFoundBesideAnUnsortedSlice)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    SliceMaker make(seed);
    std::size_t shifted = 0, likely = 0;
    SetPointers set;
    for (int round = 0; round < 400; ++round) {
        auto slices = make.slices(20 + make.below(80), 3, 12);
        const auto truth = slices.pointers;
        const auto at = static_cast<std::size_t>(truth[static_cast<std::size_t>(make.below(20))]);
        std::swap(slices.entries[at], slices.entries[at + 1]);
        const auto changed = make.shift(slices.pointers, 1 + make.below(3));
        shifted += changed.size();
        const auto found = compressed::orderShifts(slices.pointers, slices.entries, extentOfAll);
        likely += found.areLikely ? 1 : 0;
        set.add(found, truth);
    }
    EXPECT_GT(likely, 100U);
    EXPECT_GT(set.right, shifted / 2);
    EXPECT_LE(set.wrong, shifted / 20);
}

TEST(OrderShifts, AreRunsOfNeighboursOffByOneNumber)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    SliceMaker make(seed);
    std::size_t shifted = 0;
    SetPointers set;
    for (int round = 0; round < 100; ++round) {
        const auto truth = make.slices(300, 4, 12);
        auto pointers = truth.pointers;
        const auto begin = 1 + make.below(150), end = begin + 4 + make.below(140);
        const auto off = (make.below(2) == 0 ? 1 : -1) * (1 + make.below(3));
        for (auto i = begin; i < end; ++i)
            pointers[static_cast<std::size_t>(i)] += off;
        shifted += static_cast<std::size_t>(end - begin);
        const auto found = compressed::orderShifts(pointers, truth.entries, extentOfAll);
        EXPECT_TRUE(found.areLikely);
        set.add(found, truth.pointers);
    }
    EXPECT_GT(set.right, shifted * 9 / 10);
    EXPECT_LE(set.wrong, shifted / 100);
}

TEST(OrderShifts, AreNoneWhereSlicesAreShuffled)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    SliceMaker make(seed);
    for (int round = 0; round < 300; ++round) {
        auto slices = make.slices(20 + make.below(80), 4, 12);
        make.eachSlice(slices, [](auto begin, auto end, auto& random) { std::shuffle(begin, end, random); });
        EXPECT_FALSE(compressed::orderShifts(slices.pointers, slices.entries, extentOfAll).areLikely);
    }
}

TEST(OrderShifts, AreNoneWhereTwoNeighboursChangedPlacesOrAreEqual)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    SliceMaker make(seed);
    int broken = 0;
    for (int round = 0; round < 1000; ++round) {
        auto slices = make.slices(10 + make.below(40), 0, 12);
        const auto i = static_cast<std::size_t>(make.below(std::ssize(slices.pointers) - 1));
        const auto begin = slices.pointers[i], length = slices.pointers[i + 1] - begin;
        if (length < 2)
            continue;
        const auto at = slices.entries.begin() + begin + make.below(length - 1);
        if (make.below(2) == 0)
            std::iter_swap(at, at + 1);
        else
            *(at + 1) = *at;
        ++broken;
        EXPECT_FALSE(compressed::orderShifts(slices.pointers, slices.entries, extentOfAll).areLikely)
            << testing::PrintToString(slices.pointers) << " of " << testing::PrintToString(slices.entries);
    }
    EXPECT_GT(broken, 500);
}

// In all four layouts. What is offered first gives back the pointers of before.
TEST(OrderShifts, AreTheFirstCauseAndRestoredBeforeAnythingIsSorted)
{
    SliceMaker make(11);
    int restored = 0, tried = 0;
    for (int round = 0; round < 40; ++round)
        for (const char* layout : {"csr", "csc", "bsr", "bsc"}) {
            auto slices = make.slices(40, 4, 12);
            const auto truth = slices.pointers;
            const auto changed = make.shift(slices.pointers, 2);
            const auto tensor = tensorOfSlices(layout, slices);
            const auto report = check(tensor);
            if (report.valid || changed.empty())
                continue;
            ++tried;
            const auto* repair = repairIn(report, "restore-pointer");
            if (repair == nullptr || repair->isGuess)
                continue;
            EXPECT_THAT(report.repairs.front().id, testing::StartsWith("restore-pointer"));
            EXPECT_EQ(report.causes.front().member, "compressed");
            EXPECT_EQ(report.causes.front().index, *changed.begin());
            const auto done = repaired(tensor, std::vector<std::string>{"restore-pointer"});
            ASSERT_TRUE(done) << done.error().text;
            restored += integers(done->tensor.member("compressed").array) == truth ? 1 : 0;
        }
    EXPECT_GT(restored, tried * 3 / 4);
}

TEST(OrderShifts, OneIsNamedWithTheNumberThatTheOrderSays)
{
    auto slices = rowsOfEight();
    slices.pointers[100] += 2;
    const auto report = check(tensorOfSlices("csr", slices));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].text, "crow_indices[100] is 802; the order of entries says 800");
    EXPECT_EQ(report.causes[0].rules, std::vector<std::string>{"5.6"});
    EXPECT_TRUE(report.find("5.6")->consequenceOf.empty());
    ASSERT_EQ(report.repairs.front().id, "restore-pointer");
    EXPECT_EQ(report.repairs.front().title,
              "set crow_indices[100] from 802 to 800, where the order of entries breaks");
    EXPECT_TRUE(report.repairs.front().lossless);
    const auto* sort = repairIn(report, "sort-slices");
    ASSERT_NE(sort, nullptr);
    EXPECT_EQ(
        sort->title,
        "sort the entries of each row, with their values; if crow_indices[100] is what is wrong, entries stay "
        "in the wrong row");
}

TEST(OrderShifts, OneIsNamedBesideEntriesThatAreSwapped)
{
    auto slices = rowsOfEight();
    const auto truth = slices;
    slices.pointers[100] += 2;
    std::swap(slices.entries[8 * 200 + 3], slices.entries[8 * 200 + 4]);
    const auto tensor = tensorOfSlices("csr", slices);
    const auto report = check(tensor);
    ASSERT_FALSE(report.causes.empty());
    EXPECT_EQ(report.causes[0].text, "crow_indices[100] is 802; the order of entries says 800");
    ASSERT_FALSE(report.repairs.empty());
    const auto* sort = repairIn(report, "sort-slices");
    ASSERT_NE(sort, nullptr);
    EXPECT_THAT(sort->title, testing::HasSubstr("if crow_indices[100] is what is wrong"));
    const auto& first = report.repairs.front();
    EXPECT_THAT(first.id, testing::StartsWith("restore-pointer")) << first.title;
    EXPECT_TRUE(first.outcome && first.outcome->isValid);
    const auto done = repaired(tensor, std::vector{first.id});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(integers(done->tensor.member("compressed").array), truth.pointers);
    EXPECT_EQ(integers(done->tensor.member("plain").array), truth.entries);
}

// Of three entries one rises by chance often enough: nothing is called wrong, and either may be chosen.
TEST(OrderShifts, OneThatIsPossibleIsOfferedAsAGuess)
{
    const OrderedSlices slices{{0, 2, 6, 9}, {3, 5, 8, 1, 4, 6, 0, 2, 7}};
    const auto tensor = tensorOfSlices("csr", slices);
    const auto report = check(tensor);
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].member, "plain");
    const auto* sort = repairIn(report, "sort-slices");
    const auto* restore = repairIn(report, "restore-pointer");
    ASSERT_NE(sort, nullptr);
    ASSERT_NE(restore, nullptr);
    EXPECT_LT(sort, restore);
    EXPECT_TRUE(sort->lossless);
    EXPECT_FALSE(restore->lossless);
    EXPECT_TRUE(restore->isGuess);
    EXPECT_EQ(restore->title, "set crow_indices[1] from 2 to 3, where the order of entries breaks");
    EXPECT_TRUE(restore->outcome && restore->outcome->isValid);
}

TEST(OrderShifts, FewAreAllNamedAndManyAreCounted)
{
    auto slices = rowsOfEight();
    for (const std::size_t i : {43, 143, 196})
        slices.pointers[i] += i == 143 ? -3 : 2;
    auto report = check(tensorOfSlices("csr", slices));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].text, "crow_indices[43, 143, 196] are wrong, as the order of entries says; the "
                                     "first is 346 and should be 344");
    EXPECT_EQ(report.repairs.front().title, "set crow_indices[43, 143, 196] to where the order of entries breaks");

    for (std::size_t i = 204; i < 250; i += 6)
        slices.pointers[i] += 2;
    report = check(tensorOfSlices("csr", slices));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].text, "11 pointers are wrong, as the order of entries says; the first is "
                                     "crow_indices[43], which is 346 and should be 344");
    EXPECT_EQ(report.repairs.front().title,
              "set 11 pointers, the first of them crow_indices[43], to where the order of entries breaks");
}

TEST(OrderShifts, ARunIsNamedByItsEndsAndByHowMuchItIsOff)
{
    auto slices = rowsOfEight();
    for (std::size_t i = 100; i <= 200; ++i)
        ++slices.pointers[i];
    const auto report = check(tensorOfSlices("csr", slices));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].text, "crow_indices[100..200] are too large by 1, as the order of entries says");
    EXPECT_EQ(report.repairs.front().id, "restore-pointer");
    EXPECT_EQ(report.repairs.front().title, "set crow_indices[100..200] to where the order of entries breaks");
}

// Pointers that make no step fall are named beside those that do.
TEST(OrderShifts, AreNamedBesidePointersThatFall)
{
    auto slices = rowsOfEight();
    slices.pointers[143] += 16;
    slices.pointers[43] -= 2;
    slices.pointers[196] += 3;
    const auto report = check(tensorOfSlices("csr", slices));
    ASSERT_EQ(report.causes.size(), 2U);
    EXPECT_THAT(report.causes[0].text, testing::StartsWith("crow_indices[143] is 1160"));
    EXPECT_EQ(report.causes[1].text,
              "crow_indices[43, 196] are wrong, as the order of entries says; the first is 342 and should be 344");
    EXPECT_EQ(report.causes[1].rules, std::vector<std::string>{"5.6"});
    EXPECT_EQ(report.repairs.front().id, "restore-pointer");
    EXPECT_EQ(report.repairs.front().title, "set crow_indices[43, 143, 196] to where the order of entries breaks");
}

} // namespace tscope::test
