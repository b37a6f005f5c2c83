// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/cell_colours.h"

#include "anatomy/reading.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct LegendTexts {
    Q_DECLARE_TR_FUNCTIONS(tscope::CellColours)
};

std::optional<double> numberIn(const Cell& cell)
{
    return cell.isStored() ? magnitudeOf(cell.value) : std::nullopt;
}

bool storesAll(const Tensor& tensor)
{
    return !tensor.layout->read(tensor, {})->outline().nnz;
}

} // namespace

CellColours::CellColours(const NumberRange& range, Colouring colouring, Theme theme)
    : m_values(range, colouring, theme), m_range(range), m_colouring(colouring), m_palette(&Palette::of(theme))
{
}

std::optional<CellColours> CellColours::of(const SceneRequest& request, bool isTooSmallForNumbers,
                                           const Watch& watch)
{
    auto colouring = request.colouring;
    if (colouring == Colouring::automatic)
        colouring = isTooSmallForNumbers && storesAll(*request.tensor) ? Colouring::value : Colouring::none;
    if (colouring == Colouring::none)
        return std::nullopt;
    const auto known = request.range ? request.range : std::make_shared<KnownRange>();
    const auto range = known->of(request.tensor, watch);
    if (!range)
        return std::nullopt;
    if (request.colouring == Colouring::automatic && range->isCrowded)
        colouring = Colouring::logValue;
    return CellColours(*range, colouring, request.theme);
}

QImage CellColours::image(std::span<const Cell> cells, std::int64_t rows, std::int64_t columns) const
{
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    const auto absent = (*m_palette)[Ink::absent].rgb();
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto number = numberIn(cells[static_cast<std::size_t>(row * columns + column)]);
            image.setPixel(static_cast<int>(column), static_cast<int>(row),
                           number ? m_values.of(*number) : absent);
        }
    return image;
}

std::optional<QRgb> CellColours::of(const Element& value) const
{
    const auto number = magnitudeOf(value);
    return number ? std::optional(m_values.of(*number)) : std::nullopt;
}

Ink CellColours::inkOn(const Cell& cell) const
{
    return cell.isStored() ? inkOn(cell.value) : Ink::text;
}

Ink CellColours::inkOn(const Element& value) const
{
    const auto colour = of(value);
    if (!colour)
        return Ink::text;
    const QColor ground(*colour);
    const auto& palette = *m_palette;
    return contrast(palette[Ink::text], ground) >= contrast(palette[Ink::canvas], ground) ? Ink::text
                                                                                          : Ink::canvas;
}

std::optional<ColourLegend> CellColours::legend(double taken, const SceneRequest& request) const
{
    if (m_colouring == Colouring::notFinite)
        return std::nullopt; // there is no scale: a cell is finite or not
    const auto words = [this](double number) {
        const auto text = QString::number(number, 'g', 2);
        return m_range.isSampled ? QChar(0x2248) + text : text; // "≈-3.1"
    };
    auto high = words(m_range.largest);
    if (m_colouring == Colouring::logValue)
        high = LegendTexts::tr("%1 (log scale)").arg(high);
    return colourLegend({words(m_range.least), high, [this](int width) { return m_values.strip(width); }}, taken,
                        request);
}

} // namespace tscope
