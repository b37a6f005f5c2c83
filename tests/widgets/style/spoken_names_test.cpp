// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt makes without a name has one.
#include "style/spoken_names.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QScrollBar>
#include <QStatusBar>
#include <QToolButton>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

std::string spoken(QWidget& widget)
{
    return QAccessible::queryAccessibleInterface(&widget)->text(QAccessible::Name).toStdString();
}

// A box under a label, in a window that is shown.
class Choices : public testing::Test
{
protected:
    Choices()
    {
        auto* layout = new QHBoxLayout(&m_window);
        m_label->setBuddy(m_box);
        layout->addWidget(m_label);
        layout->addWidget(m_box);
        m_box->addItems({QStringLiteral("values"), QStringLiteral("plain")});
        m_window.show();
    }

    QWidget m_window;
    QLabel* m_label = new QLabel(QStringLiteral("&Member"));
    QComboBox* m_box = new QComboBox;
};

} // namespace

TEST_F(Choices, SayWhatIsChosenByThemAndWhatIs)
{
    EXPECT_EQ(spoken(*m_box), "Member: values") << "as the label before it says";
    m_box->setAccessibleName(QStringLiteral("Array"));
    m_box->setCurrentIndex(1);
    EXPECT_EQ(spoken(*m_box), "Array: plain");
    auto* element = QAccessible::queryAccessibleInterface(m_box);
    EXPECT_EQ(element->role(), QAccessible::ComboBox);
    EXPECT_EQ(element->text(QAccessible::Value).toStdString(), "plain");
}

TEST_F(Choices, DoNotSayTheirTitleTwice)
{
    m_box->setAccessibleName(QStringLiteral("Colour"));
    m_box->setItemText(0, QStringLiteral("Colour: value"));
    EXPECT_EQ(spoken(*m_box), "Colour: value");
    m_box->clear();
    EXPECT_EQ(spoken(*m_box), "Colour");
}

TEST_F(Choices, OpenTheirListForAScreenReader)
{
    auto* element = QAccessible::queryAccessibleInterface(m_box);
    EXPECT_FALSE(element->state().expanded);
    element->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
    EXPECT_TRUE(m_box->view()->isVisible());
    EXPECT_TRUE(element->state().expanded);
    EXPECT_EQ(spoken(*m_box->view()), "Member");
    ASSERT_EQ(element->childCount(), 1);
    EXPECT_EQ(element->child(0)->object(), m_box->view());
    EXPECT_EQ(element->indexOfChild(element->child(0)), 0);
    EXPECT_EQ(element->child(0)->childCount(), 2);
    element->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_FALSE(m_box->view()->isVisible());
}

TEST_F(Choices, HaveAFieldWhereTextCanBeTyped)
{
    m_box->setEditable(true);
    m_box->lineEdit()->setAccessibleName(QStringLiteral("Other member"));
    auto* element = QAccessible::queryAccessibleInterface(m_box);
    ASSERT_EQ(element->childCount(), 2);
    EXPECT_EQ(element->child(1)->text(QAccessible::Name).toStdString(), "Other member");
    EXPECT_TRUE(element->state().editable);
}

TEST(SpokenNames, BarsAndButtonsInsideFieldsHaveOne)
{
    QMainWindow window;
    window.menuBar()->addMenu(QStringLiteral("&File"))->addAction(QStringLiteral("Open"));
    window.statusBar();
    auto* field = new QLineEdit;
    field->setClearButtonEnabled(true);
    window.setCentralWidget(field);
    auto* up = new QScrollBar(Qt::Vertical, &window);
    auto* own = new QScrollBar(Qt::Horizontal, &window);
    own->setAccessibleName(QStringLiteral("Rows of the chart"));
    window.show();
    EXPECT_EQ(spoken(*window.menuBar()), "Menus");
    EXPECT_EQ(spoken(*window.statusBar()), "Status");
    EXPECT_EQ(spoken(*up), "Scroll up and down");
    EXPECT_EQ(spoken(*own), "Rows of the chart") << "it has one of its own";
    auto* clear = field->findChild<QToolButton*>();
    ASSERT_NE(clear, nullptr);
    EXPECT_EQ(spoken(*clear), "Clear");
}
