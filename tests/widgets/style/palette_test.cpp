// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/palette.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

constexpr double readable = 4.5; // WCAG AA for text of any size
constexpr double visible = 3;    // and for shapes that mean something

class PaletteTest : public testing::TestWithParam<Theme>
{
protected:
    const Palette& palette() const { return Palette::of(GetParam()); }
    void expect(Ink ink, Ink on, double least) const
    {
        EXPECT_GE(contrast(palette()[ink], palette()[on]), least)
            << "ink " << static_cast<int>(ink) << " on " << static_cast<int>(on);
    }
};

std::string nameOf(const testing::TestParamInfo<Theme>& info)
{
    return info.param == Theme::light ? "light" : info.param == Theme::dark ? "dark" : "contrast";
}

} // namespace

TEST(Contrast, IsThatOfWcag)
{
    EXPECT_DOUBLE_EQ(contrast(Qt::black, Qt::white), 21);
    EXPECT_DOUBLE_EQ(contrast(Qt::white, Qt::white), 1);
    EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005); // the well-known grey that just fails
    EXPECT_DOUBLE_EQ(contrast(Qt::red, Qt::blue), contrast(Qt::blue, Qt::red));
}

TEST_P(PaletteTest, EveryInkIsAColour)
{
    EXPECT_EQ(palette().theme(), GetParam());
    for (int ink = 1; ink < static_cast<int>(Ink::count); ++ink) {
        const auto& color = palette()[static_cast<Ink>(ink)];
        EXPECT_TRUE(color.isValid()) << ink;
        EXPECT_EQ(color.alpha(), 255) << ink;
    }
}

TEST_P(PaletteTest, TextCanBeReadOnAllThatItIsDrawnOn)
{
    for (const auto on : {Ink::canvas, Ink::surface, Ink::stored, Ink::zero, Ink::absent, Ink::outside, Ink::hole,
                          Ink::shared, Ink::hover, Ink::related, Ink::errorFill, Ink::warningFill})
        expect(Ink::text, on, readable);
    for (const auto on : {Ink::canvas, Ink::surface, Ink::absent, Ink::outside, Ink::hover, Ink::related})
        expect(Ink::faintText, on, readable);
    for (const auto ink : {Ink::error, Ink::warning, Ink::good, Ink::selected, Ink::axis0, Ink::axis1, Ink::axis2,
                           Ink::axis3, Ink::axis4, Ink::axis5}) {
        expect(ink, Ink::canvas, readable);
        expect(ink, Ink::surface, readable);
    }
    expect(Ink::error, Ink::errorFill, readable);
    expect(Ink::warning, Ink::warningFill, readable);
}

TEST_P(PaletteTest, FramesAndMarksCanBeSeen)
{
    for (const auto on : {Ink::canvas, Ink::stored, Ink::errorFill}) {
        expect(Ink::error, on, visible);
        expect(Ink::axis0, on, visible);
        expect(Ink::selected, on, visible);
    }
    expect(Ink::warning, Ink::stored, visible);
    expect(Ink::frame, Ink::canvas, GetParam() == Theme::highContrast ? readable : 2.5);
}

TEST_P(PaletteTest, WidgetsAreReadableToo)
{
    const auto widgets = palette().forWidgets();
    const auto expectText = [&](QPalette::ColorRole text, QPalette::ColorRole on) {
        EXPECT_GE(contrast(widgets.color(text), widgets.color(on)), readable) << text << " on " << on;
    };
    expectText(QPalette::WindowText, QPalette::Window);
    expectText(QPalette::Text, QPalette::Base);
    expectText(QPalette::Text, QPalette::AlternateBase);
    expectText(QPalette::PlaceholderText, QPalette::Base);
    expectText(QPalette::ButtonText, QPalette::Button);
    expectText(QPalette::ToolTipText, QPalette::ToolTipBase);
    expectText(QPalette::HighlightedText, QPalette::Highlight);
    expectText(QPalette::Link, QPalette::Base);
}

TEST_P(PaletteTest, APlaceholderIsNotTakenForText)
{
    const auto widgets = palette().forWidgets();
    EXPECT_GE(contrast(widgets.color(QPalette::Text), widgets.color(QPalette::PlaceholderText)), 1.8);
}

TEST_P(PaletteTest, WhatIsOffLooksOffAndCanBeRead)
{
    const auto widgets = palette().forWidgets();
    for (const auto& [role, on] : {std::pair(QPalette::WindowText, QPalette::Window),
                                   {QPalette::Text, QPalette::Base},
                                   {QPalette::ButtonText, QPalette::Button}}) {
        const auto off = contrast(widgets.color(QPalette::Disabled, role), widgets.color(QPalette::Disabled, on));
        EXPECT_GE(off, visible) << role;
        EXPECT_LE(off, contrast(widgets.color(QPalette::Active, role), widgets.color(QPalette::Active, on)) / 1.8)
            << role;
    }
}

INSTANTIATE_TEST_SUITE_P(Themes, PaletteTest, testing::Values(Theme::light, Theme::dark, Theme::highContrast),
                         nameOf);

TEST(AxisInk, RepeatsAfterSixAxes)
{
    EXPECT_EQ(axisInk(0), Ink::axis0);
    EXPECT_EQ(axisInk(5), Ink::axis5);
    EXPECT_EQ(axisInk(6), Ink::axis0);
    EXPECT_EQ(axisInk(63), axisInk(3));
}
