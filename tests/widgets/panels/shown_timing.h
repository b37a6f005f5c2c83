// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sorted_lines.h"
#include "models/timing_model.h"
#include "timings/session_files.h"
#include "widgets/support/shown_panel.h"

#include <QTabBar>
#include <QTableView>
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

// The row of the session of which a line of the table of times tells, and the line that tells of a row.
inline std::size_t rowOf(const QTableView& times, int line)
{
    const auto& sorted = static_cast<const SortedLines&>(*times.model());
    const auto& lines = static_cast<const TimingModel&>(*sorted.sourceModel());
    return lines.rowAt(sorted.lineOf(sorted.index(line, 0)));
}
inline int lineOf(const QTableView& times, std::size_t row)
{
    const auto& sorted = static_cast<const SortedLines&>(*times.model());
    return sorted.shownAt(static_cast<const TimingModel&>(*sorted.sourceModel()).lineOf(row));
}

} // namespace tscope::test
