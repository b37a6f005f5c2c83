// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the house are explained where they stand, and all of them in the manual.
#include "help.h"
#include "main_window.h"
#include "scenes/scene.h"
#include "style/glossary.h"
#include "views/scene_view.h"

#include "widgets/support/settle.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

std::string tipOf(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().toStdString();
}

} // namespace

TEST(Glossary, WordsStandInTheirOrderAndHaveAMeaningEach)
{
    QString before;
    for (const auto& term : glossary()) {
        EXPECT_LT(before.toStdString(), term.word.toStdString());
        EXPECT_TRUE(term.meaning.endsWith(QLatin1Char('.'))) << term.word.toStdString();
        before = term.word;
    }
    EXPECT_EQ(meaningOf("no such word"), QString());
}

TEST(Glossary, TitlesOfViewsListsAndGroupsExplainThemselves)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open({QStringLiteral(":/samples/bsr.json")});
    ASSERT_TRUE(settle(window.jobs()));
    for (const auto* view : window.views()) {
        QString tip;
        for (const auto* label : window.findChildren<QLabel*>())
            if (label->buddy() == view)
                tip = label->toolTip();
        EXPECT_FALSE(tip.isEmpty()) << view->spec().id;
        EXPECT_EQ(tip, meaningOf(view->spec().id));
    }
    EXPECT_EQ(window.findChild<QComboBox*>(QStringLiteral("contract"))->toolTip(), meaningOf("contract"));

    const auto& list = *window.findChild<QTreeView*>(QStringLiteral("subjects"))->model();
    EXPECT_EQ(tipOf(list, 1), meaningOf("layout").toStdString());
    EXPECT_EQ(tipOf(list, 2), meaningOf("claimed size").toStdString());
    EXPECT_EQ(tipOf(list, 3), "Under pytorch. " + meaningOf("verdict").toStdString());
    EXPECT_EQ(tipOf(list, 0), "");

    const auto& rules = *window.findChild<QTreeView*>(QStringLiteral("rules"))->model();
    QStringList tips;
    for (int row = 0; row < rules.rowCount(); ++row)
        tips << rules.index(row, 0).data(Qt::ToolTipRole).toString();
    EXPECT_FALSE(tips.join(QString()).isEmpty());
}

TEST(Glossary, TheManualHasAllOfIt)
{
    MainWindow window(Theme::light);
    showManual(window, window.jobs());
    const auto text =
        window.findChild<QDialog*>(QStringLiteral("manual-window"))->findChild<QTextBrowser*>()->toPlainText();
    const QRegularExpression toBeFilledIn(QStringLiteral("\\{[a-z]+\\}"));
    EXPECT_EQ(toBeFilledIn.match(text).captured().toStdString(), "");
    for (const auto& term : glossary())
        EXPECT_TRUE(text.contains(term.meaning)) << term.word.toStdString();
}
