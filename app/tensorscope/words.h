// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

#include <QSize>
#include <QString>

#include <optional>

namespace tscope {

// What is given as words on the command line and in the settings.
std::optional<QSize> parsedSize(const QString& text); // "1280x800"
std::optional<Theme> parsedTheme(const QString& text);
QString nameOf(Theme theme);

} // namespace tscope
