// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QStyle>
#include <QWidget>

#include <optional>

namespace tscope {

namespace {

std::optional<QPalette>& noted()
{
    static std::optional<QPalette> palette;
    return palette;
}

} // namespace

Theme themeOf(const QPalette& desktop)
{
    const auto lightness = [&](QPalette::ColorRole role) { return desktop.color(role).lightnessF(); };
    return lightness(QPalette::WindowText) > lightness(QPalette::Window) ? Theme::dark : Theme::light;
}

Theme desktopTheme()
{
    // The style knows whether the desktop is dark, the colours at the start also those of a theme of their own.
    const auto ofStyle = themeOf(QApplication::style()->standardPalette());
    return ofStyle == Theme::light && noted() ? themeOf(*noted()) : ofStyle;
}

void noteDesktop()
{
    noted() = QApplication::palette();
}

void forgetNotedDesktop()
{
    noted().reset();
}

void setTextSize(int points)
{
    auto font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (points > 0)
        font.setPointSize(points);
    if (font == QApplication::font())
        return;
    QApplication::setFont(font);
    for (auto* window : QApplication::topLevelWidgets())
        window->setFont(font);
}

} // namespace tscope
