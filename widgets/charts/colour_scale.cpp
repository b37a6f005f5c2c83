// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/colour_scale.h"

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr int scaleSteps = 32, mostNumbers = 4;
constexpr double barWidth = 16, besideBar = 6;

} // namespace

double Shades::of(double value) const
{
    if (!(greatest > least))
        return 0;
    return isLog ? std::log(std::max(value, least) / least) / std::log(greatest / least)
                 : (value - least) / (greatest - least);
}

double Shades::valueAt(double share) const
{
    return isLog ? least * std::pow(greatest / least, share) : least + share * (greatest - least);
}

ColourScale::ColourScale(const Shades& shades, QString title, Words words)
    : m_shades(shades), m_title(std::move(title)), m_words(std::move(words))
{
}

double ColourScale::width(const Layout& layout) const
{
    std::vector<QString> texts;
    for (int i = 0; i <= mostNumbers; ++i)
        texts.push_back(m_words(m_shades.valueAt(static_cast<double>(i) / mostNumbers)));
    return std::max(layout.widthOf(m_title), layout.widestOf(texts) + barWidth + besideBar + 12);
}

void ColourScale::add(const QRectF& room, Drawing& drawing, Layout& layout) const
{
    const auto line = layout.lineHeight();
    layout.add({room.left(), room.top(), room.width(), line}, m_title);
    const QRectF bar(room.left(), room.top() + line + 4, barWidth, std::max(10.0, room.height() - line - 8));
    for (int i = 0; i < scaleSteps; ++i) {
        const auto bottom = bar.bottom() - bar.height() * i / scaleSteps;
        const auto top = bar.bottom() - bar.height() * (i + 1) / scaleSteps;
        drawing.swatches.push_back(
            {QRectF(bar.left(), std::floor(top), bar.width(), std::ceil(bottom) - std::floor(top)), Ink::none,
             Hatch::none, Ink::none, (i + 0.5) / scaleSteps});
    }
    drawing.swatches.push_back({bar, Ink::none, Hatch::none, Ink::frame});
    const int numbers = std::clamp(static_cast<int>(bar.height() / (line * 2.5)), 1, mostNumbers);
    const bool isOneNumber = !(m_shades.greatest > m_shades.least);
    for (int i = 0; i <= (isOneNumber ? 0 : numbers); ++i) {
        const auto share = static_cast<double>(i) / numbers;
        const auto middle =
            Range{bar.top() + line / 2, bar.bottom() - line / 2}.nearest(bar.bottom() - share * bar.height());
        layout.add({bar.right() + besideBar, middle - line / 2, room.right() - bar.right() - besideBar, line},
                   m_words(m_shades.valueAt(share)), Qt::AlignLeft, Ink::faintText);
    }
}

} // namespace tscope::charts
