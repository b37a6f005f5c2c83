// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "widgets/charts/sessions.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <memory>
#include <vector>

namespace tscope::test {

// Every kind of chart, with what this session has for it.
std::vector<std::unique_ptr<charts::Chart>> chartsOf(const timing::Session& session);

// What is wrong with where the texts of a chart lie: on each other, outside of it, cut off. Empty: nothing.
QStringList faultsOf(const charts::Drawing& drawing, const QFont& font);

// The text of a label that begins so; ends the test where there is none.
const charts::Label& labelOf(const charts::Drawing& drawing, const QString& begin);
bool hasLabel(const charts::Drawing& drawing, const QString& begin);
QPointF middleOf(const charts::Drawing& drawing, int item); // of a spot

inline void showAt(QWidget& widget, QSize size)
{
    QCursor::setPos(790, 790); // where an earlier test left the pointer may lie in this window
    widget.resize(size);
    widget.show();
    QApplication::processEvents();
}

inline void moveTo(QWidget& widget, QPointF at, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
}

inline void turnWheel(QWidget& widget, QPointF at, int turns, Qt::KeyboardModifiers keys = Qt::NoModifier)
{
    QWheelEvent wheel(at, widget.mapToGlobal(at), {}, QPoint(0, turns * 120), Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &wheel);
}

inline void drag(QWidget& widget, QPoint from, QPoint to)
{
    QTest::mousePress(&widget, Qt::LeftButton, {}, from);
    moveTo(widget, (from + to) / 2, Qt::LeftButton);
    moveTo(widget, to, Qt::LeftButton);
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
}

} // namespace tscope::test
