// SPDX-License-Identifier: Apache-2.0
#include "core/rules/slips.h"
#include "layouts/registry.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

namespace tscope {

namespace {

using test::Slip;

const std::vector<test::Kind>& kindsOf(const Layout& layout)
{
    return layout.family == "compressed" ? test::compressedSlips()
           : layout.name == "coo"        ? test::cooSlips()
           : layout.name == "nested"     ? test::nestedSlips()
           : layout.name == "jagged"     ? test::jaggedSlips()
                                         : test::stridedSlips();
}

// How often a kind of slip was made, and how often the first cause named its rule, and the number that was
// changed.
struct Score {
    int made = 0, named = 0, numbers = 0, found = 0;
};

TEST(UnseenFaults, AreNamedByTheFirstCause)
{
    std::map<std::string, Score> scores;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        for (const auto* layout : layouts()) {
            const auto tensor = test::sampleOf(layout->name, random);
            if (!tensor)
                continue; // a test's own layout
            ASSERT_TRUE(check(*tensor).valid) << layout->name;
            const auto json = test::textOf(*tensor);
            for (const auto& kind : kindsOf(*layout)) {
                Slip slip(json, random);
                if (!kind.make(slip))
                    continue;
                const auto report = check(test::tensorOf(slip.json));
                if (report.findings.empty())
                    continue; // still a valid tensor, another one
                auto& score =
                    scores[layout->family.empty() ? kind.name : std::string(layout->family) + ": " + kind.name];
                const auto* first = report.causes.empty() ? nullptr : &report.causes.front();
                const bool isNamed = first && kind.rules.contains(first->rules.at(0));
                ++score.made;
                score.named += isNamed;
                score.numbers += slip.at >= 0;
                score.found += slip.at >= 0 && first && first->member == slip.member && first->index == slip.at;
                if (!isNamed && std::getenv("TSCOPE_SHOW_MISSES"))
                    std::cout << "missed seed " << seed << " " << layout->name << ": " << kind.name << " | "
                              << (first ? first->rules[0] + " " + first->text : "no cause") << "\n"
                              << slip.json << "\n";
            }
        }
    }
    Score all;
    for (const auto& [kind, score] : scores) {
        EXPECT_GE(score.named * 100, score.made * 95) << kind;
        all.made += score.made;
        all.named += score.named;
        all.numbers += score.numbers;
        all.found += score.found;
    }
    std::cout << all.named << " of " << all.made << " slips are named first, of " << all.numbers
              << " wrong numbers " << all.found << " are found\n";
    EXPECT_GT(all.made, 700);
    EXPECT_GE(all.found * 100, all.numbers * 90);
}

} // namespace

} // namespace tscope
