// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <QObject>
#include <QPointer>

namespace tscope {

// Gives the dock of a panel all the room of its window, and the others theirs back afterwards.
class EnlargedDock : public QObject
{
    Q_OBJECT

public:
    explicit EnlargedDock(QWidget& panel); // its owner

    // Does nothing while the panel is in no dock of a window, or in a window of its own.
    void set(bool isOn);
    bool isOn() const { return m_window != nullptr; }
    static QDockWidget* dockAround(const QWidget& panel); // null: none
    static bool isRestoring();                            // docks move, which is not the user's doing

Q_SIGNALS:
    void changed(bool isOn);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();
    void end();

    QWidget& m_panel;
    QPointer<QMainWindow> m_window; // null: not enlarged
    QPointer<QDockWidget> m_dock;
    QByteArray m_before; // of all docks
    QDockWidget::DockWidgetFeatures m_features;
};

} // namespace tscope
