// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/ink.h"

#include <QColor>
#include <QPalette>

#include <array>

namespace tscope {

enum class Theme : std::uint8_t { light, dark, highContrast };

// The colours of one theme. Text inks keep a contrast of 4.5 against all that they are drawn on.
class Palette
{
public:
    static const Palette& of(Theme theme);
    // The one whose colours a widget has; the light one where it has none of ours.
    static const Palette& behind(const QPalette& colors);

    const QColor& operator[](Ink ink) const { return m_colors[static_cast<std::size_t>(ink)]; }
    Theme theme() const { return m_theme; }
    QPalette forWidgets() const;

private:
    Palette(Theme theme, std::array<QColor, static_cast<std::size_t>(Ink::count)> colors)
        : m_theme(theme), m_colors(std::move(colors))
    {
    }

    Theme m_theme;
    std::array<QColor, static_cast<std::size_t>(Ink::count)> m_colors;
};

// The ratio of luminances that WCAG defines: 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace tscope
