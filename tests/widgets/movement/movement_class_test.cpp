// SPDX-License-Identifier: GPL-3.0-or-later
// The movement window in front of a class: large, and stepped through by a remote control.
#include "ops/transposed.h"
#include "style/projected_type.h"
#include "widgets/movement/shown_movement.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QFontInfo>
#include <QLabel>
#include <QScreen>
#include <QTest>
#include <QToolTip>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto triples = R"({"layout": "coo", "dtype": "int64", "size": [4, 4], "members": {
    "indices": [[0, 0, 1, 1, 2, 3, 3], [0, 3, 2, 3, 1, 0, 3]], "values": [5, 1, 2, 3, 7, 4, 6]}})";
constexpr auto dense = R"({"layout": "strided", "dtype": "int64", "members": {"values": [[1, 2], [3, 4]]}})";

class MovementInClass : public ShownMovement
{
protected:
    MovementInClass()
    {
        m_dialog.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&m_dialog));
    }
    void press(QWidget& at, Qt::Key key)
    {
        QTest::keyClick(&at, key);
        settle(m_desk.jobs);
    }
};

} // namespace

TEST_F(MovementInClass, FillsTheScreenInLargeTypeAndComesBack)
{
    m_dialog.watch(m_desk.show(tensorOf(triples)), QStringLiteral("coo-to-csr"));
    settle(m_desk.jobs);
    const auto before = m_dialog.geometry();
    const auto type = m_dialog.font(), ofTips = QToolTip::font();
    for (const auto key : {Qt::Key_Escape, Qt::Key_F11}) {
        press(view(), Qt::Key_F11);
        EXPECT_TRUE(m_dialog.isFullScreen());
        EXPECT_EQ(m_dialog.geometry(), m_dialog.screen()->geometry());
        const auto large = projectedTypeHeight(m_dialog.screen()->size());
        EXPECT_GE(QFontInfo(child<QLabel>("movement words").font()).pixelSize(), large * 0.9);
        EXPECT_EQ(QToolTip::font().pointSizeF(), m_dialog.font().pointSizeF());
        press(view(), key);
        EXPECT_TRUE(m_dialog.isVisible());
        EXPECT_FALSE(m_dialog.isFullScreen());
        EXPECT_EQ(m_dialog.size(), before.size());
        EXPECT_EQ(m_dialog.font().pointSizeF(), type.pointSizeF());
        EXPECT_EQ(QToolTip::font().pointSizeF(), ofTips.pointSizeF());
    }
    press(view(), Qt::Key_Escape);
    EXPECT_FALSE(m_dialog.isVisible());
}

TEST_F(MovementInClass, PageKeysStepWhateverHasTheFocus)
{
    m_dialog.watch(m_desk.show(tensorOf(triples)), QStringLiteral("coo-to-csr"));
    settle(m_desk.jobs);
    ASSERT_NE(view().film(), nullptr);
    for (auto* at : {static_cast<QWidget*>(&view()), static_cast<QWidget*>(&child<QComboBox>("movement shown"))}) {
        at->setFocus();
        press(*at, Qt::Key_PageDown);
        EXPECT_EQ(view().time(), 1);
        press(*at, Qt::Key_PageDown);
        EXPECT_EQ(view().time(), 2);
        press(*at, Qt::Key_PageUp);
        press(*at, Qt::Key_PageUp);
        EXPECT_EQ(view().time(), 0);
    }
}

// Short strips stand in two columns or more rather than in small digits at the left edge.
TEST_F(MovementInClass, ShortStripsUseTheWidth)
{
    m_dialog.resize(960, 560);
    m_dialog.watch(m_desk.show(tensorOf(triples)), QStringLiteral("coo-to-csr"));
    settle(m_desk.jobs);
    const auto film = view().film();
    ASSERT_NE(film, nullptr);
    const auto room = view().room();
    EXPECT_LE(film->size().height(), room.height() + 0.01);
    double right = 0;
    for (int x = 0; x < room.width(); x += 4)
        for (int y = 0; y < room.height(); y += 4)
            if (!film->wordsAt(QPointF(x, y), 0).isEmpty())
                right = std::max<double>(right, x);
    EXPECT_GT(right, room.width() * 0.6);
}

// Chosen by hand too: of a view no byte moves, and between its members numbers would fly about.
TEST_F(MovementInClass, AViewThatIsChosenShowsTheBytes)
{
    const auto first = tensorOf(dense);
    const auto from = m_desk.show(first, "A");
    m_desk.show(transposed(first)->tensors.front(), "A transposed");
    m_dialog.ask(from, from);
    settle(m_desk.jobs);
    auto& shown = child<QComboBox>("movement shown");
    shown.setCurrentIndex(shown.findData(QStringLiteral("members")));
    auto& to = child<QComboBox>("movement to");
    to.setFocus();
    press(to, Qt::Key_Down);
    ASSERT_EQ(to.currentText(), QStringLiteral("A transposed"));
    EXPECT_EQ(shown.currentData().toString(), QStringLiteral("storage"));
}
