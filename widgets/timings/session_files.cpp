// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/session_files.h"

#include "build/words.h"
#include "io/whole_file.h"
#include "timing/session_csv.h"
#include "timing/session_html.h"
#include "timing/session_json.h"
#include "timing/workload.h"
#include "workspace/places_in_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace tscope {

namespace {

bool isTable(const QString& path)
{
    return path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

bool isReport(const QString& path)
{
    return path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
}

struct FileWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SessionFiles)
};

// The tensors that were given: those that have the pattern of another one in other densities are none of them.
QStringList givenNames(const timing::Session& session)
{
    QStringList names;
    for (const auto& subject : session.subjects)
        if (subject.patternOf.empty())
            names << qt(subject.name);
    constexpr qsizetype mostNames = 2;
    if (names.size() > mostNames)
        names = {names.front(), QStringLiteral("and-%1-more").arg(names.size() - 1)};
    return names.isEmpty() ? QStringList{QStringLiteral("times")} : names;
}

std::string reportOf(const timing::Session& session, const ComparedSessions& compared)
{
    if (compared.before == nullptr || compared.after == nullptr)
        return sessionHtml(session);
    const timing::SessionPair pair{*compared.before, *compared.after, compared.titleBefore.toStdString(),
                                   compared.titleAfter.toStdString()};
    return sessionHtml(session, &pair);
}

} // namespace

Result<void> saveSession(const timing::Session& session, const QString& path, const ComparedSessions& compared)
{
    return writeWholeFile(path.toStdString(), isTable(path)    ? rowsCsv(session)
                                              : isReport(path) ? reportOf(session, compared)
                                                               : sessionText(session));
}

QString proposedFileName(const timing::Session& session)
{
    constexpr qsizetype mostKinds = 3;
    QStringList kinds;
    for (const auto& row : session.rows) {
        if (const auto kind = qt(timing::workloadKindOf(row.op)); !kinds.contains(kind))
            kinds << kind;
        if (kinds.size() == mostKinds)
            break;
    }
    auto parts = givenNames(session);
    parts << kinds;
    return asFileName(parts.join(QLatin1Char('-'))) + QStringLiteral(".json");
}

QString whyNotSaved(const QString& path)
{
    static const QStringList known{QStringLiteral("json"), QStringLiteral("csv"), QStringLiteral("html"),
                                   QStringLiteral("png"),  QStringLiteral("svg"), QStringLiteral("pdf")};
    const QFileInfo file(path);
    if (known.contains(file.suffix().toLower()))
        return {};
    return FileWords::tr("Not saved: a name that ends in .json, .csv, .html, .png, .svg or .pdf was wanted, found "
                         "\"%1\".")
        .arg(file.fileName());
}

bool canBeOpened(const QString& path)
{
    return !isTable(path) && !isReport(path);
}

QString freePath(const QString& folder, const QString& title)
{
    const auto base = QDir(folder).filePath(asFileName(title));
    auto path = base + QStringLiteral(".json");
    for (int i = 2; QFileInfo::exists(path); ++i)
        path = QStringLiteral("%1-%2.json").arg(base).arg(i);
    return path;
}

} // namespace tscope
