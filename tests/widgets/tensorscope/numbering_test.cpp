// SPDX-License-Identifier: GPL-3.0-or-later
// One thing has one name and one number, whichever panel tells of it.
#include "main_window.h"

#include "models/rules_model.h"
#include "views/linked_text.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeView>
#include <QWheelEvent>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class Numbering : public testing::Test
{
protected:
    void show(const Tensor& tensor)
    {
        m_window.resize(1600, 900);
        m_window.show();
        m_window.workspace().add(Document{{{"a", tensor}}, {}}, QStringLiteral("test"));
        ASSERT_TRUE(settle(m_window.jobs()));
    }
    SceneView& logical() { return *m_window.views().front(); }
    QRectF cellOf(const Place& place)
    {
        const auto& spots = logical().scene().spots;
        const auto at = std::ranges::find(spots, place, &Spot::place);
        return at == spots.end() ? QRectF() : at->rect;
    }
    std::string howFound()
    {
        return m_window.findChild<QPlainTextEdit*>(QStringLiteral("explain text"))->toPlainText().toStdString();
    }

    MainWindow m_window{Theme::light};
};

bool tells(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

// A slot is one of a member: what the address sum counts are elements of the storage.
TEST_F(Numbering, AStridedElementIsCountedInItsMemberAndInItsStorageInDifferentWords)
{
    show(sample("strided"));
    const Place place = ElementPlace{{1, 1}};
    const auto at = cellOf(place).center();
    for (int i = 0; i < 4; ++i) {
        QWheelEvent wheel(at, logical().viewport()->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(logical().viewport(), &wheel);
    }
    ASSERT_TRUE(settle(m_window.jobs()));
    QTest::mouseMove(logical().viewport(), cellOf(place).center().toPoint());
    ASSERT_TRUE(settle(m_window.jobs()));
    ASSERT_TRUE(m_window.selection().hovered());
    ASSERT_EQ(m_window.selection().hovered()->place, place);

    std::string inCell;
    for (const auto& label : logical().scene().labels)
        if (cellOf(place).contains(label.rect.center()))
            inCell += label.text.toStdString() + "\n";
    EXPECT_TRUE(tells(inCell, "values[3]")) << inCell;
    EXPECT_FALSE(tells(inCell, "slot")) << inCell;
    EXPECT_TRUE(tells(howFound(), "= element 6 of the storage")) << howFound();
    EXPECT_FALSE(tells(howFound(), "slot")) << howFound();
}

// From 0, also where the published rule counts from 1.
TEST_F(Numbering, ARowHasOneNumberInCauseRuleAndWayToTheElement)
{
    show(tensorOf(R"({"layout":"csr","size":[4,3],"members":{"crow_indices":[0,1,2,3,4],
        "col_indices":[0,1,3,2],"values":[1,2,3,4]}})"));
    auto& rules = *m_window.findChild<QTreeView*>(QStringLiteral("rules"));
    auto& model = dynamic_cast<RulesModel&>(*rules.model());
    const auto rule = model.rules().front();
    rules.expand(rule);
    rules.scrollTo(model.index(0, 0, rule));
    QTest::mouseClick(rules.viewport(), Qt::LeftButton, {}, rules.visualRect(model.index(0, 0, rule)).center());
    ASSERT_TRUE(settle(m_window.jobs()));
    const auto place = model.index(0, 0, rule).data(Qt::DisplayRole).toString().toStdString();
    EXPECT_TRUE(tells(place, "row 2")) << place;
    const auto cause = m_window.findChild<LinkedText*>(QStringLiteral("cause"))->text().toStdString();
    EXPECT_TRUE(tells(cause, "row 2") || tells(cause, "col_indices[2]")) << cause;
    EXPECT_TRUE(tells(howFound(), "(2, 3)")) << howFound();
    for (const auto* wrong : {"row 3", "(3, "})
        EXPECT_FALSE(tells(place, wrong) || tells(cause, wrong) || tells(howFound(), wrong)) << wrong;
}
