// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/number_fit.h"

#include <algorithm>
#include <optional>

namespace tscope {

namespace {

const QChar ellipsis(0x2026);
constexpr qsizetype mostDecimals = 6; // more are looked up rather than seen

// A number as it is written: "-12.5e-3" is -, 12, 5, -3.
struct Written {
    QString sign, whole, fraction;
    int exponent = 0;
    bool hasExponent = false;
};

std::optional<Written> read(const QString& text)
{
    Written out;
    auto rest = text;
    if (rest.startsWith(QLatin1Char('-')) || rest.startsWith(QLatin1Char('+'))) {
        out.sign = rest[0] == QLatin1Char('-') ? rest.left(1) : QString();
        rest.remove(0, 1);
    }
    if (const auto at = rest.indexOf(QLatin1Char('e')); at >= 0) {
        out.hasExponent = true;
        out.exponent = rest.mid(at + 1).toInt();
        rest.truncate(at);
    }
    const auto point = rest.indexOf(QLatin1Char('.'));
    out.whole = point < 0 ? rest : rest.left(point);
    out.fraction = point < 0 ? QString() : rest.mid(point + 1);
    const auto isDigit = [](QChar character) {
        return character >= QLatin1Char('0') && character <= QLatin1Char('9');
    };
    const auto digits = out.whole + out.fraction;
    if (digits.isEmpty() || !std::all_of(digits.begin(), digits.end(), isDigit))
        return std::nullopt;
    return out;
}

bool isZero(const QString& digits)
{
    return digits.count(QLatin1Char('0')) == digits.size();
}

// "-1.6…", ".3…": the decimals behind the ellipsis are missing, none of the others is another than the number's.
QString withoutDecimals(const Written& number, qsizetype characters)
{
    for (const bool hasZero : {true, false}) // before the point, where it says nothing
        for (auto kept = std::min(number.fraction.size() - 1, mostDecimals); kept >= 1; --kept) {
            if (!hasZero && !isZero(number.whole))
                return {};
            const auto decimals = number.fraction.left(kept);
            if (isZero(number.whole + decimals))
                break; // as if it were nothing
            const auto text =
                number.sign + (hasZero ? number.whole : QString()) + QLatin1Char('.') + decimals + ellipsis;
            if (text.size() <= characters)
                return text;
        }
    return {};
}

// "-9.22…e18": the same of digits that would be far before the point or behind it; "1e6" where none is missing.
QString asPower(const Written& number, qsizetype characters, int leastDecimals)
{
    auto digits = number.whole + number.fraction;
    auto power = number.exponent + static_cast<int>(number.whole.size()) - 1;
    while (digits.size() > 1 && digits[0] == QLatin1Char('0')) {
        digits.remove(0, 1);
        --power;
    }
    while (digits.size() > 1 && digits.endsWith(QLatin1Char('0')))
        digits.chop(1);
    const auto end = QLatin1Char('e') + QString::number(power);
    if (const auto whole =
            number.sign + digits[0] + (digits.size() > 1 ? QLatin1Char('.') + digits.mid(1) : QString()) + end;
        whole.size() <= characters)
        return whole;
    for (auto decimals = std::min(digits.size() - 2, mostDecimals); decimals >= leastDecimals; --decimals) {
        auto text = number.sign + digits[0];
        if (decimals > 0)
            text += QLatin1Char('.') + digits.mid(1, decimals);
        text += ellipsis + end;
        if (text.size() <= characters)
            return text;
    }
    return {};
}

QString plain(const QString& text, qsizetype characters, int leastDecimals)
{
    if (text.size() <= characters)
        return text;
    const auto number = read(text);
    if (!number)
        return {};
    if (!number->hasExponent && !number->fraction.isEmpty())
        if (auto cut = withoutDecimals(*number, characters); !cut.isEmpty())
            return cut;
    return asPower(*number, characters, leastDecimals);
}

// "(1.25-3j)": both parts, with as much of the room for each as helps both.
QString complexNumber(const QString& text, qsizetype characters, int leastDecimals)
{
    const auto inner = text.mid(1, text.size() - 3);
    auto split = inner.size() - 1;
    const auto isSplit = [&](qsizetype at) {
        return (inner[at] == QLatin1Char('+') || inner[at] == QLatin1Char('-')) &&
               inner[at - 1] != QLatin1Char('e');
    };
    while (split > 0 && !isSplit(split))
        --split;
    if (split <= 0)
        return {};
    const auto real = inner.left(split), imaginary = inner.mid(split + 1);
    const auto room = characters - 4; // the brackets, the sign between and the j
    QString best; // the longest; of those that say as much the one in which the parts have the same room
    for (qsizetype aside = 0; aside < room; ++aside)
        for (const auto first : {(room + 1) / 2 + aside, (room + 1) / 2 - aside}) {
            if (first <= 0 || first >= room)
                continue;
            const auto a = plain(real, first, leastDecimals), b = plain(imaginary, room - first, leastDecimals);
            if (a.isEmpty() || b.isEmpty())
                continue;
            if (const auto both = QLatin1Char('(') + a + inner[split] + b + QStringLiteral("j)");
                both.size() > best.size())
                best = both;
        }
    return best;
}

} // namespace

QString cutNumber(const QString& text, int characters, int leastDecimals)
{
    if (text.size() <= characters)
        return text;
    return text.startsWith(QLatin1Char('(')) && text.endsWith(QStringLiteral("j)"))
               ? complexNumber(text, characters, leastDecimals)
               : plain(text, characters, leastDecimals);
}

} // namespace tscope
