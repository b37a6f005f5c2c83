// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sessions.h"

#include "timing/session_json.h"

#include <gtest/gtest.h>

namespace tscope {

TEST(MadeSessions, CanBeReadAsTheyAreWritten)
{
    auto all = test::allSessions();
    all.push_back({"several", test::ofSeveral(test::smallSession())});
    all.push_back({"several of many", test::ofSeveral(test::manyRows(20, 3))});
    for (const auto& [name, session] : all) {
        const auto read = timing::readSession(timing::sessionText(session));
        ASSERT_TRUE(read) << name << ": " << read.error().text;
        EXPECT_TRUE(*read == session) << name;
    }
}

} // namespace tscope
