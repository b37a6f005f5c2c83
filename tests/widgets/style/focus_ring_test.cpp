// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/focus_ring.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

class FocusRings : public testing::Test
{
protected:
    FocusRings() : m_ring(*qApp)
    {
        auto* layout = new QHBoxLayout(&m_window);
        for (QWidget* child : {static_cast<QWidget*>(m_line), static_cast<QWidget*>(m_list),
                               static_cast<QWidget*>(m_tree), static_cast<QWidget*>(m_text)})
            layout->addWidget(child);
        m_list->addItems({QStringLiteral("a"), QStringLiteral("b")});
        m_text->setTabChangesFocus(true);
        m_window.resize(600, 200);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
        m_line->setFocus();
    }
    // Pixels of that colour at the edge of a widget.
    bool isRinged(QWidget& widget) const
    {
        const auto picture = widget.grab().toImage();
        const auto colour = widget.palette().color(QPalette::Highlight).rgb();
        const auto right = picture.width() - 1, bottom = picture.height() - 1;
        for (const auto at : {QPoint(0, 0), QPoint(right, 0), QPoint(1, bottom), QPoint(right / 2, 1),
                              QPoint(right - 1, bottom / 2)})
            if (picture.pixel(at) != colour)
                return false;
        return true;
    }

    FocusRing m_ring;
    QWidget m_window;
    QLineEdit* m_line = new QLineEdit;
    QListWidget* m_list = new QListWidget;
    QTreeWidget* m_tree = new QTreeWidget;
    QPlainTextEdit* m_text = new QPlainTextEdit;
};

} // namespace

TEST_F(FocusRings, TheTabKeyTakesTheRingAlong)
{
    EXPECT_FALSE(isRinged(*m_list));
    std::vector<QWidget*> order{m_list, m_tree, m_text};
    for (auto* expected : order) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        ASSERT_EQ(QApplication::focusWidget(), expected);
        for (auto* widget : order)
            EXPECT_EQ(isRinged(*widget), widget == expected);
    }
    m_line->setFocus();
    for (auto* widget : order)
        EXPECT_FALSE(isRinged(*widget)) << "a line shows its focus itself";
}

TEST_F(FocusRings, ItGrowsWithWhatItIsAroundAndTakesNoClick)
{
    m_list->setFocus();
    m_window.resize(900, 400);
    QApplication::processEvents();
    EXPECT_TRUE(isRinged(*m_list));
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, m_list->visualItemRect(m_list->item(1)).center());
    EXPECT_EQ(m_list->currentRow(), 1);
}

TEST_F(FocusRings, ItGoesWithWhatItIsAround)
{
    m_list->setFocus();
    delete m_list;
    m_tree->setFocus();
    EXPECT_TRUE(isRinged(*m_tree));
    m_tree->setFrameShape(QFrame::NoFrame); // draws its own sign
    m_line->setFocus();
    m_tree->setFocus();
    EXPECT_FALSE(isRinged(*m_tree));
}
