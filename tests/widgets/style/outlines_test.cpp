// SPDX-License-Identifier: GPL-3.0-or-later
// What the style draws where colours alone leave no shades: looked at pixel by pixel.
#include "style/outlines.h"

#include <QApplication>
#include <QCheckBox>
#include <QListWidget>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOptionSlider>
#include <QTabBar>
#include <QVBoxLayout>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

constexpr double seen = 3; // WCAG: shapes that mean something

class Outlines : public testing::Test
{
protected:
    Outlines() : m_layout(&m_window)
    {
        qApp->setPalette(Palette::of(Theme::highContrast).forWidgets());
        m_window.setStyleSheet(outlinesFor(Theme::highContrast));
    }
    ~Outlines() override { qApp->setPalette(m_before); }
    template <class Widget>
    Widget& add(Widget* widget)
    {
        m_layout.addWidget(widget);
        return *widget;
    }
    QImage shot(QWidget& widget)
    {
        m_window.resize(300, 200);
        m_window.show();
        QApplication::processEvents();
        return widget.grab().toImage();
    }
    static double contrastAt(const QImage& image, QPoint point)
    {
        const auto ground = Palette::of(Theme::highContrast)[Ink::canvas];
        return image.valid(point) ? contrast(image.pixelColor(point), ground) : 0;
    }

    const QPalette m_before = QApplication::palette();
    QWidget m_window;
    QVBoxLayout m_layout;
};

QRect partOf(const QSlider& slider, QStyle::SubControl part)
{
    QStyleOptionSlider option;
    option.initFrom(&slider);
    option.orientation = slider.orientation();
    option.maximum = slider.maximum();
    option.sliderPosition = slider.value();
    option.sliderValue = slider.value();
    return slider.style()->subControlRect(QStyle::CC_Slider, &option, part, &slider);
}

QRect partOf(const QScrollBar& bar, QStyle::SubControl part)
{
    QStyleOptionSlider option;
    option.initFrom(&bar);
    option.orientation = bar.orientation();
    option.maximum = bar.maximum();
    option.pageStep = bar.pageStep();
    option.sliderPosition = bar.value();
    option.sliderValue = bar.value();
    if (bar.orientation() == Qt::Horizontal)
        option.state |= QStyle::State_Horizontal;
    return bar.style()->subControlRect(QStyle::CC_ScrollBar, &option, part, &bar);
}

} // namespace

TEST_F(Outlines, OfASliderHandleAndGrooveAreSeen)
{
    auto& slider = add(new QSlider(Qt::Horizontal));
    slider.setRange(0, 10);
    slider.setValue(5);
    const auto image = shot(slider);
    const auto handle = partOf(slider, QStyle::SC_SliderHandle);
    EXPECT_GE(contrastAt(image, handle.center()), seen);
    for (const int x : {slider.width() / 8, slider.width() * 7 / 8}) { // before the handle and behind it
        double most = 0;
        for (int y = 0; y < image.height(); ++y)
            most = std::max(most, contrastAt(image, {x, y}));
        EXPECT_GE(most, seen) << x;
    }
}

// The groove of a slider without the focus, before its handle and behind it.
TEST_F(Outlines, TheGrooveOfASliderIsSeenInEveryTheme)
{
    auto& slider = add(new QSlider(Qt::Horizontal));
    slider.setRange(0, 100);
    slider.setValue(50);
    shot(slider); // laid out
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        qApp->setPalette(Palette::of(theme).forWidgets());
        m_window.setStyleSheet(outlinesFor(theme));
        const auto image = shot(slider);
        for (const int x : {image.width() / 8, image.width() * 7 / 8}) {
            double most = 0;
            for (int y = 0; y < image.height(); ++y)
                most = std::max(most, contrast(image.pixelColor(x, y), image.pixelColor(x, 0)));
            EXPECT_GE(most, seen) << static_cast<int>(theme) << " at " << x;
        }
    }
}

TEST_F(Outlines, TheThumbOfAScrollBarIsSeenInEveryTheme)
{
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast})
        for (const auto orientation : {Qt::Horizontal, Qt::Vertical}) {
            qApp->setPalette(Palette::of(theme).forWidgets());
            m_window.setStyleSheet(outlinesFor(theme));
            auto& bar = add(new QScrollBar(orientation));
            bar.setRange(0, 100);
            bar.setPageStep(50);
            const auto image = shot(bar);
            const auto thumb = partOf(bar, QStyle::SC_ScrollBarSlider).center();
            const auto groove = partOf(bar, QStyle::SC_ScrollBarAddPage).center();
            ASSERT_TRUE(image.valid(thumb) && image.valid(groove));
            EXPECT_GE(contrast(image.pixelColor(thumb), image.pixelColor(groove)), seen)
                << static_cast<int>(theme) << " " << orientation;
            EXPECT_LT(contrast(image.pixelColor(groove), Palette::of(theme)[Ink::canvas]), seen) << orientation;
        }
}

// Of a line of its own and of a list.
TEST_F(Outlines, BoxesToTickAreSeenInEveryTheme)
{
    auto& box = add(new QCheckBox);
    auto& list = add(new QListWidget);
    auto* item = new QListWidgetItem(QStringLiteral("one"), &list);
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        qApp->setPalette(Palette::of(theme).forWidgets());
        m_window.setStyleSheet(outlinesFor(theme));
        box.setChecked(false);
        item->setCheckState(Qt::Unchecked);
        // Where no text is, the strongest line against what is around it.
        const auto strength = [](const QImage& image, const QRect& rect) {
            double most = 0;
            for (int y = rect.top(); y <= rect.bottom(); ++y)
                for (int x = rect.left(); x <= rect.right(); ++x)
                    most = std::max(most, contrast(image.pixelColor(x, y), image.pixelColor(rect.topRight())));
            return most;
        };
        const auto unticked = shot(box);
        EXPECT_GE(strength(unticked, QRect(0, 0, 20, unticked.height())), seen) << static_cast<int>(theme);
        const auto line = list.visualItemRect(item);
        const QRect lead(line.left(), line.top(), 16, line.height());
        const auto untickedList = shot(*list.viewport());
        EXPECT_GE(strength(untickedList, lead), seen) << static_cast<int>(theme);

        list.setCurrentRow(0); // on which somebody stands
        const auto chosen = shot(*list.viewport());
        EXPECT_GE(strength(chosen, lead), seen) << static_cast<int>(theme);
        list.setCurrentRow(-1);

        box.setChecked(true);
        item->setCheckState(Qt::Checked);
        EXPECT_NE(shot(box), unticked);
        EXPECT_NE(shot(*list.viewport()).copy(lead), untickedList.copy(lead));
    }
}

TEST_F(Outlines, ASpinBoxHasAFrame)
{
    auto& box = add(new QSpinBox);
    const auto image = shot(box);
    EXPECT_GE(contrastAt(image, {0, image.height() / 2}), seen);
    EXPECT_GE(contrastAt(image, {image.width() - 1, image.height() / 2}), seen);
}

TEST_F(Outlines, OnlyTheCurrentTabIsUnderlined)
{
    for (const auto shape : {QTabBar::RoundedNorth, QTabBar::RoundedSouth}) {
        auto& bar = add(new QTabBar);
        bar.setShape(shape);
        bar.addTab(QStringLiteral("one"));
        bar.addTab(QStringLiteral("another"));
        bar.setCurrentIndex(1);
        const auto image = shot(bar);
        const auto strength = [&](int tab) { // of the line at its lower edge, beside the text
            const auto rect = bar.tabRect(tab);
            double most = 0;
            for (int y = rect.bottom() - 3; y <= rect.bottom(); ++y)
                most = std::max(most, contrastAt(image, {rect.center().x(), y}));
            return most;
        };
        EXPECT_GE(strength(1), seen) << shape;
        EXPECT_LT(strength(0), seen) << shape;
    }
}

TEST_F(Outlines, ADisabledSliderHasNothingOfTheColourOfAnEnabledOne)
{
    auto& slider = add(new QSlider(Qt::Horizontal));
    slider.setRange(0, 10);
    slider.setValue(5);
    shot(slider); // laid out
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        qApp->setPalette(Palette::of(theme).forWidgets());
        m_window.setStyleSheet(outlinesFor(theme));
        const auto selected = Palette::of(theme)[Ink::selected].rgb();
        const auto has = [&](const QImage& image) {
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y).rgb() == selected)
                        return true;
            return false;
        };
        slider.setEnabled(true);
        const auto enabled = shot(slider);
        const auto handle = partOf(slider, QStyle::SC_SliderHandle).center();
        EXPECT_TRUE(has(enabled)) << static_cast<int>(theme);
        slider.setEnabled(false);
        const auto disabled = shot(slider);
        EXPECT_FALSE(has(disabled)) << static_cast<int>(theme);
        EXPECT_NE(disabled.pixelColor(handle), enabled.pixelColor(handle)) << static_cast<int>(theme);
    }
}
