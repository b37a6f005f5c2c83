// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/session_files.h"

#include "widgets/charts/sessions.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(SessionFiles, TheProposedNameHasTheTensors)
{
    auto session = smallSession();
    session.subjects.resize(1);
    session.subjects[0].name = "a";
    auto denser = session.subjects[0];
    denser.name = "a x4";
    denser.patternOf = "a";
    session.subjects.push_back(denser);
    EXPECT_TRUE(proposedFileName(session).startsWith(QStringLiteral("a-spmv")));
    for (const auto* name : {"b", "c"}) {
        session.subjects.push_back(session.subjects[0]);
        session.subjects.back().name = name;
        EXPECT_TRUE(proposedFileName(session).startsWith(*name == 'b' ? QStringLiteral("a-b-spmv")
                                                                      : QStringLiteral("a-and-2-more-spmv")))
            << proposedFileName(session).toStdString();
    }
}
