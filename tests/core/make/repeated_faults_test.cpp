// SPDX-License-Identifier: Apache-2.0
#include "make/faults.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "rules/check.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tscope {
namespace {

// In the window a fault may be put into what is broken already, in its shapes too: whatever comes of it, nothing
// is touched outside of the members.
TEST(RepeatedFaults, EveryPairOfFaultsInEveryLayoutIsATensorOrARefusal)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    int made = 0;
    for (const auto* layout : layouts())
        for (const bool isBatched : {false, true}) {
            MakeSpec spec;
            spec.layout = layout->name;
            spec.size = {8, 8};
            spec.nnz = layout->name == "nested" || layout->name == "jagged" ? std::nullopt
                                                                            : std::optional<std::int64_t>(12);
            if (isBatched && layout->family == "compressed")
                spec.batch = {2};
            spec.seed = seed;
            const auto tensor = makeTensorOf(spec);
            ASSERT_TRUE(tensor) << layout->name << ": " << tensor.error().text;
            const auto rules = plantableRules(*layout);
            for (const auto& first : rules) {
                const auto once = plant(*tensor, first, std::nullopt, seed);
                if (!once)
                    continue;
                for (const auto& second : rules) {
                    SCOPED_TRACE(std::string(layout->name) + ": " + std::string(first) + ", then " +
                                 std::string(second));
                    const auto twice = plant(*once, second, std::nullopt, seed + 1);
                    if (!twice) {
                        EXPECT_FALSE(twice.error().text.empty());
                        continue;
                    }
                    ++made;
                    (void)check(*twice);
                }
            }
        }
    EXPECT_GT(made, 1000);
}

TEST(RepeatedFaults, ASlotBelowAllNumbersIsRefused)
{
    for (const auto* name : {"coo", "csr", "jagged", "nested"}) {
        MakeSpec spec;
        spec.layout = name;
        spec.size = {8, 8};
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor);
        for (const auto& rule : plantableRules(*tensor->layout))
            for (const auto slot : {int64Min, int64Max}) {
                const auto broken = plant(*tensor, rule, slot);
                EXPECT_TRUE(broken || !broken.error().text.empty()) << rule;
            }
    }
}

} // namespace
} // namespace tscope
