// SPDX-License-Identifier: GPL-3.0-or-later
#include "walk/robot.h"

#include <QAbstractNativeEventFilter>
#include <QDeadlineTimer>
#include <QGuiApplication>
#include <QThread>
#include <QWidget>
#include <QWindow>

#include <xcb/xcb.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

// Last: it defines many short words.
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <X11/XKBlib.h>
#include <X11/Xlib.h>

namespace tscope::test {

namespace {

// A message to a window of ours that comes behind all that was sent before it: what the hand did has arrived when
// it has. On a busy machine that takes longer than any pause.
class Echo : public QAbstractNativeEventFilter
{
public:
    explicit Echo(Display* display) : m_display(display), m_kind(XInternAtom(display, "TENSORSCOPE_ECHO", 0))
    {
        QCoreApplication::instance()->installNativeEventFilter(this);
    }

    void wait()
    {
        const auto windows = QGuiApplication::topLevelWindows();
        const auto shown = std::ranges::find_if(
            windows, [](const auto* window) { return window->isVisible() && window->handle(); });
        if (shown == windows.end())
            return;
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = (*shown)->winId();
        event.xclient.message_type = m_kind;
        event.xclient.format = 32;
        event.xclient.data.l[0] = ++m_sent;
        XSendEvent(m_display, event.xclient.window, 0, 0, &event);
        XSync(m_display, 0);
        constexpr int longest = 5000; // milliseconds: the window may have been closed meanwhile
        const QDeadlineTimer end(longest);
        while (m_come < m_sent && !end.hasExpired()) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            QThread::msleep(m_come < m_sent ? 1 : 0);
        }
    }

    bool nativeEventFilter(const QByteArray& kind, void* message, qintptr*) override
    {
        if (kind != "xcb_generic_event_t")
            return false;
        const auto* event = static_cast<const xcb_client_message_event_t*>(message);
        if ((event->response_type & 0x7fU) != XCB_CLIENT_MESSAGE || event->type != m_kind)
            return false;
        m_come = std::max(m_come, static_cast<long>(event->data.data32[0]));
        return true;
    }

private:
    Display* m_display;
    Atom m_kind;
    long m_sent = 0, m_come = 0;
};

} // namespace

struct Robot::Server {
    Display* display = XOpenDisplay(nullptr);
    std::optional<Echo> echo;

    Server()
    {
        if (display != nullptr)
            echo.emplace(display);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server()
    {
        echo.reset();
        if (display != nullptr)
            XCloseDisplay(display);
    }
    // Sent, arrived, and some time for what the window does about it, as there is between two movements of a hand.
    void flush()
    {
        XSync(display, 0);
        echo->wait();
        for (int turn = 0; turn < 2; ++turn) {
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
