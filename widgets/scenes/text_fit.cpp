// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/text_fit.h"

#include "scenes/number_fit.h"

#include <algorithm>
#include <limits>

namespace tscope {

namespace {

// Of the East Asian scripts and their punctuation, all of which is wide.
int columnsOf(QChar character)
{
    const auto code = character.unicode();
    const bool isWide = (code >= 0x1100 && code < 0x1160) || (code >= 0x2e80 && code < 0xa4d0) ||
                        (code >= 0xac00 && code < 0xd7a4) || (code >= 0xf900 && code < 0xfb00) ||
                        (code >= 0xfe30 && code < 0xfe70) || (code >= 0xff00 && code < 0xff61);
    return isWide ? 2 : 1;
}

} // namespace

int columnsOf(const QString& text)
{
    int columns = 0;
    for (const auto character : text)
        columns += columnsOf(character);
    return columns;
}

QString fitted(const QString& text, int characters)
{
    if (columnsOf(text) <= characters)
        return text;
    if (characters < 2)
        return {};
    int room = characters - 1;
    qsizetype kept = 0;
    while (kept < text.size() && columnsOf(text[kept]) <= room)
        room -= columnsOf(text[kept++]);
    return text.left(kept) + QChar(0x2026);
}

QStringList wrapped(const QString& text, int characters, int mostLines)
{
    const auto words = text.split(QLatin1Char(' '));
    QStringList lines;
    for (qsizetype at = 0; at < words.size(); ++at) {
        const auto longer = lines.isEmpty() ? words[at] : lines.back() + QLatin1Char(' ') + words[at];
        if (!lines.isEmpty() && columnsOf(longer) <= characters)
            lines.back() = longer;
        else if (lines.size() < mostLines)
            lines << words[at];
        else {
            lines.back() += QLatin1Char(' ') + words.mid(at).join(QLatin1Char(' '));
            break;
        }
    }
    for (auto& line : lines)
        line = fitted(line, characters);
    return lines;
}

QString fitted(const Element& element, int characters)
{
    const auto whole = QString::fromStdString(element.text());
    if (whole.size() <= characters)
        return whole;
    if (element.isReadable()) {
        const auto number = element.number();
        if (const auto* real = std::get_if<double>(&number)) {
            if (element.isNan())
                return characters >= 1 ? QStringLiteral("N") : QString();
            if (element.isInfinite())
                return characters >= 2 ? (*real < 0 ? QStringLiteral("-") : QStringLiteral("+")) + QChar(0x221e)
                       : characters == 1 && *real > 0 ? QString(QChar(0x221e))
                       : characters == 1              ? QString(QChar(0x2026)) // without its sign it is another
                                                      : QString();
        }
        if (const auto cut = cutNumber(whole, characters); !cut.isEmpty())
            return cut;
    }
    // Digits that are cut off without a word would make it another number.
    return characters >= 1 ? QString(QChar(0x2026)) : QString();
}

QString fittedOrPower(const Element& element, int characters)
{
    const auto text = fitted(element, characters);
    const auto power = text == QChar(0x2026) && element.isReadable()
                           ? cutNumber(QString::fromStdString(element.text()), characters, 1)
                           : QString();
    return power.isEmpty() ? text : power;
}

bool doMostFit(const Member& member, int characters)
{
    constexpr std::int64_t asked = 64;
    const auto count = member.isReadable() ? numel(member.array.geometry).value_or(0) : 0;
    const auto step = std::max<std::int64_t>(1, count / asked);
    int told = 0, untold = 0;
    for (std::int64_t i = 0; i < std::min(count, asked); ++i) {
        const auto text = fitted(member.array.at(i * step), characters);
        ++(text.isEmpty() || text == QChar(0x2026) ? untold : told);
    }
    return told >= untold;
}

std::int64_t rulerStep(double pixelsPerUnit, double room)
{
    std::int64_t step = 1;
    for (int i = 0; pixelsPerUnit * static_cast<double>(step) < room; ++i) {
        if (step > std::numeric_limits<std::int64_t>::max() / 10)
            return step;
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

std::int64_t binaryRulerStep(double pixelsPerUnit, double room)
{
    std::int64_t step = 1;
    while (pixelsPerUnit * static_cast<double>(step) < room &&
           step <= std::numeric_limits<std::int64_t>::max() / 4)
        step *= 2;
    return step;
}

} // namespace tscope
