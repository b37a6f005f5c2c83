// SPDX-License-Identifier: GPL-3.0-or-later
// What menus make is known to the history, and its panel is where panels are.
#include "widgets/tensorscope/action_window.h"
#include "workspace/lineages.h"

#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTest>

using namespace tscope;
using namespace tscope::test;

namespace {

class HistoryWindowTest : public ActionWindowTest
{
protected:
    void trigger(const char* name)
    {
        child<QAction>(name).trigger();
        settle();
    }
    // The steps that led to the current tensor, the last one first.
    std::string steps()
    {
        std::string out;
        auto from = m_window.workspace().currentSubject()->lineage();
        while (from.step) {
            out += operationOf(from.step->call()) + "; ";
            from = from.step->sources().front().from;
        }
        return out;
    }
};

} // namespace

TEST_F(HistoryWindowTest, KnowsWhatMenusMake)
{
    open({"strided"});
    trigger("transpose");
    trigger("contiguous");
    trigger("duplicate");
    EXPECT_EQ(steps(), "duplicate; contiguous(); transpose(-2, -1); ");
    const auto& workspace = m_window.workspace();
    ASSERT_EQ(workspace.subjects().size(), 4U);
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_EQ(workspace.subjects()[i].madeFrom(), workspace.subjects()[i - 1].id);
}

TEST_F(HistoryWindowTest, ThePanelComesFromItsMenuAndShowsIt)
{
    open({"csr"});
    trigger("transpose");
    auto* dock = &child<QDockWidget>("history");
    dock->toggleViewAction()->setChecked(false);
    dock->toggleViewAction()->trigger();
    settle();
    EXPECT_TRUE(waitUntil([&] { return !dock->visibleRegion().isEmpty(); }));
    settle();
    EXPECT_TRUE(child<QLabel>("history heading").text().startsWith(QStringLiteral("History of csr transposed")))
        << child<QLabel>("history heading").text().toStdString();
    auto& list = child<QListView>("history");
    ASSERT_EQ(list.model()->rowCount(), 2);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(0, 0)).center());
    settle();
    EXPECT_EQ(m_window.workspace().currentSubject()->name, QStringLiteral("csr"));
    EXPECT_EQ(list.model()->rowCount(), 2);
}
