// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/settle.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>
#include <QThread>

#include <gtest/gtest.h>

namespace tscope::test {

bool waitUntil(const std::function<bool()>& holds)
{
    const QDeadlineTimer end(120'000);
    while (!holds()) {
        if (end.hasExpired()) {
            ADD_FAILURE() << "what was waited for did not come";
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (!holds())
            QThread::msleep(1);
    }
    return true;
}

bool settle(const Jobs& jobs)
{
    // What has just been delivered may ask for more when it is drawn or laid out.
    QCoreApplication::processEvents();
    bool settled = waitUntil([&] { return jobs.isIdle(); });
    QCoreApplication::processEvents();
    while (settled && !jobs.isIdle()) {
        settled = waitUntil([&] { return jobs.isIdle(); });
        QCoreApplication::processEvents();
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return settled;
}

} // namespace tscope::test
