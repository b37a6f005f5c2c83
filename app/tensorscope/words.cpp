// SPDX-License-Identifier: GPL-3.0-or-later
#include "words.h"

#include <QStringList>

#include <array>

namespace tscope {

namespace {

constexpr std::array themes{std::pair{Theme::light, "light"}, std::pair{Theme::dark, "dark"},
                            std::pair{Theme::highContrast, "contrast"}};

} // namespace

std::optional<QSize> parsedSize(const QString& text)
{
    const auto parts = text.split(QLatin1Char('x'));
    bool ok[2]{};
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(&ok[0]), parts[1].toInt(&ok[1]));
    if (!ok[0] || !ok[1] || size.width() < 320 || size.height() < 240 || size.width() > 8192 ||
        size.height() > 8192)
        return std::nullopt;
    return size;
}

std::optional<Theme> parsedTheme(const QString& text)
{
    for (const auto& [theme, name] : themes)
        if (text == QLatin1String(name))
            return theme;
    return std::nullopt;
}

QString nameOf(Theme theme)
{
    for (const auto& [known, name] : themes)
        if (known == theme)
            return QString::fromLatin1(name);
    return {};
}

} // namespace tscope
