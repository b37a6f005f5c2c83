// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/session_files.h"

#include "timing/session_csv.h"
#include "timing/session_html.h"
#include "timing/session_json.h"

#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>

namespace tscope {

namespace {

struct FileWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SessionFiles)
};

Error failure(const QString& text)
{
    return {ErrorCode::internal, text.toStdString()};
}

std::string textFor(const timing::Session& session, const QString& path)
{
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return rowsCsv(session);
    if (path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive))
        return sessionHtml(session);
    return sessionText(session);
}

} // namespace

Result<void> saveSession(const timing::Session& session, const QString& path)
{
    const auto text = textFor(session, path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 ||
        !file.commit())
        return failure(FileWords::tr("%1 could not be written: %2").arg(path, file.errorString()));
    return {};
}

Result<timing::Session> openSession(const QString& path, const Watch& watch)
{
    constexpr qint64 most = 1 << 28; // bytes; no session comes near
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(FileWords::tr("%1 could not be read: %2").arg(path, file.errorString()));
    const auto text = file.read(most + 1);
    if (text.size() > most)
        return failure(FileWords::tr("%1 is too large for a session.").arg(path));
    return timing::readSession({text.constData(), static_cast<std::size_t>(text.size())}, watch);
}

} // namespace tscope
