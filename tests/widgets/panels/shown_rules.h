// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rules_model.h"
#include "views/linked_text.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

namespace tscope::test {

// Shows all causes and repairs, where some are folded away.
inline void unfold(ShownPanel& rules)
{
    auto& more = rules.child<QToolButton>("more repairs");
    if (more.isVisible() && more.arrowType() == Qt::RightArrow)
        QTest::mouseClick(&more, Qt::LeftButton);
    settle(rules.desk.jobs);
}

// The panel of rules, and what is in it.
class RulesPanelTest : public testing::Test
{
protected:
    RulesPanelTest() : m_shown("rules"), m_desk(m_shown.desk) {}

    QTreeView& rules() { return m_shown.child<QTreeView>("rules"); }
    RulesModel& model() { return dynamic_cast<RulesModel&>(*rules().model()); }
    QModelIndex rule(std::size_t number) { return model().rules().at(number); }
    void click(const QModelIndex& index)
    {
        rules().scrollTo(index);
        QTest::mouseClick(rules().viewport(), Qt::LeftButton, {}, rules().visualRect(index).center());
        settle(m_desk.jobs);
    }
    std::string causes() { return m_shown.child<LinkedText>("cause").text().toStdString(); }
    void unfold() { test::unfold(m_shown); }
    // As it is offered, without what it achieves.
    QString title(int row) { return repairs().item(row)->text().section(QLatin1Char('\n'), 0, 0); }
    QListWidget& repairs() { return m_shown.child<QListWidget>("repairs"); }
    QPushButton& button(const char* name) { return m_shown.child<QPushButton>(name); }
    std::string text(const char* label) { return m_shown.child<QLabel>(label).text().toStdString(); }
    const Report& report() { return *m_desk.workspace.currentSubject()->report; }

    // All places that the report names, in the order in which they stand in the tree.
    std::vector<Slots> places()
    {
        std::vector<Slots> out;
        for (const auto& rule : model().rules())
            for (int place = 0; place < model().rowCount(rule); ++place)
                if (const auto at = model().index(place, 0, rule).data(RulesModel::PlaceRole); at.isValid())
                    out.push_back(at.value<Slots>());
        return out;
    }
    void press(const char* name)
    {
        QTest::mouseClick(&button(name), Qt::LeftButton);
        settle(m_desk.jobs);
    }
    void choose(int row)
    {
        if (row > 0)
            unfold();
        QTest::mouseClick(repairs().viewport(), Qt::LeftButton, {},
                          repairs().visualItemRect(repairs().item(row)).center());
        settle(m_desk.jobs);
    }
    void expectSelected(const Slots& place)
    {
        ASSERT_TRUE(m_desk.selection.selected());
        EXPECT_EQ(m_desk.selection.selected()->place, Place(place));
    }

    ShownPanel m_shown;
    Desk& m_desk;
};

} // namespace tscope::test
