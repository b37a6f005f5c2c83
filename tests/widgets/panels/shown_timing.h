// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/session_files.h"
#include "widgets/support/shown_panel.h"

#include <QTabBar>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace tscope::test {

// The timing panel with sessions that are opened from files.
struct ShownTiming : ShownPanel {
    QTemporaryDir folder;

    ShownTiming() : ShownPanel("timing") { panel->resize(1300, 600); }

    Timings& timings() { return desk.timings; }
    void open(const timing::Session& session, const char* name)
    {
        const auto path = folder.filePath(QString::fromLatin1(name));
        ASSERT_TRUE(saveSession(session, path));
        timings().open(path);
        settle(desk.jobs);
    }
    void turnTo(const char* page)
    {
        auto& tabs = child<QTabBar>("timing pages");
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.tabText(i) == QString::fromLatin1(page))
                return QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
        FAIL() << "there is no page " << page;
    }
};

} // namespace tscope::test
