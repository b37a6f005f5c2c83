// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/name_parts.h"

#include <QSet>

namespace tscope {

QStringList namePartsOf(const QString& name)
{
    constexpr int mostParts = 12;
    QStringList parts;
    qsizetype begin = 0;
    for (qsizetype at = 0; at < name.size() && parts.size() + 1 < mostParts; ++at) {
        const auto letter = name[at];
        const bool isSeparator = letter == QLatin1Char('.') || letter == QLatin1Char('/');
        if (!isSeparator && letter != QLatin1Char('['))
            continue;
        // What would leave an empty part is a letter like any other.
        if (at == begin || at + 1 == name.size())
            continue;
        parts << name.mid(begin, at - begin);
        begin = isSeparator ? at + 1 : at;
    }
    parts << name.mid(begin);
    return parts;
}

NameForks::NameForks(const QStringList& names)
{
    QSet<QString> seen;
    for (const auto& name : names) {
        QString begin;
        for (const auto& part : namePartsOf(name)) {
            const QString next = begin + QChar::Null + part;
            if (!seen.contains(next)) {
                seen.insert(next);
                ++m_ways[begin];
            }
            begin = next;
        }
    }
}

QStringList NameForks::stepsTo(const QString& name) const
{
    QStringList steps;
    const auto parts = namePartsOf(name);
    QString begin;
    qsizetype stepFrom = 0, partFrom = 0; // in the name
    for (qsizetype part = 0; part < parts.size(); ++part) {
        begin += QChar::Null + parts[part];
        const auto end = partFrom + parts[part].size();
        partFrom = end + (end < name.size() && name[end] == QLatin1Char('[') ? 0 : 1);
        if (part + 1 < parts.size() && m_ways.value(begin) == 1)
            continue;
        steps << name.mid(stepFrom, end - stepFrom);
        stepFrom = partFrom;
    }
    return steps;
}

} // namespace tscope
