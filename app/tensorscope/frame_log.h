// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QEvent>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace tscope {

class Selection;

// Where the time of the window's thread goes: every turn of the event loop, every frame, and how long it takes
// from moving the mouse until the last view has lit up. The application reports to it; it asks nothing and draws
// nothing.
class FrameLog : public QObject
{
    Q_OBJECT

public:
    FrameLog();

    void watch(const Selection& selection);
    // Around each event that is delivered; only the outermost ones count, and what a loop inside of one waits does
    // not.
    void begin(const QObject* receiver, QEvent::Type type);
    void end();

    struct Spread {
        std::size_t count = 0;
        double median = 0, p95 = 0, most = 0; // milliseconds
    };
    Spread frames() const;
    Spread hovers() const; // of which views were lit up
    Spread turns() const;
    double firstFrame() const { return m_firstFrame; } // milliseconds since the process began
    std::size_t stalls() const;                        // turns above 50 ms
    QString longest() const;                           // which turn took most, if any above 16 ms did
    void clear();                                      // all but the first frame: from now on

    bool write(const QString& path) const; // JSON

private:
    struct Turn {
        double begun = 0, took = 0;
        QEvent::Type type = QEvent::None;
        QString receiver;
    };
    void close();
    double now() const;

    QElapsedTimer m_clock;
    double m_beforeClock = 0; // milliseconds between the start of the process and of the clock
    int m_depth = 0;
    std::optional<double> m_begun; // of the turn that runs; none while the loop waits
    QEvent::Type m_type = QEvent::None;
    const char* m_receiver = "";
    bool m_painted = false;
    double m_firstFrame = 0;
    std::vector<float> m_turns, m_frames;
    std::vector<Turn> m_worst;         // above 16 ms
    std::optional<double> m_moved;     // the mouse, last
    std::optional<double> m_highlight; // when the mouse moved onto what is lit up with the next frame
    struct Hover {
        double moved = 0, lit = 0;
    };
    std::vector<Hover> m_hovers;
};

} // namespace tscope
