// SPDX-License-Identifier: Apache-2.0
#include "proof/obstacle.h"

#include "proof/prove.h"
#include "rules/check.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope {

// Whoever has a report on a tensor knows without a proof whether kernels take it.
TEST(Obstacles, AreKnownByTheReport)
{
    const struct {
        const char *members, *obstacle;
    } cases[] = {
        {R"("compressed": [0, 1, 3], "plain": [0, 0, 2], "values": [1, 2, 3])", ""},
        {R"("compressed": [0, 1, 3], "plain": [0, 2, 0], "values": [1, 2, 3])", ""},    // order guards nothing
        {R"("compressed": [0, 1, 3], "plain": [0, 9, 2], "values": [1, 2, 3])", "5.5"}, // outside
        {R"("compressed": [0, 9, 3], "plain": [0, 0, 2], "values": [1, 2, 3])", "5.3"},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(each.members);
        const auto tensor =
            test::fromJson(std::string(R"({"layout": "csr", "size": [2, 4], "members": {)") + each.members + "}}");
        const auto* obstacle = obstacleIn(check(tensor), tensor);
        EXPECT_EQ(obstacle == nullptr ? "" : obstacle->id, each.obstacle);
        EXPECT_EQ(obstacle == nullptr, std::holds_alternative<Sound>(prove(tensor)));
    }
}

} // namespace tscope
