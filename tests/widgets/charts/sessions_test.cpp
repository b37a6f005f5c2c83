// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sessions.h"

#include "timing/session_json.h"

#include <gtest/gtest.h>

namespace tscope {

TEST(MadeSessions, CanBeReadAsTheyAreWritten)
{
    for (const auto& session : {test::smallSession(), test::oneCell()}) {
        const auto read = timing::readSession(timing::sessionText(session));
        EXPECT_TRUE(read) << (read ? std::string() : read.error().text);
    }
}

} // namespace tscope
