// SPDX-License-Identifier: Apache-2.0
#include "make/role_guess.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "rules/check.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

namespace {

Array floats(Extents sizes)
{
    const auto count = static_cast<std::size_t>(numel(sizes).value_or(0));
    return Array::fromBytes(ElementType::f32, std::move(sizes), std::vector<std::byte>(count * 4));
}

// The CSR matrix [[0, x, 0], [x, 0, x]].
std::vector<LooseArray> csrArrays()
{
    return {{"a", Array::fromInts({3}, std::vector<std::int64_t>{0, 1, 3})},
            {"b", Array::fromInts({3}, std::vector<std::int64_t>{1, 0, 2})},
            {"c", floats({3})}};
}

std::string rolesOf(const RoleGuess& guess)
{
    std::string out(guess.layout->name);
    for (const auto* role : guess.roles)
        out += " " + std::string(role->name);
    return out;
}

TEST(RoleGuess, FindsACsrByItsContentInAnyOrder)
{
    auto arrays = csrArrays();
    std::ranges::reverse(arrays);

    const auto guesses = guessRoles(arrays, Extents{2, 3});

    ASSERT_FALSE(guesses.empty());
    EXPECT_EQ(rolesOf(guesses.front()), "csr values plain compressed");
    EXPECT_EQ(guesses.front().brokenRules, 0);
    EXPECT_EQ(guesses.front().text, "csr: c is values, b is plain, a is compressed");
    EXPECT_EQ(guesses.front().evidence, "valid under pytorch");
}

TEST(RoleGuess, TheSizeTellsRowsFromColumns)
{
    const auto guesses = guessRoles(csrArrays(), Extents{3, 2});

    EXPECT_EQ(rolesOf(guesses.front()), "csc compressed plain values");
}

TEST(RoleGuess, SaysWhenNothingTellsRowsFromColumns)
{
    const auto guesses = guessRoles(csrArrays());

    EXPECT_EQ(rolesOf(guesses.at(0)), "csr compressed plain values");
    EXPECT_EQ(rolesOf(guesses.at(1)), "csc compressed plain values");
    EXPECT_EQ(guesses.at(0).evidence, "valid under pytorch, 1 other reading is as good");
}

TEST(RoleGuess, NamesDecideBetweenEquals)
{
    auto arrays = csrArrays();
    arrays[0].name = "model/ccol_indices";
    arrays[1].name = "Row_Indices";

    const auto guesses = guessRoles(arrays);

    EXPECT_EQ(rolesOf(guesses.front()), "csc compressed plain values");
    EXPECT_EQ(guesses.front().evidence, "valid under pytorch, 2 names say so");
}

TEST(RoleGuess, NamesOutweighAnotherReadingThatHappensToBeValid)
{
    // A column twice in one row; as a jagged tensor with lengths it would be valid.
    const std::vector<LooseArray> arrays{{"crow_indices", Array::fromInts({2}, std::vector<std::int64_t>{0, 3})},
                                         {"col_indices", Array::fromInts({3}, std::vector<std::int64_t>{0, 0, 1})},
                                         {"values", floats({3})}};

    const auto guesses = guessRoles(arrays);

    EXPECT_EQ(rolesOf(guesses.front()), "csr compressed plain values");
    EXPECT_GT(guesses.front().brokenRules, 0);
    EXPECT_TRUE(std::ranges::any_of(guesses, [](const RoleGuess& guess) { return guess.brokenRules == 0; }));
}

TEST(RoleGuess, WhatFitsNoLayoutHasNoReading)
{
    EXPECT_TRUE(guessRoles({}).empty());
    const std::vector<LooseArray> floatsOnly{{"a", floats({3})}, {"b", floats({3})}};
    EXPECT_TRUE(guessRoles(floatsOnly).empty());
    auto arrays = csrArrays();
    arrays.insert(arrays.end(), {arrays[0], arrays[1]});
    EXPECT_TRUE(guessRoles(arrays).empty());
}

// Whatever is made is found again, among the readings that are as good as the best.
TEST(RoleGuess, FindsTheMembersOfMadeTensors)
{
    for (const auto* layout : layouts()) {
        if (!canBeMade("random", *layout)) // another test may have registered one of its own
            continue;
        MakeSpec spec;
        spec.kind = "random";
        spec.layout = layout->name;
        spec.size = layout->name == "nested" || layout->name == "jagged" ? Extents{4, 5, 3} : Extents{6, 10};
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor) << layout->name;
        std::vector<LooseArray> arrays;
        std::vector<const RoleSpec*> roles;
        for (const auto& member : tensor->members) {
            arrays.push_back({"x", member.array});
            roles.push_back(member.role);
        }

        const auto guesses = guessRoles(arrays, tensor->size);

        const auto at = std::ranges::find_if(
            guesses, [&](const RoleGuess& guess) { return guess.layout == layout && guess.roles == roles; });
        ASSERT_NE(at, guesses.end()) << layout->name;
        EXPECT_EQ(at->brokenRules, 0) << layout->name;
        EXPECT_EQ(guesses.front().brokenRules, 0) << layout->name;
    }
}

TEST(RoleGuess, RolesHaveToBeComplete)
{
    const auto arrays = csrArrays();
    const auto& csr = *layoutNamed("csr");
    const std::vector<const RoleSpec*> twice{&csr.roles[0], &csr.roles[0], &csr.roles[2]};
    EXPECT_FALSE(assembled(csr, arrays, twice));
    const std::vector<const RoleSpec*> few{&csr.roles[0], &csr.roles[1]};
    EXPECT_FALSE(assembled(csr, arrays, few));
    const std::vector<const RoleSpec*> all{&csr.roles[0], &csr.roles[1], &csr.roles[2]};
    const auto tensor = assembled(csr, arrays, all, Extents{2, 3});
    ASSERT_TRUE(tensor);
    EXPECT_TRUE(check(*tensor).valid);
}

} // namespace

} // namespace tscope
