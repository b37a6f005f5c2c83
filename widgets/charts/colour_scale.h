// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/layout.h"

#include <functional>

namespace tscope::charts {

// Numbers of a chart as shades of the scale of magnitudes: where each lies between the least and the greatest.
struct Shades {
    double least = 0, greatest = 1;
    bool isLog = false; // of positive numbers

    double of(double value) const;
    double valueAt(double share) const;
};

// What the shades mean: a title, and below it the scale with its numbers beside it.
class ColourScale
{
public:
    using Words = std::function<QString(double)>; // a number with its unit

    ColourScale(const Shades& shades, QString title, Words words);

    double width(const Layout& layout) const; // that it needs
    void add(const QRectF& room, Drawing& drawing, Layout& layout) const;

private:
    Shades m_shades;
    QString m_title;
    Words m_words;
};

} // namespace tscope::charts
