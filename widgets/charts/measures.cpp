// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/measures.h"

#include "timing/figure_text.h"
#include "timing/number_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <span>

namespace tscope::charts {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::MeasureWords)
};

struct NamedSize {
    double size;
    const char* name;
};

constexpr NamedSize times[] = {{1, "ns"}, {1e3, "\u00b5s"}, {1e6, "ms"}, {1e9, "s"}};
constexpr NamedSize byteSizes[] = {
    {1, "B"}, {1024, "KiB"}, {1024.0 * 1024, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}};

Unit largestWithin(std::span<const NamedSize> sizes, double value)
{
    auto best = sizes.front();
    for (const auto& each : sizes)
        if (each.size <= value * 1.0000001)
            best = each;
    return {best.size, QString::fromUtf8(best.name)};
}

QString withName(double value, const Unit& unit)
{
    return inUnit(value, unit) + QLatin1Char(' ') + unit.name;
}

} // namespace

Unit timeUnit(double nanoseconds)
{
    return largestWithin(times, nanoseconds);
}

Unit byteUnit(double bytes)
{
    return largestWithin(byteSizes, bytes);
}

QString shortNumber(double value)
{
    const auto size = std::abs(value);
    if (!std::isfinite(size) || (size != 0 && (size < 0.001 || size >= 1e6)))
        return QString::number(value, 'g', 3);
    const auto before = size < 1 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
    auto text = QString::number(value, 'f', size < 1 ? (size < 0.1 ? 4 : 3) : std::max(0, 3 - before));
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(QLatin1Char('.')))
            text.chop(1);
    }
    return text;
}

QString exactNumber(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString timeText(double nanoseconds)
{
    return QString::fromStdString(timing::timeText(nanoseconds));
}

QString timeText(const timing::Median& time)
{
    return QString::fromStdString(timing::timeWithInterval(time));
}

QString timeText(const timing::Figure& figure)
{
    return figure.samples.size() < timing::samplesForInterval
               ? QString::fromStdString(timing::timeAndInterval(figure))
               : timeText(figure.median());
}

QString byteText(double bytes)
{
    return withName(bytes, byteUnit(bytes));
}

QString ratioText(double ratio)
{
    return QString::fromStdString(timing::ratioText(ratio)) + QLatin1Char('x');
}

QString ratioText(const timing::Ratio& ratio)
{
    return QString::fromStdString(timing::ratioWithInterval(ratio));
}

QString speedText(const timing::Ratio& ratio, timing::Word word)
{
    if (word != timing::Word::slower)
        return ratioText(ratio);
    const auto texts = timing::ratioTexts(timing::inverseOf(ratio));
    return MeasureWords::tr("%1 slower").arg(QString::fromStdString(texts.value) + QLatin1Char('x')) +
           QStringLiteral(" (%1)").arg(QString::fromStdString(texts.range()));
}

QString rateText(double bytesPerNanosecond)
{
    return QString::fromStdString(timing::significant(bytesPerNanosecond, 3)) + QStringLiteral(" GB/s");
}

QString flopRateText(double flopsPerNanosecond)
{
    return QString::fromStdString(timing::significant(flopsPerNanosecond, 3)) + QStringLiteral(" GFLOP/s");
}

QString shareText(double share)
{
    return QString::fromStdString(timing::percentText(share));
}

QString inUnit(double value, const Unit& unit)
{
    return shortNumber(value / unit.size);
}

QString withUnit(const QString& title, const Unit& unit)
{
    return unit.name.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit.name);
}

} // namespace tscope::charts
