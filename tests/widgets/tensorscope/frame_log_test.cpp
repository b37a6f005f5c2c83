// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame_log.h"

#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QThread>
#include <QWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

void turn(FrameLog& log, const QObject& receiver, QEvent::Type type, unsigned long milliseconds,
          bool paints = false)
{
    log.begin(&receiver, type);
    if (paints) {
        log.begin(&receiver, QEvent::Paint);
        log.end();
    }
    QThread::msleep(milliseconds);
    log.end();
}

} // namespace

TEST(FrameLog, CountsOutermostTurnsFramesAndStalls)
{
    FrameLog log;
    const QWidget widget;
    turn(log, widget, QEvent::Timer, 0);
    EXPECT_EQ(log.firstFrame(), 0);
    turn(log, widget, QEvent::UpdateRequest, 2, true);
    EXPECT_GT(log.firstFrame(), 2);
    const auto first = log.firstFrame();
    turn(log, widget, QEvent::UpdateRequest, 60, true);
    EXPECT_EQ(log.turns().count, 3U);
    EXPECT_EQ(log.frames().count, 2U);
    EXPECT_GE(log.frames().most, 60);
    EXPECT_EQ(log.stalls(), 1U);
    EXPECT_EQ(log.firstFrame(), first);
    log.clear();
    EXPECT_EQ(log.turns().count, 0U);
    EXPECT_EQ(log.stalls(), 0U);
}

TEST(FrameLog, AHoverTakesUntilTheLastFrameThatItCauses)
{
    FrameLog log;
    Desk desk;
    const QWidget widget;
    const auto id = desk.show(sample("csr"));
    log.watch(desk.selection);
    turn(log, widget, QEvent::UpdateRequest, 0, true); // no hover yet
    EXPECT_EQ(log.hovers().count, 0U);

    turn(log, widget, QEvent::MouseMove, 0);
    desk.selection.hover(id, Slots{"values", 1, 2});
    QThread::msleep(5);
    turn(log, widget, QEvent::UpdateRequest, 0, true);
    EXPECT_EQ(log.hovers().count, 1U);
    EXPECT_GE(log.hovers().most, 5);
    settle(desk.jobs); // what is related is known
    QThread::msleep(5);
    turn(log, widget, QEvent::UpdateRequest, 0, true);
    EXPECT_EQ(log.hovers().count, 1U);
    EXPECT_GE(log.hovers().most, 10);
    turn(log, widget, QEvent::UpdateRequest, 0, true); // of something else
    EXPECT_LT(log.hovers().most, 1000);
    EXPECT_EQ(log.hovers().count, 1U);
}

TEST(FrameLog, IsWrittenAsJson)
{
    FrameLog log;
    const QWidget widget;
    turn(log, widget, QEvent::UpdateRequest, 20, true);
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("log.json"));
    ASSERT_TRUE(log.write(path));
    EXPECT_FALSE(log.write(folder.filePath(QStringLiteral("no/such/folder"))));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto all = QJsonDocument::fromJson(file.readAll()).object();
    EXPECT_GT(all[QLatin1String("first_frame_ms")].toDouble(), 0);
    EXPECT_EQ(all[QLatin1String("frames")].toObject()[QLatin1String("count")].toInt(), 1);
    const auto worst = all[QLatin1String("turns_above_16_ms")].toArray();
    ASSERT_EQ(worst.size(), 1);
    EXPECT_EQ(worst[0].toObject()[QLatin1String("event")].toString().toStdString(), "UpdateRequest");
    EXPECT_EQ(worst[0].toObject()[QLatin1String("receiver")].toString().toStdString(), "QWidget");
}
