// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/bars.h"

#include <QFont>

namespace tscope::charts {

// The texts of all rows and the room that the widest take: made once, as they are many.
struct BarTexts {
    struct Row {
        QString median, ratio, bytes; // empty: there is none
    };
    std::vector<Row> rows;
    double nameWidth = 0, medianWidth = 0, ratioWidth = 0, byteWidth = 0;
};
BarTexts textsOf(const Bars& bars, const QFont& font);

// All that is known of a bar, in lines.
QString textOf(const Bar& bar, const QString& time);

} // namespace tscope::charts
