// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/value_colours.h"

#include "scenes/density_layer.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

// Blue and red are told apart by nearly everybody, and both from the ground between them.
struct Ends {
    QRgb negative, zero, positive;
};

Ends endsOf(Theme theme)
{
    return theme == Theme::light ? Ends{qRgb(33, 102, 172), qRgb(244, 244, 244), qRgb(178, 24, 43)}
                                 : Ends{qRgb(110, 178, 228), qRgb(44, 50, 58), qRgb(247, 131, 104)};
}

QRgb between(QRgb from, QRgb to, double at)
{
    const auto mix = [at](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * at)); };
    return qRgb(mix(qRed(from), qRed(to)), mix(qGreen(from), qGreen(to)), mix(qBlue(from), qBlue(to)));
}

} // namespace

ValueColours::ValueColours(const NumberRange& range, Colouring colouring, Theme theme)
    : m_range(range), m_colouring(colouring), m_theme(theme), m_isTwoSided(range.least < 0),
      m_most(std::max(std::abs(range.least), std::abs(range.largest)))
{
}

double ValueColours::at(double number) const
{
    if (m_most == 0)
        return 0;
    if (m_colouring == Colouring::logValue) {
        constexpr double smallest = 1e-4; // of the largest: what is nearer to zero is not told apart from it
        const auto size = std::log1p(std::abs(number) / (m_most * smallest)) / std::log1p(1 / smallest);
        return std::clamp(std::copysign(size, number), -1.0, 1.0);
    }
    if (m_isTwoSided)
        return std::clamp(number / m_most, -1.0, 1.0);
    const auto length = m_range.largest - m_range.least;
    return length > 0 ? std::clamp((number - m_range.least) / length, 0.0, 1.0) : 1;
}

QRgb ValueColours::colourAt(double at) const
{
    if (!m_isTwoSided)
        return densityColour(at, m_theme);
    const auto ends = endsOf(m_theme);
    return between(ends.zero, at < 0 ? ends.negative : ends.positive, std::abs(at));
}

QRgb ValueColours::of(double number) const
{
    const auto& palette = Palette::of(m_theme);
    if (!std::isfinite(number))
        return palette[Ink::error].rgb();
    return m_colouring == Colouring::notFinite ? palette[Ink::stored].rgb() : colourAt(at(number));
}

QRgb ValueColours::of(const ValueBin& bin) const
{
    const auto& palette = Palette::of(m_theme);
    if (bin.count + bin.notFinite == 0)
        return palette[Ink::absent].rgb();
    if (m_colouring == Colouring::notFinite)
        return palette[bin.notFinite > 0 ? Ink::error : Ink::stored].rgb();
    if (bin.count == 0)
        return palette[Ink::error].rgb();
    return of(m_colouring == Colouring::largest ? bin.largest
              : m_colouring == Colouring::least ? bin.least
                                                : bin.mean());
}

QImage ValueColours::strip(int width) const
{
    QImage image(std::max(width, 2), 1, QImage::Format_RGB32);
    for (int x = 0; x < image.width(); ++x) {
        const auto share = static_cast<double>(x) / (image.width() - 1);
        image.setPixel(x, 0, of(m_range.least + share * (m_range.largest - m_range.least)));
    }
    return image;
}

std::optional<NumberRange> KnownRange::of(const TensorPtr& tensor, const Watch& watch)
{
    const std::lock_guard lock(m_mutex);
    if (m_tensor == tensor)
        return m_range;
    auto range = numberRange(*tensor, watch);
    if (!watch.isStopped()) {
        m_tensor = tensor;
        m_range = range;
    }
    return range;
}

} // namespace tscope
