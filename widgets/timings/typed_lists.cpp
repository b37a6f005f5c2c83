// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/typed_lists.h"

#include <QRegularExpression>
#include <QStringList>

namespace tscope {

std::vector<std::string> typedEntries(const QString& text)
{
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    std::vector<std::string> entries;
    for (const auto& entry : text.split(between, Qt::SkipEmptyParts))
        entries.push_back(entry.toStdString());
    return entries;
}

std::vector<std::string> typedColumns(QString text)
{
    static const QRegularExpression label(QStringLiteral("^\\s*k\\s*="));
    return typedEntries(text.remove(label));
}

QString listText(const std::vector<std::string>& entries)
{
    QStringList all;
    for (const auto& each : entries)
        all << QString::fromStdString(each);
    return all.join(QStringLiteral(", "));
}

} // namespace tscope
