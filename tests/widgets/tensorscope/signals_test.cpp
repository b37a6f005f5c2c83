// SPDX-License-Identifier: GPL-3.0-or-later
#include "signals.h"

#include "io/part_file.h"
#include "support/scratch_folder.h"

#include <QApplication>
#include <QWidget>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <unistd.h>

using namespace tscope;

namespace {

// In a process of its own: asked to end, and then does this.
template <class Then>
void askedToEnd(const Then& then)
{
    ::alarm(60); // a process that doesn't end fails the test
    blockEndingSignals();
    QWidget window;
    window.show();
    closeOnSignals(*qApp, window, [&window] { window.close(); });
    ::kill(::getpid(), SIGHUP);
    then(window);
}

void listenUntilClosed(const QWidget& window)
{
    while (window.isVisible())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

void sleepForEver()
{
    while (true)
        ::sleep(1000);
}

} // namespace

TEST(Signals, CloseTheWindowAsIfByHand)
{
    EXPECT_EXIT(askedToEnd([](const QWidget& window) {
                    listenUntilClosed(window);
                    ::sleep(3); // it has as long as it needs: what is open is being kept
                    std::_Exit(7);
                }),
                testing::ExitedWithCode(7), "");
}

TEST(Signals, EndAProcessWhoseWindowDoesNotListen)
{
    EXPECT_EXIT(askedToEnd([](const QWidget&) { sleepForEver(); }), testing::ExitedWithCode(128 + SIGHUP), "");
}

TEST(Signals, EndAProcessThatClosesButDoesNotEndWhenTheyComeAgain)
{
    EXPECT_EXIT(askedToEnd([](const QWidget& window) {
                    listenUntilClosed(window);
                    ::kill(::getpid(), SIGTERM);
                    sleepForEver();
                }),
                testing::ExitedWithCode(128 + SIGHUP), "");
}

TEST(Signals, RemoveWhatIsBeingWrittenWhereTheyEndTheProcess)
{
    const test::ScratchFolder folder;
    std::optional<Result<PartFile>> part;
    EXPECT_EXIT(askedToEnd([&](const QWidget&) {
                    part.emplace(PartFile::beside(folder.path("a"), 0600, PartFile::Named::atOnce));
                    if (!*part || folder.names().size() != 1)
                        std::_Exit(7);
                    sleepForEver();
                }),
                testing::ExitedWithCode(128 + SIGHUP), "");
    EXPECT_TRUE(folder.names().empty());
}
