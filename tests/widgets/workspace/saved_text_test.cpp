// SPDX-License-Identifier: GPL-3.0-or-later
// Of two texts that are saved to one file the newer one stands in it, whichever is ready first.
#include "workspace/saved_text.h"

#include "widgets/support/settle.h"
#include "workspace/log.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace tscope;
using namespace tscope::test;

TEST(SavedText, WhatANewerOneCutShortIsNotWritten)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("lesson.pdf"));
    Jobs jobs;
    Log log;
    QObject owner;
    std::atomic<bool> isBegun = false, isNewerWritten = false;
    saveText(owner, jobs, log, path, [&](const Watch& watch) {
        isBegun = true;
        while (!watch.isStopped() || !isNewerWritten)
            std::this_thread::yield();
        return std::string("half of it");
    });
    ASSERT_TRUE(waitUntil([&] { return isBegun.load(); }));
    saveText(owner, jobs, log, path, [](const Watch&) { return std::string("the whole of it"); });
    ASSERT_TRUE(waitUntil([&] { return QFile::exists(path); }));
    isNewerWritten = true;
    settle(jobs);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), "the whole of it");
}
