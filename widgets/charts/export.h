// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/drawing.h"
#include "charts/table.h"
#include "style/palette.h"

#include <QImage>
#include <QString>

#include <functional>

namespace tscope::charts {

bool isTablePath(const QString& path); // .csv
Result<void> writeTable(const QString& path, const Table& table);

struct Picture {
    Drawing drawing;
    const Palette& palette; // one of those that are always there
    QFont font;
    QString title;       // above the drawing; empty: there is none
    QString origin = {}; // below it: where and when it was measured; empty: there is none
};
// A wider drawing than `look` wants, within limits, where texts would be cut: paper has the room.
Drawing drawWithWholeTexts(const std::function<Drawing(const Look& look)>& draw, Look look);
// As the name ends: .png, .svg or .pdf.
Result<void> writePicture(const QString& path, const Picture& picture);
// A picture that is higher or wider than images can be is refused.
Result<QImage> imageOf(const Picture& picture, double scale);

} // namespace tscope::charts
