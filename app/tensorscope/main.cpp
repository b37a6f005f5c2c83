// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "grab.h"
#include "main_window.h"
#include "profile.h"
#include "signals.h"
#include "words.h"

#include <QCommandLineParser>
#include <QStandardPaths>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tscope;

// Qt ends the process where it finds no display; people are told in words instead.
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

bool wantsGrab(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (QByteArray(argv[i]).startsWith("--grab") || QByteArray(argv[i]) == "--help" ||
            QByteArray(argv[i]) == "--version" || QByteArray(argv[i]) == "-h")
            return true;
    return false;
}

int misuse(const QString& text)
{
    std::fprintf(stderr, "tensorscope: %s\n", qUtf8Printable(text));
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    if (wantsGrab(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay())
        return misuse(QStringLiteral("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); "
                                     "--grab DIR draws the window into pictures without one"));
    if (!wantsGrab(argc, argv))
        blockEndingSignals();
    Application app(argc, argv);

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::translate("main", "Looks at tensors: how they lie in memory, and what is wrong with them"));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption grabOption(
        QStringLiteral("grab"),
        QApplication::translate("main", "draw the window and its views into pictures in DIR, and end"),
        QStringLiteral("DIR"));
    const QCommandLineOption sizeOption(QStringLiteral("size"),
                                        QApplication::translate("main", "size of the window"),
                                        QStringLiteral("WxH"), QStringLiteral("1280x800"));
    const QCommandLineOption arrangementOption(QStringLiteral("arrangement"),
                                               QStringLiteral("learn, debug or compare"), QStringLiteral("NAME"));
    const QCommandLineOption themeOption(QStringLiteral("theme"), QStringLiteral("light, dark or contrast"),
                                         QStringLiteral("NAME"));
    const QCommandLineOption samplesOption(QStringLiteral("samples"),
                                           QApplication::translate("main", "open the samples that come along"));
    const QCommandLineOption freshOption(
        QStringLiteral("fresh"),
        QApplication::translate("main", "remember nothing: neither from the last run nor for the next"));
    const QCommandLineOption frameLogOption(
        QStringLiteral("frame-log"),
        QApplication::translate("main", "at the end, write to FILE what each turn and frame took"),
        QStringLiteral("FILE"));
    parser.addOptions(
        {grabOption, sizeOption, arrangementOption, themeOption, samplesOption, freshOption, frameLogOption});
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QApplication::translate("main", "files to open; without any, what was open last time"),
        QStringLiteral("[FILE...]"));
    parser.process(app);

    const auto isGrab = parser.isSet(grabOption);
    std::optional<Profile> profile;
    if (!isGrab && !parser.isSet(freshOption))
        profile.emplace(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));

    const auto size = parsedSize(parser.value(sizeOption));
    if (!size)
        return misuse(QStringLiteral("--size wants WIDTHxHEIGHT of 320x240 to 8192x8192, found \"%1\"")
                          .arg(parser.value(sizeOption)));
    auto theme = profile ? profile->theme() : Theme::light;
    if (parser.isSet(themeOption)) {
        const auto asked = parsedTheme(parser.value(themeOption));
        if (!asked)
            return misuse(QStringLiteral("--theme wants light, dark or contrast, found \"%1\"")
                              .arg(parser.value(themeOption)));
        theme = *asked;
    }
    FrameLog* log = parser.isSet(frameLogOption) ? &app.startFrameLog() : nullptr;

    MainWindow window(theme, profile ? &*profile : nullptr);
    if (log != nullptr)
        log->watch(window.selection());
    if (isGrab || parser.isSet(sizeOption))
        window.resize(*size);
    if (const auto name = parser.value(arrangementOption); !name.isEmpty() && !window.arrange(name))
        return misuse(QStringLiteral("--arrangement wants learn, debug or compare, found \"%1\"").arg(name));

    auto files = parser.positionalArguments();
    if (parser.isSet(samplesOption) || (isGrab && files.isEmpty()))
        files << Files::samples();
    window.restoreAndOpen(files);
    if (isGrab) {
        const auto problem = grab(window, parser.value(grabOption));
        return problem.isEmpty() ? 0 : misuse(problem);
    }
    closeOnSignals(app, window);
    window.show();
    const auto code = Application::exec();
    if (log != nullptr && !log->write(parser.value(frameLogOption)))
        return misuse(QStringLiteral("could not write to \"%1\"").arg(parser.value(frameLogOption)));
    // What still computes has nobody left to tell; what writes has been waited for.
    using namespace std::chrono_literals;
    if (!window.jobs().finish(500ms)) {
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}
