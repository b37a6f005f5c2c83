// SPDX-License-Identifier: GPL-3.0-or-later
// What the window measures of a file, as it measures it: shown, with its charts, through the Time action's way.
// Usage: tscope_window_times FILE SESSION.json MILLISECONDS OP...
#include "main_window.h"
#include "timings/session_files.h"

#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include <cstdio>
#include <functional>

namespace {

using namespace tscope;

// Asleep until something happens, as the window is: to turn events over again and again would take the processor
// from what is measured.
bool waitUntil(const std::function<bool()>& isThere, int milliseconds)
{
    QEventLoop loop;
    QTimer look, end;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (isThere())
            loop.quit();
    });
    QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
    look.start(100);
    end.start(milliseconds);
    loop.exec();
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
    constexpr int anHour = 3'600'000;
    if (!waitUntil([&] { return !window.timings().isRunning(); }, anHour) || window.timings().shown() == nullptr)
        return complain("nothing was measured");
    const auto saved = saveSession(*window.timings().shown()->session, arguments[2]);
    return saved ? 0 : complain(saved.error().text.c_str());
}
