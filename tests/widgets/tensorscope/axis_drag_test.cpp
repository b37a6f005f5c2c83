// SPDX-License-Identifier: GPL-3.0-or-later
// Slices and swapped dims, drawn with the mouse along the numbers of a picture.
#include "main_window.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QMenu>
#include <QMouseEvent>
#include <QStatusBar>
#include <QTest>
#include <QUndoStack>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

class AxisDragTest : public testing::Test
{
protected:
    AxisDragTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
    }

    void show(const Tensor& tensor)
    {
        m_window.workspace().make({{"x", tensor}}, QString());
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    SceneView& view() { return *m_window.views().front(); }
    const AxisBand& axis(int dim)
    {
        for (const auto& each : view().scene().axes)
            if (each.dim == dim)
                return each;
        throw std::runtime_error("no such axis");
    }
    // In the middle of a number.
    static QPointF on(const AxisBand& band, std::int64_t number)
    {
        const auto along = band.from + band.step * (static_cast<double>(number - band.first) + 0.5);
        return band.isDown ? QPointF(band.rect.center().x(), along) : QPointF(along, band.rect.center().y());
    }
    void draw(QPointF from, QPointF to)
    {
        auto* viewport = view().viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, from.toPoint());
        for (const auto& at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QApplication::sendEvent(viewport, &move);
        }
    }
    void let(QPointF at)
    {
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, at.toPoint());
        settle();
    }
    // What is offered, in words; none: nothing is.
    QAction* offered()
    {
        for (auto* menu : view().findChildren<QMenu*>(QStringLiteral("drawn view")))
            if (menu->isVisible())
                return menu->actions().front();
        return nullptr;
    }
    void confirm()
    {
        offered()->trigger();
        settle();
    }
    const Subject& current() { return *m_window.workspace().currentSubject(); }
    std::vector<double> values()
    {
        std::vector<double> out;
        const auto& array = current().tensor->member("values").array;
        for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
            out.push_back(std::get<double>(array.at(i).number()));
        return out;
    }

    MainWindow m_window{Theme::light};
};

// 0 to 11 in three rows of four.
Tensor threeByFour()
{
    return tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[3,4],
                        "data":[0,1,2,3,4,5,6,7,8,9,10,11]}}})");
}

} // namespace

TEST_F(AxisDragTest, AlongTheRowsIsASliceOfThemOnceItIsConfirmed)
{
    show(threeByFour());
    const auto from = on(axis(0), 1), to = on(axis(0), 2);
    draw(from, to);
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    let(to);
    ASSERT_NE(offered(), nullptr);
    EXPECT_EQ(offered()->text(), QStringLiteral("Slice [1:3, :] as a view"));
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U) << "nothing is done yet";
    confirm();
    EXPECT_EQ(current().title(), QStringLiteral("x[1:3, :]"));
    EXPECT_EQ(current().tensor->member("values").array.geometry.sizes, (Extents{2, 4}));
    EXPECT_EQ(values(), (std::vector<double>{4, 5, 6, 7, 8, 9, 10, 11}));
    EXPECT_EQ(current().tensor->member("values").array.storage,
              m_window.workspace().subjects()[0].tensor->member("values").array.storage);
    EXPECT_TRUE(m_window.statusBar()->currentMessage().startsWith(QStringLiteral("x[1:3, :]: ")));
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(m_window.statusBar()->currentMessage().startsWith(QStringLiteral("undone: ")))
        << m_window.statusBar()->currentMessage().toStdString();
}

TEST_F(AxisDragTest, BackwardsAlongTheColumnsIsTheSameSlice)
{
    show(threeByFour());
    const auto from = on(axis(1), 2), to = on(axis(1), 1);
    draw(from, to);
    let(to);
    ASSERT_NE(offered(), nullptr);
    confirm();
    EXPECT_EQ(current().title(), QStringLiteral("x[:, 1:3]"));
    EXPECT_EQ(values(), (std::vector<double>{1, 2, 5, 6, 9, 10}));
}

TEST_F(AxisDragTest, OntoTheOtherAxisSwapsTheDims)
{
    show(threeByFour());
    const auto from = on(axis(0), 1), to = on(axis(1), 2);
    draw(from, to);
    let(to);
    ASSERT_NE(offered(), nullptr);
    EXPECT_EQ(offered()->text(), QStringLiteral("Swap the dims: transpose(0, 1), as a view"));
    confirm();
    EXPECT_EQ(current().tensor->member("values").array.geometry.sizes, (Extents{4, 3}));
    EXPECT_EQ(current().tensor->member("values").array.geometry.strides, (Extents{1, 4}));
}

TEST_F(AxisDragTest, AClickAllOfADimAndEscapeAreNothing)
{
    show(threeByFour());
    const auto first = on(axis(0), 0), last = on(axis(0), 2);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, first.toPoint());
    EXPECT_EQ(offered(), nullptr);
    draw(first, last);
    let(last);
    EXPECT_EQ(offered(), nullptr) << "all of it";
    draw(first, on(axis(0), 1));
    QTest::keyClick(&view(), Qt::Key_Escape);
    let(on(axis(0), 1));
    EXPECT_EQ(offered(), nullptr);
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
}

TEST_F(AxisDragTest, OfACompressedLayoutTheDimsAreSwappedAndNothingIsSliced)
{
    show(sample("csr"));
    const auto from = on(axis(0), 0), along = on(axis(0), 1), onto = on(axis(1), 1);
    draw(from, along);
    let(along);
    EXPECT_EQ(offered(), nullptr);
    draw(from, onto);
    let(onto);
    ASSERT_NE(offered(), nullptr);
    confirm();
    EXPECT_EQ(current().tensor->layout->name, "csc");
}

TEST_F(AxisDragTest, WhatIsDrawnIsSeen)
{
    show(threeByFour());
    const auto before = view().viewport()->grab().toImage();
    const auto from = on(axis(0), 1), to = on(axis(0), 2);
    draw(from, to);
    const auto during = view().viewport()->grab().toImage();
    EXPECT_NE(before.pixelColor(to.toPoint() + QPoint(2, 2)), during.pixelColor(to.toPoint() + QPoint(2, 2)));
    const auto other = on(axis(0), 0).toPoint() + QPoint(2, 2);
    EXPECT_EQ(before.pixelColor(other), during.pixelColor(other));
    let(to);
}
