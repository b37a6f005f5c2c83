// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/brief.h"

#include <algorithm>

namespace tscope {

QString brief(const QString& text, qsizetype longest)
{
    if (text.size() <= longest)
        return text;
    auto head = (longest - 1) * 2 / 3;
    auto tail = longest - 1 - head;
    // A pair of surrogates stays together.
    if (text[head - 1].isHighSurrogate())
        --head;
    if (text[text.size() - tail].isLowSurrogate())
        --tail;
    return text.left(head) + QChar(0x2026) + text.right(tail);
}

QString briefLines(const QString& text)
{
    QString out;
    for (qsizetype begin = 0; begin <= text.size();) {
        auto end = text.indexOf(QLatin1Char('\n'), begin);
        if (end < 0)
            end = text.size();
        if (out.size() + std::min(end - begin, longestLine) > longestText)
            return out + QChar(0x2026);
        out += brief(text.mid(begin, end - begin), longestLine);
        if (end < text.size())
            out += QLatin1Char('\n');
        begin = end + 1;
    }
    return out;
}

} // namespace tscope
