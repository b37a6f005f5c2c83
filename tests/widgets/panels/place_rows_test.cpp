// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "widgets/panels/shown_rules.h"

#include <QTextLayout>

using namespace tscope;
using namespace tscope::test;

// Places are drawn further to the right than their rules, so their lines break earlier.
TEST_F(RulesPanelTest, PlacesAreAsHighAsTheirTextAtTheWidthThatTheyHave)
{
    m_desk.show(sample("broken_pointer"));
    rules().expandAll();
    int ofManyLines = 0;
    for (int width = 240; width < 420; width += 6) {
        m_shown.panel->resize(width, 700);
        settle(m_desk.jobs);
        for (const auto& each : model().rules())
            for (int row = 0; row < model().rowCount(each); ++row) {
                const auto rect = rules().visualRect(model().index(row, 0, each));
                const auto words = model().index(row, 0, each).data(RulesModel::DetailRole).toString();
                QTextLayout layout(words, rules().font());
                layout.beginLayout();
                int lines = 0;
                for (auto line = layout.createLine(); line.isValid(); line = layout.createLine(), ++lines)
                    line.setLineWidth(rect.width() - 6); // the delegate's margins
                layout.endLayout();
                ofManyLines += lines > 1;
                EXPECT_GE(rect.height(), lines * QFontMetrics(rules().font()).height())
                    << words.toStdString() << " at " << width;
            }
    }
    EXPECT_GT(ofManyLines, 0);
}
