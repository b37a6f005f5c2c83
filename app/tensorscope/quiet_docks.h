// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

class QDockWidget;
class QMainWindow;

namespace tscope {

class Docks;
class Timings;

// Hides the panels that have nothing to show while no tensor is open, and brings them back as they were with the
// first tensor. One that the user opens meanwhile stays open.
class QuietDocks
{
public:
    QuietDocks(QMainWindow& window, Docks& docks, const Timings& timings)
        : m_window(window), m_docks(docks), m_timings(timings)
    {
    }

    void follow(bool isAnyOpen); // also when panels were arranged anew meanwhile
    QByteArray state() const;    // of all, with the panels that are hidden here as they will come back

private:
    void hide();
    void show();
    bool isQuiet(const QDockWidget& dock) const;

    QMainWindow& m_window;
    Docks& m_docks;
    const Timings& m_timings;
    QByteArray m_state; // of all before; empty: they are not hidden
};

} // namespace tscope
