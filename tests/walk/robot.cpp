// SPDX-License-Identifier: GPL-3.0-or-later
#include "walk/robot.h"

#include <QCoreApplication>
#include <QThread>
#include <QWidget>

#include <stdexcept>

// Last: it defines many short words.
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <X11/XKBlib.h>
#include <X11/Xlib.h>

namespace tscope::test {

struct Robot::Server {
    Display* display = XOpenDisplay(nullptr);

    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server()
    {
        if (display != nullptr)
            XCloseDisplay(display);
    }
    // Sent, and time for the window to notice, as there is between two movements of a hand.
    void flush() const
    {
        XSync(display, 0);
        for (int turn = 0; turn < 3; ++turn) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            QThread::msleep(2);
        }
    }
};

Robot::Robot() : m_server(std::make_unique<Server>())
{
    int unused = 0;
    if (m_server->display == nullptr ||
        XTestQueryExtension(m_server->display, &unused, &unused, &unused, &unused) == 0)
        throw std::runtime_error("there is no X server that takes events");
}

Robot::~Robot() = default;

QPoint Robot::on(const QWidget& widget)
{
    return widget.mapToGlobal(widget.rect().center());
}

QPoint Robot::on(const QWidget& widget, QPoint point)
{
    return widget.mapToGlobal(point);
}

void Robot::moveTo(QPoint screen)
{
    constexpr int steps = 8;
    const auto from = m_at;
    for (int step = 1; step <= steps; ++step) {
        const auto at = from + (screen - from) * step / steps;
        XTestFakeMotionEvent(m_server->display, -1, at.x(), at.y(), 0);
        m_server->flush();
    }
    m_at = screen;
}

void Robot::click(QPoint screen)
{
    moveTo(screen);
    XTestFakeButtonEvent(m_server->display, 1, 1, 0);
    m_server->flush();
    XTestFakeButtonEvent(m_server->display, 1, 0, 0);
    m_server->flush();
}

void Robot::doubleClick(QPoint screen)
{
    click(screen);
    XTestFakeButtonEvent(m_server->display, 1, 1, 0);
    XTestFakeButtonEvent(m_server->display, 1, 0, 0);
    m_server->flush();
}

void Robot::drag(QPoint from, QPoint to)
{
    moveTo(from);
    XTestFakeButtonEvent(m_server->display, 1, 1, 0);
    m_server->flush();
    moveTo(to);
    XTestFakeButtonEvent(m_server->display, 1, 0, 0);
    m_server->flush();
}

void Robot::wheel(int steps, bool control)
{
    const auto controlKey = XKeysymToKeycode(m_server->display, XK_Control_L);
    if (control)
        XTestFakeKeyEvent(m_server->display, controlKey, 1, 0);
    const unsigned button = steps > 0 ? 4 : 5;
    for (int i = 0; i < std::abs(steps); ++i) {
        XTestFakeButtonEvent(m_server->display, button, 1, 0);
        XTestFakeButtonEvent(m_server->display, button, 0, 0);
        m_server->flush();
    }
    if (control)
        XTestFakeKeyEvent(m_server->display, controlKey, 0, 0);
    m_server->flush();
}

void Robot::press(unsigned long symbol, bool shifted)
{
    const auto shift = XKeysymToKeycode(m_server->display, XK_Shift_L);
    const auto code = XKeysymToKeycode(m_server->display, symbol);
    if (code == 0)
        throw std::runtime_error("the keyboard has no such key");
    if (shifted)
        XTestFakeKeyEvent(m_server->display, shift, 1, 0);
    XTestFakeKeyEvent(m_server->display, code, 1, 0);
    XTestFakeKeyEvent(m_server->display, code, 0, 0);
    if (shifted)
        XTestFakeKeyEvent(m_server->display, shift, 0, 0);
    m_server->flush();
}

void Robot::key(const QString& name)
{
    auto parts = name.split(QLatin1Char('+'));
    const auto last = parts.takeLast();
    std::vector<KeyCode> held;
    for (const auto& part : parts) {
        const auto symbol = part == QLatin1String("ctrl")    ? XK_Control_L
                            : part == QLatin1String("shift") ? XK_Shift_L
                                                             : XK_Alt_L;
        held.push_back(XKeysymToKeycode(m_server->display, static_cast<KeySym>(symbol)));
        XTestFakeKeyEvent(m_server->display, held.back(), 1, 0);
    }
    const auto symbol = XStringToKeysym(last.toLatin1().constData());
    if (symbol == NoSymbol)
        throw std::runtime_error("X knows no key of this name");
    press(symbol, false);
    for (const auto code : held)
        XTestFakeKeyEvent(m_server->display, code, 0, 0);
    m_server->flush();
}

void Robot::type(const QString& text)
{
    for (const auto letter : text) {
        const auto code = letter.unicode();
        // The keyboard's level of a symbol tells whether Shift is held.
        const auto key = XKeysymToKeycode(m_server->display, code);
        const auto shifted = key != 0 && XkbKeycodeToKeysym(m_server->display, key, 0, 0) != code;
        press(code, shifted);
    }
}

} // namespace tscope::test
