// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/name_parts.h"

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

} // namespace tscope
