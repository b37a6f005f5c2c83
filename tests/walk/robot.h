// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

#include <memory>

class QWidget;

namespace tscope::test {

// Someone at the mouse and the keyboard: the X server is told of every movement and key, and what arrives in the
// window has gone the way of the real ones.
class Robot
{
public:
    Robot(); // throws where there is no X server that can be told
    ~Robot();

    void moveTo(QPoint screen); // in some steps, as hands do
    void click(QPoint screen);
    void doubleClick(QPoint screen);
    void drag(QPoint from, QPoint to);
    void wheel(int steps, bool control); // upwards if positive
    void key(const QString& name);       // as X calls it: "Return", "Escape", "ctrl+z"
    void type(const QString& text);      // letters, digits and what a keyboard of the US has

    // The middle of a widget, or a point of it, on the screen.
    static QPoint on(const QWidget& widget);
    static QPoint on(const QWidget& widget, QPoint point);

private:
    void press(unsigned long symbol, bool shifted);

    struct Server;
    std::unique_ptr<Server> m_server;
    QPoint m_at;
};

} // namespace tscope::test
