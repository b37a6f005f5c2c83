// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/number_fit.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace tscope {

namespace {

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

// Significant digits, of which the first is not 0, and the power of ten of that one.
struct Scientific {
    QString digits;
    int power = 0;

    bool isExact(qsizetype count) const { return count >= digits.size(); }
    // To so many digits, half away from zero: 9.96 to two is 1.0 times ten.
    Scientific rounded(qsizetype count) const
    {
        if (isExact(count))
            return *this;
        auto out = Scientific{digits.left(count), power};
        if (digits[count] < QLatin1Char('5'))
            return out;
        auto at = count - 1;
        for (; at >= 0 && out.digits[at] == QLatin1Char('9'); --at)
            out.digits[at] = QLatin1Char('0');
        if (at >= 0) {
            out.digits[at] = QChar(out.digits[at].unicode() + 1);
        } else {
            out.digits = QLatin1Char('1') + out.digits.left(count - 1);
            ++out.power;
        }
        return out;
    }
    // With the point behind so many of the digits.
    QString withPoint(qsizetype before) const
    {
        const auto padded = digits.leftJustified(before, QLatin1Char('0'));
        return before < padded.size() ? padded.left(before) + QLatin1Char('.') + padded.mid(before) : padded;
    }
};

Scientific scientific(const Written& number)
{
    Scientific out{number.whole + number.fraction, number.exponent + static_cast<int>(number.whole.size()) - 1};
    while (out.digits.size() > 1 && out.digits[0] == QLatin1Char('0')) {
        out.digits.remove(0, 1);
        --out.power;
    }
    while (out.digits.size() > 1 && out.digits.endsWith(QLatin1Char('0')))
        out.digits.chop(1);
    return out;
}

// "3.14", "-0.8", ".8": to as many decimals as fit, one at least.
QString toDecimals(const Written& number, qsizetype characters)
{
    const auto exact = scientific(number);
    for (const bool hasZero : {true, false}) // before the point, where it says nothing
        for (auto decimals = std::min(number.fraction.size(), mostDecimals); decimals >= 1; --decimals) {
            const auto kept = exact.power + 1 + decimals;
            if (kept < 1)
                break; // as if it were nothing
            const auto rounded = exact.rounded(kept);
            auto digits = rounded.digits;
            if (rounded.power < 0)
                digits.prepend(QString(-rounded.power, QLatin1Char('0')));
            const auto before = std::max(rounded.power, 0) + 1;
            digits = digits.leftJustified(before + decimals, QLatin1Char('0'));
            const auto whole = digits.left(before);
            const auto text = number.sign + (hasZero || !isZero(whole) ? whole : QString()) + QLatin1Char('.') +
                              digits.mid(before, decimals);
            if (text.size() <= characters)
                return text;
        }
    return {};
}

// "77.8k", "1.23M": as people say them; of numbers below a thousand, and of more than trillions, nothing.
QString withSuffix(const Scientific& exact, qsizetype digits)
{
    const auto number = exact.rounded(digits);
    constexpr std::array suffixes{'k', 'M', 'G', 'T'};
    const auto group = number.power / 3 - 1;
    if (number.power < 3 || group >= std::ssize(suffixes))
        return {};
    const auto before = number.power % 3 + 1;
    if (!exact.isExact(digits) && digits < before)
        return {}; // the digits before the point would not all be its own
    return number.withPoint(before) + QLatin1Char(suffixes[static_cast<std::size_t>(group)]);
}

// "-9.22e18"
QString asPower(const Scientific& exact, qsizetype digits)
{
    const auto number = exact.rounded(digits);
    return number.withPoint(1) + QLatin1Char('e') + QString::number(number.power);
}

// Rounded to as many digits as fit, at least so many.
QString rounded(const Written& number, qsizetype characters, qsizetype leastDigits)
{
    constexpr qsizetype mostWithSuffix = 6, mostWithPower = mostDecimals + 1;
    const auto exact = scientific(number);
    for (auto digits = std::min(exact.digits.size(), mostWithSuffix);
         digits >= std::min(leastDigits, exact.digits.size()); --digits)
        if (const auto text = withSuffix(exact, digits);
            !text.isEmpty() && (number.sign + text).size() <= characters)
            return number.sign + text;
    if (!number.hasExponent && std::abs(exact.power) < 15)
        return {};
    for (auto digits = std::min(exact.digits.size(), mostWithPower);
         digits >= std::min(leastDigits, exact.digits.size()); --digits)
        if (const auto text = number.sign + asPower(exact, digits); text.size() <= characters)
            return text;
    return {};
}

QString plain(const QString& text, qsizetype characters, int leastDigits)
{
    if (text.size() <= characters)
        return text;
    const auto number = read(text);
    if (!number)
        return {};
    if (!number->hasExponent && !number->fraction.isEmpty())
        if (auto shortened = toDecimals(*number, characters); !shortened.isEmpty())
            return shortened;
    return rounded(*number, characters, leastDigits);
}

// "(1.25-3j)": both parts, with as much of the room for each as helps both.
QString complexNumber(const QString& text, qsizetype characters, int leastDigits)
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
            const auto a = plain(real, first, leastDigits), b = plain(imaginary, room - first, leastDigits);
            if (a.isEmpty() || b.isEmpty())
                continue;
            if (const auto both = QLatin1Char('(') + a + inner[split] + b + QStringLiteral("j)");
                both.size() > best.size())
                best = both;
        }
    return best;
}

} // namespace

QString cutNumber(const QString& text, int characters, int leastDigits)
{
    if (text.size() <= characters)
        return text;
    return text.startsWith(QLatin1Char('(')) && text.endsWith(QStringLiteral("j)"))
               ? complexNumber(text, characters, leastDigits)
               : plain(text, characters, leastDigits);
}

} // namespace tscope
