// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QString>

namespace tscope::charts {

// In what the numbers of an axis are told: one for the whole axis.
struct Unit {
    double size = 1; // in nanoseconds, bytes or what else the numbers are kept in
    QString name;    // empty: of counts
};

Unit timeUnit(double nanoseconds); // in which this is from 1 to 1000: ns, µs, ms or s
Unit byteUnit(double bytes);       // B, KiB, MiB, GiB or TiB

// Three digits that count: "1.23", "45.6", "12300", "1.2e+12".
QString shortNumber(double value);
// All digits that tell the number from its neighbours: what is exported.
QString exactNumber(double value);

QString timeText(double nanoseconds);           // "1.23 ms"
QString timeText(const timing::Median& time);   // "1.23 ms (1.19-1.31)"
QString timeText(const timing::Figure& figure); // the same, or that it has too few samples for an interval
QString byteText(double bytes);                 // "45.6 KiB"
QString ratioText(double ratio);                // "2.1x"
QString ratioText(const timing::Ratio& ratio);  // "2.13x (2.05-2.20)", with digits as the interval allows
// The same; where that is the verdict, of the inverse: "55x slower (42-109)".
QString speedText(const timing::Ratio& ratio, timing::Word word);
QString rateText(double bytesPerNanosecond);         // "12.3 GB/s"
QString flopRateText(double flopsPerNanosecond);     // "4.56 GFLOP/s"
QString shareText(double share);                     // "45.6 %"
QString inUnit(double value, const Unit& unit);      // "1.23": without its name
QString withUnit(const QString& title, const Unit&); // "time (ms)"

} // namespace tscope::charts
