// SPDX-License-Identifier: GPL-3.0-or-later
// A contiguous copy from the menu, and that what is said goes with what is looked at.
#include "main_window.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QMenu>
#include <QStatusBar>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class ContiguousTest : public testing::Test
{
protected:
    void open(const char* json, const char* name)
    {
        m_window.workspace().make({{name, tensorOf(json)}}, QStringLiteral("test"));
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    QAction& contiguous() { return *m_window.findChild<QAction*>(QStringLiteral("contiguous")); }
    void openMenu()
    {
        for (auto* menu : m_window.findChildren<QMenu*>())
            if (menu->actions().contains(&contiguous()))
                Q_EMIT menu->aboutToShow();
        settle();
    }
    QString said() { return m_window.statusBar()->currentMessage(); }
    std::size_t count() { return m_window.workspace().subjects().size(); }

    MainWindow m_window{Theme::light};
};

constexpr auto dense =
    R"({"layout": "strided", "dtype": "float32", "members": {"values": [[1, 2, 3], [4, 5, 6]]}})";

} // namespace

TEST_F(ContiguousTest, CopiesAViewThatIsNotAndSaysHowMuch)
{
    open(dense, "a");
    m_window.findChild<QAction*>(QStringLiteral("transpose"))->trigger();
    settle();
    ASSERT_EQ(count(), 2U);
    openMenu();
    EXPECT_EQ(contiguous().toolTip(), QStringLiteral("copies 24 bytes"));
    contiguous().trigger();
    settle();
    ASSERT_EQ(count(), 3U);
    const auto& made = *m_window.workspace().currentSubject();
    EXPECT_EQ(made.name, QStringLiteral("contiguous copy of a transposed"));
    EXPECT_EQ(said(), QStringLiteral(
                          "Contiguous copy of a transposed: copies 24 bytes; shares no byte with a transposed"));
    const auto& view = m_window.workspace().subjects()[1];
    EXPECT_EQ(made.madeFrom(), view.id);
    const auto &copy = made.tensor->member("values").array, &from = view.tensor->member("values").array;
    EXPECT_NE(copy.storage, from.storage);
    EXPECT_EQ(copy.geometry.strides, (Extents{2, 1}));
    for (std::int64_t i = 0; i < 6; ++i)
        EXPECT_EQ(copy.at(i).text(), from.at(i).text()) << i;
}

TEST_F(ContiguousTest, OfWhatIsContiguousSaysThatThereIsNothingToCopy)
{
    open(dense, "a");
    openMenu();
    EXPECT_EQ(contiguous().toolTip(), QStringLiteral("is contiguous already: nothing to copy"));
    contiguous().trigger();
    settle();
    EXPECT_EQ(count(), 1U);
    EXPECT_EQ(said(), QStringLiteral("a is contiguous already: nothing to copy"));
}

TEST_F(ContiguousTest, ACopyCanBeInEitherOrder)
{
    const auto make = [this](const char* id) {
        auto* action = m_window.findChild<QAction*>(QString::fromLatin1(id));
        ASSERT_TRUE(action->isEnabled()) << id;
        action->trigger();
        settle();
    };
    open(dense, "M");
    const auto from = m_window.workspace().currentSubject()->tensor;
    make("row-major");
    EXPECT_EQ(said(), QStringLiteral("M row-major already: nothing to copy"));
    EXPECT_EQ(count(), 1U);
    make("column-major");
    ASSERT_EQ(count(), 2U);
    const auto made = *m_window.workspace().currentSubject();
    EXPECT_EQ(made.name, QStringLiteral("M column-major"));
    EXPECT_EQ(said(), QStringLiteral("M column-major: copies 24 bytes"));
    const auto &copy = made.tensor->member("values").array, &values = from->member("values").array;
    EXPECT_EQ(copy.geometry.sizes, (Extents{2, 3}));
    EXPECT_EQ(copy.geometry.strides, (Extents{1, 2}));
    EXPECT_NE(copy.storage, values.storage);
    for (std::int64_t i = 0; i < 6; ++i)
        EXPECT_EQ(copy.at(i).text(), values.at(i).text()) << i;
    make("column-major");
    EXPECT_EQ(count(), 2U);
    make("row-major");
    EXPECT_EQ(count(), 3U);
    EXPECT_EQ(m_window.workspace().currentSubject()->tensor->member("values").array.geometry.strides,
              (Extents{3, 1}));
    m_window.workspace().make({{"s", sample("csr")}}, QStringLiteral("test"));
    settle();
    EXPECT_FALSE(m_window.findChild<QAction*>(QStringLiteral("column-major"))->isEnabled());
}

TEST_F(ContiguousTest, IsOfLayoutsWithStridesOnly)
{
    m_window.workspace().make({{"s", sample("csr")}}, QStringLiteral("test"));
    settle();
    EXPECT_FALSE(contiguous().isEnabled());
    m_window.workspace().make({{"n", sample("nested")}}, QStringLiteral("test"));
    settle();
    EXPECT_TRUE(contiguous().isEnabled());
}

// A lesson may ask whether it is.
TEST_F(ContiguousTest, IsNotToldWhileALessonAsks)
{
    open(dense, "a");
    m_window.selection().cover().set({QStringLiteral("facts")});
    openMenu();
    for (const auto* action : m_window.findChildren<QAction*>())
        if (action->objectName().startsWith(QStringLiteral("convert-to-")) || action == &contiguous()) {
            EXPECT_EQ(action->statusTip(), QString()) << action->objectName().toStdString();
        }
}

TEST_F(ContiguousTest, WhatWasSaidOfOneTensorGoesWhenAnotherIsLookedAt)
{
    open(dense, "a");
    const auto first = m_window.workspace().current();
    contiguous().trigger();
    settle();
    const auto about = said();
    EXPECT_FALSE(about.isEmpty());
    m_window.workspace().make({{"b", sample("csr")}}, QStringLiteral("test"));
    settle();
    EXPECT_NE(said(), about);
    m_window.workspace().setCurrent(first);
    settle();
    EXPECT_EQ(said(), QString()) << "looked at, nothing done";
    contiguous().trigger();
    settle();
    m_window.files().open({Files::samples().front()});
    settle();
    EXPECT_TRUE(said().startsWith(QStringLiteral("Opened "))) << said().toStdString();
}
