// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "desktop.h"
#include "grab.h"
#include "io/unfinished.h"
#include "language.h"
#include "main_window.h"
#include "memory/lost_pages.h"
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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(tscope::Main)
};

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

// Known before the options are, which are told of in it.
QString languageAsked(const QStringList& arguments)
{
    const QCommandLineOption language(QStringLiteral("language"), {}, QStringLiteral("CODE"));
    QCommandLineParser parser;
    parser.addOption(language);
    parser.parse(arguments); // all else is read later
    return parser.value(language);
}

// "en or zh_CN"
QString codes()
{
    QStringList all;
    for (const auto& each : languages())
        all << each.code;
    return all.join(Words::tr(" or "));
}

int misuse(const QString& text)
{
    std::fprintf(stderr, "tensorscope: %s\n", qUtf8Printable(text));
    return 2;
}

constexpr int noDisplay = 4;

// Qt aborts where its platform cannot be opened: a display that does not answer, a plugin that is missing.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/)
{
    if (type != QtFatalMsg)
        return;
    const auto wanted = [](const char* name) {
        const auto value = qEnvironmentVariable(name);
        return value.isEmpty() ? QString() : QStringLiteral(" %1=%2").arg(QLatin1String(name), value);
    };
    const auto found = wanted("QT_QPA_PLATFORM") + wanted("WAYLAND_DISPLAY") + wanted("DISPLAY");
    std::fprintf(stderr,
                 "tensorscope: the display cannot be opened (found%s); --grab DIR draws the window into pictures "
                 "without one\n",
                 qUtf8Printable(found));
    std::_Exit(noDisplay);
}

} // namespace

int main(int argc, char** argv)
{
    if (wantsGrab(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay()) {
        std::fputs(
            "tensorscope: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); --grab DIR draws the "
            "window into pictures without one\n",
            stderr);
        return noDisplay;
    }
    if (!wantsGrab(argc, argv))
        blockEndingSignals();
    removeUnfinishedOnSignals(); // those that are blocked are left to closeOnSignals()
    surviveLostPages();
    const auto handler = qInstallMessageHandler(endWithoutDisplay);
    Application app(argc, argv);
    qInstallMessageHandler(handler);

    const auto language = languageAsked(Application::arguments());
    if (!speak(language.isEmpty() ? systemLanguage() : language))
        return misuse(Words::tr("--language wants %1, found \"%2\"").arg(codes(), language));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        Words::tr("Looks at tensors: how they lie in memory, and what is wrong with them"));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption grabOption(QStringLiteral("grab"),
                                        Words::tr("draw the window and its views into pictures in DIR, and end"),
                                        QStringLiteral("DIR"));
    const QCommandLineOption sizeOption(QStringLiteral("size"), Words::tr("size of the window"),
                                        QStringLiteral("WxH"), QStringLiteral("1280x800"));
    const QCommandLineOption arrangementOption(QStringLiteral("arrangement"),
                                               Words::tr("how the panels stand: learn, debug or compare"),
                                               QStringLiteral("NAME"));
    const QCommandLineOption themeOption(
        QStringLiteral("theme"), Words::tr("the colours: light, dark or contrast"), QStringLiteral("NAME"));
    const QCommandLineOption languageOption(
        QStringLiteral("language"),
        Words::tr("language of the window: %1; without it, what the settings or the system say").arg(codes()),
        QStringLiteral("CODE"));
    const QCommandLineOption samplesOption(QStringLiteral("samples"),
                                           Words::tr("open the samples that come along"));
    const QCommandLineOption freshOption(
        QStringLiteral("fresh"), Words::tr("remember nothing: neither from the last run nor for the next"));
    const QCommandLineOption frameLogOption(QStringLiteral("frame-log"),
                                            Words::tr("at the end, write to FILE what each turn and frame took"),
                                            QStringLiteral("FILE"));
    parser.addOptions({grabOption, sizeOption, arrangementOption, themeOption, languageOption, samplesOption,
                       freshOption, frameLogOption});
    parser.addPositionalArgument(QStringLiteral("files"),
                                 Words::tr("files to open; without any, what was open last time"),
                                 QStringLiteral("[FILE...]"));
    parser.process(app);

    const auto isGrab = parser.isSet(grabOption);
    std::optional<Profile> profile;
    if (!isGrab && !parser.isSet(freshOption))
        profile.emplace(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    if (profile && language.isEmpty())
        speak(profile->language());

    const auto size = parsedSize(parser.value(sizeOption));
    if (!size)
        return misuse(Words::tr("--size wants WIDTHxHEIGHT of 320x240 to 8192x8192, found \"%1\"")
                          .arg(parser.value(sizeOption)));
    auto theme = profile ? profile->theme().value_or(desktopTheme()) : Theme::light;
    if (parser.isSet(themeOption)) {
        const auto asked = parsedTheme(parser.value(themeOption));
        if (!asked)
            return misuse(
                Words::tr("--theme wants light, dark or contrast, found \"%1\"").arg(parser.value(themeOption)));
        theme = *asked;
    }
    FrameLog* log = parser.isSet(frameLogOption) ? &app.startFrameLog() : nullptr;

    MainWindow window(theme, profile ? &*profile : nullptr);
    if (log != nullptr)
        log->watch(window.selection());
    if (isGrab || parser.isSet(sizeOption))
        window.resize(*size);
    if (const auto name = parser.value(arrangementOption); !name.isEmpty() && !window.arrange(name))
        return misuse(Words::tr("--arrangement wants learn, debug or compare, found \"%1\"").arg(name));

    auto files = parser.positionalArguments();
    if (parser.isSet(samplesOption) || (isGrab && files.isEmpty()))
        files << Files::samples();
    window.restoreAndOpen(files);
    if (isGrab) {
        const auto problem = grab(window, parser.value(grabOption));
        return problem.isEmpty() ? 0 : misuse(problem);
    }
    closeOnSignals(app, window, [&window] { window.closeUnasked(); });
    // The end of the desktop's session may leave no time for more, and nobody may be there to answer a question.
    QObject::connect(
        &app, &QGuiApplication::commitDataRequest, &window, [&window] { window.keepNow(); }, Qt::DirectConnection);
    window.show();
    const auto code = Application::exec();
    if (log != nullptr && !log->write(parser.value(frameLogOption)))
        return misuse(Words::tr("could not write to \"%1\"").arg(parser.value(frameLogOption)));
    // Jobs that write are waited for. Jobs that compute are not, as no one reads their results.
    using namespace std::chrono_literals;
    window.jobs().finish(500ms);
    // A worker that hangs would stay behind, and so would what a driver has started in it.
    window.timings().worker().kill();
    window.devices().worker()->kill();
    profile.reset();
    // The system gives back what thousands of tensors hold at once; one by one that takes a second.
    std::fflush(nullptr);
    std::_Exit(code);
}
