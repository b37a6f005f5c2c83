// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

#include <QSize>
#include <QString>

#include <optional>

namespace tscope {

class MainWindow;

std::optional<QSize> parsedSize(const QString& text); // "1280x800"
std::optional<Theme> parsedTheme(const QString& text);

// Waits until all work is done, then draws the window and each of its views into pictures in `folder`.
bool grab(MainWindow& window, const QString& folder);

} // namespace tscope
