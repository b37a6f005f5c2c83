// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/house_style.h"

#include "style/palette.h"

#include <QApplication>
#include <QTabBar>

#include <gtest/gtest.h>

using namespace tscope;

// Fusion's is a red disc in every theme.
TEST(HouseStyle, TheButtonThatClosesATabHasTheColourOfText)
{
    const auto before = QApplication::palette();
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        QApplication::setPalette(Palette::of(theme).forWidgets());
        QApplication::setStyle(new HouseStyle);
        QTabBar bar;
        bar.setTabsClosable(true);
        bar.addTab(QStringLiteral("a"));
        bar.resize(bar.sizeHint());
        auto* close = bar.tabButton(0, QTabBar::RightSide);
        ASSERT_NE(close, nullptr);
        const auto image = close->grab().toImage();
        const auto text = Palette::of(theme)[Ink::text];
        int drawn = 0, coloured = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const auto colour = image.pixelColor(x, y);
                drawn += contrast(colour, text) < 1.3 ? 1 : 0;
                coloured += colour.hsvSaturation() > 150 && colour != text ? 1 : 0;
            }
        EXPECT_GT(drawn, 4) << static_cast<int>(theme);
        EXPECT_EQ(coloured, 0) << static_cast<int>(theme);
    }
    QApplication::setStyle(QStringLiteral("Fusion"));
    QApplication::setPalette(before);
}
