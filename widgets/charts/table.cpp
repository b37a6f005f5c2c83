// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/table.h"

#include <algorithm>

namespace tscope::charts {

namespace {

QString quoted(QString field)
{
    const auto needsQuotes = [](QChar c) {
        return c == QLatin1Char(',') || c == QLatin1Char('"') || c == QLatin1Char('\n') || c == QLatin1Char('\r');
    };
    if (std::none_of(field.cbegin(), field.cend(), needsQuotes))
        return field;
    return QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString line(const QStringList& fields)
{
    QStringList safe;
    for (const auto& field : fields)
        safe << quoted(field);
    return safe.join(QLatin1Char(',')) + QStringLiteral("\r\n");
}

} // namespace

QByteArray csv(const Table& table)
{
    auto text = line(table.header);
    for (const auto& row : table.rows)
        text += line(row);
    return text.toUtf8();
}

} // namespace tscope::charts
