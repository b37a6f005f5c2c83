// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/bar_texts.h"
#include "charts/drawing.h"

namespace tscope::charts {

// Names, times, ratios and footprints in rows of one height, which are scrolled where they have no room.
Drawing drawBars(const Bars& bars, const BarTexts& texts, const Look& look);
// The height in which all rows have room.
double wholeHeightOf(const Bars& bars, const QFont& font);

} // namespace tscope::charts
