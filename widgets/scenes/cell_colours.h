// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/cells.h"
#include "scenes/colour_legend.h"
#include "scenes/value_colours.h"

#include <span>

namespace tscope {

// The colours of the cells of one picture, by their values.
class CellColours
{
public:
    // Nothing where the user wants none, or there are no numbers. Automatic colours are for pictures whose cells
    // are too small for their numbers.
    static std::optional<CellColours> of(const SceneRequest& request, bool isTooSmallForNumbers,
                                         const Watch& watch);

    const ValueColours& values() const { return m_values; }
    // One pixel for each cell.
    QImage image(std::span<const Cell> cells, std::int64_t rows, std::int64_t columns) const;
    // The ink in which text is easier to read on a cell, or on a value.
    Ink inkOn(const Cell& cell) const;
    Ink inkOn(const Element& value) const;
    // Nothing where it is no number.
    std::optional<QRgb> of(const Element& value) const;
    std::optional<ColourLegend> legend(double taken, const SceneRequest& request) const;

private:
    CellColours(const NumberRange& range, Colouring colouring, Theme theme);

    ValueColours m_values;
    NumberRange m_range;
    Colouring m_colouring;
    const Palette* m_palette;
};

} // namespace tscope
