// SPDX-License-Identifier: Apache-2.0
#include "make/faults.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "rules/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

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
                    const auto at = std::ranges::find(layout->rules, second, &Rule::id);
                    ASSERT_NE(at, layout->rules.end());
                    const auto report = check(*twice);
                    EXPECT_EQ(report.find(second) != nullptr, at->asked);
                }
            }
        }
    EXPECT_GT(made, 1000);
}

TEST(RepeatedFaults, ASlotThatIsNotThereIsRefusedHoweverFarItIs)
{
    const std::pair<const char*, std::vector<const char*>> placed[]{
        {"coo", {"COO-5.1", "COO-5.2", "COO-5.3"}},
        {"csr", {"5.1", "5.2", "5.3", "5.4", "5.5", "5.6"}},
        {"jagged", {"JAG-5.3", "JAG-5.4", "JAG-5.5"}},
        {"nested", {"NST-4.1", "NST-4.2", "NST-4.3"}},
    };
    for (const auto& [layout, rules] : placed) {
        MakeSpec spec;
        spec.layout = layout;
        spec.size = {8, 8};
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor);
        for (const auto* rule : rules)
            for (const auto slot : {int64Min, int64Max})
                EXPECT_FALSE(plant(*tensor, rule, slot)) << layout << " " << rule << " at " << slot;
    }
}

} // namespace
} // namespace tscope
