// SPDX-License-Identifier: GPL-3.0-or-later
// What the window measures of a file, as it measures it: shown, with its charts, through the Time action's way.
// Usage: tscope_window_times FILE SESSION.json MILLISECONDS OP...
#include "main_window.h"
#include "timings/session_files.h"

#include <QApplication>
#include <QElapsedTimer>

#include <cstdio>
#include <functional>

namespace {

using namespace tscope;

bool waitUntil(const std::function<bool()>& isThere, qint64 milliseconds)
{
    QElapsedTimer since;
    since.start();
    while (!isThere() && since.elapsed() < milliseconds)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    return isThere();
}

int complain(const char* text)
{
    std::fprintf(stderr, "tscope_window_times: %s\n", text);
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication app(argc, argv);
    const auto arguments = QApplication::arguments();
    if (arguments.size() < 5)
        return complain("a file, a session to write, milliseconds for each cell and operations were wanted");
    MainWindow window(Theme::light);
    window.resize(1280, 800);
    window.arrange(QStringLiteral("compare"));
    window.show();
    window.restoreAndOpen({arguments[1]});
    if (!waitUntil([&] { return window.workspace().currentSubject() != nullptr; }, 60'000))
        return complain("the file has no tensor");
    TimingChoices choices;
    for (const auto& op : arguments.mid(4))
        choices.ops.push_back(op.toStdString());
    choices.budget = std::chrono::milliseconds(arguments[3].toInt());
    window.timings().measure(*window.workspace().currentSubject(), choices);
    constexpr qint64 anHour = 3'600'000;
    if (!waitUntil([&] { return !window.timings().isRunning(); }, anHour) || window.timings().shown() == nullptr)
        return complain("nothing was measured");
    const auto saved = saveSession(*window.timings().shown()->session, arguments[2]);
    return saved ? 0 : complain(saved.error().text.c_str());
}
