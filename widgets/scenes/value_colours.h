// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "picture/value_map.h"
#include "scenes/colouring.h"
#include "style/palette.h"
#include "workspace/workspace.h"

#include <QImage>

#include <mutex>

namespace tscope {

// What colour a number has. Numbers on both sides of zero go two ways from the middle; others, from pale to
// strong.
class ValueColours
{
public:
    ValueColours(const NumberRange& range, Colouring colouring, Theme theme);

    QRgb of(double number) const; // NaN and infinities have a colour of their own
    QRgb of(const ValueBin& bin) const;
    QImage strip(int width) const; // from the least to the largest

private:
    double at(double number) const; // -1 to 1, or 0 to 1 where none is negative
    QRgb colourAt(double at) const;

    NumberRange m_range;
    Colouring m_colouring;
    Theme m_theme;
    bool m_isTwoSided;
    double m_most; // in magnitude
};

// The range of the tensor that was asked about last. For several threads.
class KnownRange
{
public:
    std::optional<NumberRange> of(const TensorPtr& tensor, const Watch& watch);

private:
    std::mutex m_mutex;
    TensorPtr m_tensor;
    std::optional<NumberRange> m_range;
};

} // namespace tscope
