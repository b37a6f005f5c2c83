// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/session_files.h"

#include "io/small_file.h"
#include "io/whole_file.h"
#include "timing/session_csv.h"
#include "timing/session_html.h"
#include "timing/session_json.h"

namespace tscope {

namespace {

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
    return writeWholeFile(path.toStdString(), textFor(session, path));
}

Result<timing::Session> openSession(const QString& path, const Watch& watch)
{
    const auto text = readSmallFile(path.toStdString(), timing::mostSessionBytes);
    return text ? timing::readSession(*text, watch) : text.error();
}

} // namespace tscope
