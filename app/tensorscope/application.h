// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame_log.h"

#include <QApplication>

#include <memory>

namespace tscope {

// The application, whose event loop can be watched.
class Application : public QApplication
{
    Q_OBJECT

public:
    Application(int& argc, char** argv); // argv has to outlive it

    FrameLog& startFrameLog();
    bool notify(QObject* receiver, QEvent* event) override;

private:
    std::unique_ptr<FrameLog> m_log;
};

} // namespace tscope
