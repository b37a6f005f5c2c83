// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/palette.h"

#include <cmath>

namespace tscope {

namespace {

using Colors = std::array<QColor, static_cast<std::size_t>(Ink::count)>;

QColor rgb(unsigned color)
{
    return QColor::fromRgb(color);
}

// In the order of Ink. Axes are Okabe and Ito's colours, darkened or lightened until they can be read as text.
Colors lightColors()
{
    return {QColor(Qt::transparent), rgb(0xffffff), rgb(0xf1f4f8), rgb(0x16202c), rgb(0x586573), rgb(0x8a96a3),
            rgb(0xd9dfe6),           rgb(0xdcebfa), rgb(0xeef3f8), rgb(0xfafbfc), rgb(0xf3ece4), rgb(0x5b6b7c),
            rgb(0xe3e6ea),           rgb(0xd8e8d0), rgb(0xffe9a8), rgb(0x1f5fbf), rgb(0xfff4d2), rgb(0xb03a00),
            rgb(0xfbdccb),           rgb(0x8a5a00), rgb(0xfcebc8), rgb(0x1d6b3a), rgb(0x0063a0), rgb(0xa84300),
            rgb(0x00705a),           rgb(0x9a3f78), rgb(0x6b5d00), rgb(0x35607c)};
}

Colors darkColors()
{
    return {QColor(Qt::transparent), rgb(0x14181d), rgb(0x1f252c), rgb(0xe8edf2), rgb(0xa3afbb), rgb(0x66727f),
            rgb(0x2c343d),           rgb(0x1c3a57), rgb(0x222c36), rgb(0x181d22), rgb(0x33291f), rgb(0x9fb0c2),
            rgb(0x2a2f35),           rgb(0x26402a), rgb(0x4a3b0c), rgb(0x7fb2ff), rgb(0x3f3714), rgb(0xff9a66),
            rgb(0x4f2616),           rgb(0xf2bc4b), rgb(0x473611), rgb(0x7fd69b), rgb(0x6fbdf2), rgb(0xf0995a),
            rgb(0x4fd0ae),           rgb(0xe89ac8), rgb(0xe6d84f), rgb(0x9fc6de)};
}

Colors highContrastColors()
{
    return {QColor(Qt::transparent), rgb(0x000000), rgb(0x000000), rgb(0xffffff), rgb(0xffffff), rgb(0xffffff),
            rgb(0x7f7f7f),           rgb(0x00305f), rgb(0x000000), rgb(0x000000), rgb(0x3a2400), rgb(0xffffff),
            rgb(0x2a2a2a),           rgb(0x003d12), rgb(0x6b5500), rgb(0x00ffff), rgb(0x4a4000), rgb(0xffb089),
            rgb(0x661900),           rgb(0xffd75e), rgb(0x4d3800), rgb(0x8cffae), rgb(0x8ad0ff), rgb(0xffb37a),
            rgb(0x66ffd6),           rgb(0xffb8e2), rgb(0xfff266), rgb(0xc2e6fa)};
}

double luminance(const QColor& color)
{
    const auto part = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

QColor between(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](double x, double y) { return static_cast<float>(x + (y - x) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

} // namespace

const Palette& Palette::of(Theme theme)
{
    static const Palette light(Theme::light, lightColors());
    static const Palette dark(Theme::dark, darkColors());
    static const Palette highContrast(Theme::highContrast, highContrastColors());
    switch (theme) {
    case Theme::dark:
        return dark;
    case Theme::highContrast:
        return highContrast;
    case Theme::light:
        break;
    }
    return light;
}

const Palette& Palette::behind(const QPalette& colors)
{
    for (const auto theme : {Theme::dark, Theme::highContrast})
        if (of(theme)[Ink::canvas] == colors.color(QPalette::Base) &&
            of(theme)[Ink::text] == colors.color(QPalette::Text))
            return of(theme);
    return of(Theme::light);
}

QPalette Palette::forWidgets() const
{
    const auto& self = *this;
    QPalette palette;
    palette.setColor(QPalette::Window, self[Ink::surface]);
    palette.setColor(QPalette::WindowText, self[Ink::text]);
    palette.setColor(QPalette::Base, self[Ink::canvas]);
    palette.setColor(QPalette::AlternateBase, self[Ink::surface]);
    palette.setColor(QPalette::Text, self[Ink::text]);
    // Not to be taken for what somebody wrote, also where faint text is no fainter than any.
    const bool isFaint = self[Ink::faintText] != self[Ink::text];
    palette.setColor(QPalette::PlaceholderText,
                     isFaint ? self[Ink::faintText] : between(self[Ink::text], self[Ink::canvas], 0.4));
    palette.setColor(QPalette::Button, self[Ink::surface]);
    palette.setColor(QPalette::ButtonText, self[Ink::text]);
    palette.setColor(QPalette::BrightText, self[Ink::error]);
    palette.setColor(QPalette::ToolTipBase, self[Ink::surface]);
    palette.setColor(QPalette::ToolTipText, self[Ink::text]);
    palette.setColor(QPalette::Highlight, self[Ink::selected]);
    palette.setColor(QPalette::HighlightedText, self[Ink::canvas]);
    palette.setColor(QPalette::Link, self[Ink::selected]);
    palette.setColor(QPalette::Light, self[Ink::canvas]);
    palette.setColor(QPalette::Midlight, self[Ink::grid]);
    palette.setColor(QPalette::Mid, self[Ink::frame]);
    palette.setColor(QPalette::Dark, self[Ink::frame]);
    palette.setColor(QPalette::Shadow, self[Ink::frame]);
    // Seen to be off in each theme, and still to be read.
    const auto disabled = between(self[Ink::text], self[Ink::surface], 0.38);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, self[Ink::text]);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, self[Ink::surface]);
    return palette;
}

double contrast(const QColor& a, const QColor& b)
{
    const auto one = luminance(a), two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

} // namespace tscope
