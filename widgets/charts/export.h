// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/table.h"

#include <QString>

namespace tscope::charts {

class Surface;

bool isTablePath(const QString& path); // .csv
Result<void> writeTable(const QString& path, const Table& table);
// As the name ends: .png, .svg or .pdf.
Result<void> writePicture(const QString& path, Surface& surface, const QString& title);

} // namespace tscope::charts
