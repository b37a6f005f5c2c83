// SPDX-License-Identifier: GPL-3.0-or-later
#include "grab.h"
#include "main_window.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

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
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("tensorscope"));
    QApplication::setApplicationVersion(QStringLiteral(TSCOPE_VERSION));
    QApplication::setStyle(QStringLiteral("Fusion"));

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
                                               QStringLiteral("learn, debug or compare"), QStringLiteral("NAME"),
                                               QStringLiteral("debug"));
    const QCommandLineOption themeOption(QStringLiteral("theme"), QStringLiteral("light, dark or contrast"),
                                         QStringLiteral("NAME"), QStringLiteral("light"));
    parser.addOptions({grabOption, sizeOption, arrangementOption, themeOption});
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QApplication::translate("main", "files to open; without any, samples"),
                                 QStringLiteral("[FILE...]"));
    parser.process(app);

    const auto size = parsedSize(parser.value(sizeOption));
    if (!size)
        return misuse(QStringLiteral("--size wants WIDTHxHEIGHT of 320x240 to 8192x8192, found \"%1\"")
                          .arg(parser.value(sizeOption)));
    const auto theme = parsedTheme(parser.value(themeOption));
    if (!theme)
        return misuse(
            QStringLiteral("--theme wants light, dark or contrast, found \"%1\"").arg(parser.value(themeOption)));

    MainWindow window(*theme);
    window.resize(*size);
    if (!window.arrange(parser.value(arrangementOption)))
        return misuse(QStringLiteral("--arrangement wants learn, debug or compare, found \"%1\"")
                          .arg(parser.value(arrangementOption)));
    const auto files = parser.positionalArguments();
    if (files.isEmpty())
        window.openSamples();
    else
        window.open(files);
    if (parser.isSet(grabOption))
        return grab(window, parser.value(grabOption))
                   ? 0
                   : misuse(QStringLiteral("could not write to \"%1\"").arg(parser.value(grabOption)));
    window.show();
    return QApplication::exec();
}
