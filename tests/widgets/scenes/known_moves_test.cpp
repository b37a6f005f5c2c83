// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/known_moves.h"

#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(KnownMoves, AreFoundOnceAndKeepNoTensor)
{
    constexpr auto text = R"({"layout": "strided", "dtype": "int64", "members": {"values": [1, 2, 3]}})";
    auto before = std::make_shared<const Tensor>(tensorOf(text)),
         after = std::make_shared<const Tensor>(tensorOf(text));
    KnownMoves known;
    EXPECT_EQ(known.of(before, after, {}), known.of(before, after, {}));
    const std::weak_ptr<const Tensor> wasBefore = before, wasAfter = after;
    before.reset();
    after.reset();
    EXPECT_TRUE(wasBefore.expired());
    EXPECT_TRUE(wasAfter.expired());
}
