// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/export.h"

#include "charts/surface.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace tscope::charts {

namespace {

constexpr double pixelsPerPoint = 2; // of a picture: it is looked at on paper and on screens of any kind

QString endingOf(const QString& path)
{
    return QFileInfo(path).suffix().toLower();
}

bool isPicture(const QString& ending)
{
    return ending == QLatin1String("png") || ending == QLatin1String("svg") || ending == QLatin1String("pdf");
}

} // namespace

bool isTablePath(const QString& path)
{
    return endingOf(path) == QLatin1String("csv");
}

Result<void> writeTable(const QString& path, const Table& table)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(csv(table)) < 0 || !file.commit())
        return Error{ErrorCode::invalidArgument, "can't write the table: " + file.errorString().toStdString(),
                     path.toStdString()};
    return {};
}

Result<void> writePicture(const QString& path, Surface& surface, const QString& title)
{
    const auto ending = endingOf(path);
    if (!isPicture(ending))
        return invalidArgument("a chart is written as .png, .svg, .pdf or .csv, not as '." + ending.toStdString() +
                                   "'",
                               path.toStdString());
    if (QFile file(path); !file.open(QIODevice::WriteOnly))
        return Error{ErrorCode::invalidArgument, "can't write the picture: " + file.errorString().toStdString(),
                     path.toStdString()};
    if (ending == QLatin1String("png"))
        return surface.savePng(path, pixelsPerPoint);
    if (ending == QLatin1String("svg"))
        return surface.saveSvg(path, title);
    return surface.savePdf(path, title);
}

} // namespace tscope::charts
