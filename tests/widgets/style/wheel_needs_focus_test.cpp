// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/wheel_needs_focus.h"

#include <QApplication>
#include <QComboBox>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace {

void turnWheelOver(QWidget& widget)
{
    const QPointF at(widget.rect().center());
    QWheelEvent wheel(at, widget.mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &wheel);
}

} // namespace

// The filter of the whole application is there in tests, too.
TEST(WheelNeedsFocus, ABoxWithoutFocusStaysAsItIs)
{
    QScrollArea area;
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    auto* choice = new QComboBox;
    choice->addItems({QStringLiteral("5.5"), QStringLiteral("5.6")});
    auto* number = new QSpinBox;
    number->setValue(50);
    auto* other = new QComboBox;
    for (auto* widget :
         {static_cast<QWidget*>(other), static_cast<QWidget*>(choice), static_cast<QWidget*>(number)})
        layout->addWidget(widget);
    content->setMinimumHeight(2000);
    area.setWidget(content);
    area.resize(300, 200);
    area.show();
    QApplication::setActiveWindow(&area);
    other->setFocus();

    for (auto* box : {static_cast<QWidget*>(choice), static_cast<QWidget*>(number)}) {
        EXPECT_EQ(box->focusPolicy(), Qt::StrongFocus) << "a turn does not give it the focus";
        turnWheelOver(*box);
        EXPECT_EQ(choice->currentIndex(), 0);
        EXPECT_EQ(number->value(), 50);
    }

    choice->setFocus();
    turnWheelOver(*choice);
    EXPECT_EQ(choice->currentIndex(), 1);
    number->setFocus();
    turnWheelOver(*number);
    EXPECT_EQ(number->value(), 49);
}
