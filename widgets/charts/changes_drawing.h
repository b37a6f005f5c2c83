// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/changes.h"
#include "charts/drawing.h"

namespace tscope::charts {

// The texts of all rows and the room that the widest take: made once, as they are many.
struct ChangeTexts {
    struct Row {
        QString name, ratio, word;
    };
    std::vector<Row> rows;
    QString common; // operation, form or its last word, device: said once, above the rows that share them
    double nameWidth = 0, ratioWidth = 0, wordWidth = 0;
};
ChangeTexts textsOf(const Changes& changes, const QFont& font);

// For each change its ratio with its interval, to the right what became faster; behind it how far it may lie from
// 1 for no reason.
Drawing drawChanges(const Changes& changes, const ChangeTexts& texts, const Look& look);
// The height in which all rows have room.
double wholeHeightOf(const Changes& changes, const QFont& font);

} // namespace tscope::charts
