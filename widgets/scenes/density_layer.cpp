// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/density_layer.h"

#include "base/human_numbers.h"
#include "picture/colour_scale.h"
#include "picture/density.h"
#include "picture/violations.h"
#include "scenes/all_places.h"
#include "scenes/broken_words.h"
#include "scenes/scene_writer.h"
#include "scenes/value_colours.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <ranges>

namespace tscope {

namespace {

std::int64_t pixels(double length, std::int64_t cells)
{
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(length)), 1,
                                    std::min<std::int64_t>(cells, 8192));
}

// What is denser stands out more: darker on light, lighter on dark.
QRgb colourAt(double at, Theme theme)
{
    const auto colour = cividisReversed(theme == Theme::light ? at : 1 - at);
    return qRgb(colour.red, colour.green, colour.blue);
}

QImage imageOf(const Density& density, Theme theme)
{
    const auto rows = density.binning.rows.count(), columns = density.binning.columns.count();
    const ColourScale scale(density);
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    const auto empty = Palette::of(theme)[Ink::absent].rgb();
    for (std::int64_t row = 0; row < rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto value = density.density(row, column);
            if (value <= 0) {
                line[column] = empty;
                continue;
            }
            line[column] = colourAt(scale.at(value), theme);
        }
    }
    return image;
}

// The same pixels by what is stored there.
QImage imageOf(const ValueMap& map, const ValueColours& colours)
{
    const auto rows = map.binning.rows.count(), columns = map.binning.columns.count();
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    for (std::int64_t row = 0; row < rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::int64_t column = 0; column < columns; ++column)
            line[column] = colours.of(map.at(row, column));
    }
    return image;
}

// More than these would hide the picture, and each other.
constexpr std::size_t mostMarks = 300;

// The ground of many broken places: squares of pixels in the ink of errors, the stronger the more lie in them.
// They are opaque, and where they end they have a rim of the ground's colour: beside them may lie any colour of a
// scale.
void tint(QImage& image, const std::vector<MarkedBin>& bins, const Palette& palette)
{
    constexpr std::int64_t side = 8; // pixels
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> squares;
    for (const auto& bin : bins)
        squares[{bin.row / side, bin.column / side}] += bin.places;
    const auto most = std::ranges::max(squares | std::views::values);
    constexpr double palest = 0.2, strongest = 0.9; // of the ink
    QPainter painter(&image);
    for (const auto& [square, places] : squares) {
        const auto share = std::log1p(static_cast<double>(places)) / std::log1p(static_cast<double>(most));
        auto colour = palette[Ink::error];
        colour.setAlphaF(static_cast<float>(palest + (strongest - palest) * share));
        const QRectF rect(static_cast<double>(square.second * side), static_cast<double>(square.first * side),
                          side, side);
        const auto& [row, column] = square;
        const auto rim = [&](std::int64_t down, std::int64_t right) {
            return squares.contains({row + down, column + right}) ? 0.0 : 1.0;
        };
        const auto& ground = palette[Ink::canvas];
        painter.fillRect(rect, ground);
        painter.fillRect(rect.adjusted(rim(0, -1), rim(-1, 0), -rim(0, 1), -rim(1, 0)), colour);
    }
}

// What is marked, and what can't be, for people.
struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::DensityLayer)

public:
    static QString of(const Violations& marked, const ListedPlaces& places)
    {
        auto words = tr("%1 places of broken rules are marked", nullptr, formOf(marked.shown)).arg(marked.shown);
        if (places.listed < places.all)
            words += tr(", of the first %1 of %2").arg(places.listed).arg(places.all);
        if (const auto unlisted = static_cast<std::uint64_t>(places.all - places.listed);
            marked.withoutPlace > unlisted)
            words += tr("; %1 more have no place here", nullptr, formOf(marked.withoutPlace - unlisted))
                         .arg(marked.withoutPlace - unlisted);
        if (marked.bins.size() > mostMarks)
            words += tr(", darker where more lie together");
        return words;
    }
};

// Two digits of a number that is not known better.
std::uint64_t rounded(std::uint64_t number)
{
    std::uint64_t unit = 1;
    while (number / unit >= 100)
        unit *= 10;
    return number / unit * unit;
}

struct LayerWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::DensityLayer)
};

Extents indexAt(const Matrix& matrix, std::int64_t row, std::int64_t column)
{
    auto index = matrix.roles.fixed;
    index.resize(matrix.shape.extents.size(), 0);
    if (matrix.roles.row >= 0)
        index[static_cast<std::size_t>(matrix.roles.row)] = row;
    if (matrix.roles.column >= 0)
        index[static_cast<std::size_t>(matrix.roles.column)] = column;
    return index;
}

// What can be pointed at: pixels are too small, so squares of them.
std::vector<Spot> spotsOf(const Density& density, const std::vector<MarkedBin>& broken, const Matrix& matrix,
                          const QRectF& area, const std::function<Place(std::size_t bin)>& placeOf,
                          const std::function<QString(std::size_t bin, std::uint64_t places)>& wordsOf)
{
    constexpr double side = 12; // pixels
    const auto& rows = density.binning.rows;
    const auto& columns = density.binning.columns;
    const auto stepOf = [&](double length, std::int64_t bins) {
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(std::ceil(side * static_cast<double>(bins) / std::max(length, side))));
    };
    const auto rowStep = stepOf(area.height(), rows.count()), columnStep = stepOf(area.width(), columns.count());
    const auto high = area.height() / static_cast<double>(rows.count());
    const auto wide = area.width() / static_cast<double>(columns.count());
    struct BrokenSquare {
        std::size_t bin = 0; // the first
        std::uint64_t places = 0;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, BrokenSquare> brokenIn;
    for (std::size_t number = 0; number < broken.size(); ++number)
        brokenIn
            .try_emplace({broken[number].row / rowStep, broken[number].column / columnStep}, BrokenSquare{number})
            .first->second.places += broken[number].places;
    std::vector<Spot> spots;
    for (std::int64_t row = 0; row < rows.count(); row += rowStep)
        for (std::int64_t column = 0; column < columns.count(); column += columnStep) {
            const auto rowEnd = std::min(row + rowStep, rows.count());
            const auto columnEnd = std::min(column + columnStep, columns.count());
            std::uint64_t count = 0, most = 0;
            std::pair<std::int64_t, std::int64_t> densest;
            for (auto r = row; r < rowEnd; ++r)
                for (auto c = column; c < columnEnd; ++c) {
                    const auto here = density.count(r, c);
                    count += here;
                    if (here > most) {
                        most = here;
                        densest = {r, c};
                    }
                }
            const auto bad = brokenIn.find({row / rowStep, column / columnStep});
            if (count == 0 && bad == brokenIn.end())
                continue;
            const auto index = indexAt(matrix, rows.first(densest.first), columns.first(densest.second));
            const auto last = [](const auto& axis, std::int64_t bin) {
                return axis.first(bin) + axis.width(bin) - 1;
            };
            spots.push_back(
                {QRectF(area.left() + wide * static_cast<double>(column),
                        area.top() + high * static_cast<double>(row),
                        wide * static_cast<double>(columnEnd - column), high * static_cast<double>(rowEnd - row)),
                 bad == brokenIn.end() ? ElementPlace{index} : placeOf(bad->second.bin),
                 LayerWords::tr("rows %1 to %2, columns %3 to %4: %5 stored")
                         .arg(rows.first(row))
                         .arg(last(rows, rowEnd - 1))
                         .arg(columns.first(column))
                         .arg(last(columns, columnEnd - 1))
                         .arg(QString::fromStdString(grouped(static_cast<std::int64_t>(count)))) +
                     (bad == brokenIn.end()
                          ? QString()
                          : LayerWords::tr(", %1 broken", nullptr, formOf(bad->second.places))
                                    .arg(QString::fromStdString(
                                        grouped(static_cast<std::int64_t>(bad->second.places)))) +
                                QLatin1Char('\n') + wordsOf(bad->second.bin, bad->second.places))});
        }
    return spots;
}

} // namespace

QRgb densityColour(double at, Theme theme)
{
    return colourAt(ColourScale::floor + (1 - ColourScale::floor) * at, theme);
}

QImage densityColours(int width, Theme theme)
{
    QImage image(std::max(width, 2), 1, QImage::Format_RGB32);
    for (int x = 0; x < image.width(); ++x)
        image.setPixel(x, 0, densityColour(static_cast<double>(x) / (image.width() - 1), theme));
    return image;
}

Result<DensityLayer> densityLayer(const Matrix& matrix, const CellRange& range, const SceneRequest& request,
                                  const Watch& watch, const ValueColours* colours)
{
    const auto& roles = matrix.roles;
    const auto& grid = matrix.grid;
    const auto place = [&](std::int64_t row, std::int64_t column) {
        return QPointF(static_cast<double>(grid.x(column) - request.origin.x()),
                       static_cast<double>(grid.y(row) - request.origin.y()));
    };
    const auto rows = range.rowEnd - range.rowBegin, columns = range.columnEnd - range.columnBegin;
    DensitySpec spec;
    if (roles.row >= 0)
        spec.rowDim = roles.row;
    if (roles.column >= 0)
        spec.columnDim = roles.column;
    spec.rows = Range{range.rowBegin, range.rowEnd};
    spec.columns = Range{range.columnBegin, range.columnEnd};
    spec.rowBins = pixels(grid.height * static_cast<double>(rows), rows);
    spec.columnBins = pixels(grid.width * static_cast<double>(columns), columns);
    for (std::size_t d = 0; d < roles.fixed.size(); ++d)
        if (matrix.isHeld(static_cast<int>(d)))
            spec.fixed.emplace_back(static_cast<std::int64_t>(d), roles.fixed[d]);
    spec.most = request.mostCounted;
    spec.watch = watch;
    const auto found = densityOf(matrix.tensor, spec);
    if (!found)
        return found.error();

    DensityLayer layer;
    layer.raster = {QRectF(place(range.rowBegin, range.columnBegin), place(range.rowEnd, range.columnEnd)),
                    imageOf(*found, request.theme)};
    layer.total = found->total;
    if (found->isSampled())
        layer.sampled = LayerWords::tr("sampled: about %1 stored").arg(rounded(layer.total));
    if (colours != nullptr) {
        const auto values = valueMapOf(matrix.tensor, spec);
        if (!values)
            return values.error();
        layer.raster.image = imageOf(*values, *colours);
        if (values->isSampled && layer.sampled.isEmpty())
            layer.sampled = LayerWords::tr("sampled: colours by some of the values");
    }
    const ColourScale scale(*found);
    layer.lowest = scale.lowest();
    layer.highest = scale.highest();
    if (!request.report || request.report->valid || found->isSampled()) {
        layer.spots = spotsOf(*found, {}, matrix, layer.raster.rect, {}, {});
        return layer;
    }
    const auto lookup = request.allPlaces ? request.allPlaces : std::make_shared<AllPlaces>();
    const auto report = lookup->of(*request.tensor, request.report, watch);
    if (!report)
        return report.error();
    const auto marked = violationsOf(matrix.tensor, **report, found->binning, watch);
    if (!marked)
        return marked.error();
    const auto& palette = Palette::of(request.theme);
    const auto broken = palette[Ink::error].rgb();
    const bool isCrowded = marked->bins.size() > mostMarks;
    if (isCrowded)
        tint(layer.raster.image, marked->bins, palette);
    // What is wrong in a bin; `places`, of a square, are those of all its bins.
    const auto wordsOf = [&](std::size_t number, std::uint64_t places = 0) {
        const auto& [finding, witness] = marked->firsts[number];
        BrokenWords words(*request.tensor);
        words.add((*report)->findings[finding], (*report)->findings[finding].witnesses[witness]);
        words.addCount(std::max(places, marked->bins[number].places) - 1);
        return words.text();
    };
    // The first broken place of a bin, which has many cells: views go there from its mark. One outside the size is
    // found by its slots.
    const auto placeOf = [&, indexOf = indexOfSlotsOf(matrix.tensor)](std::size_t number) -> Place {
        const auto& [finding, witness] = marked->firsts[number];
        const auto& slots = *(*report)->findings[finding].witnesses[witness].place; // or it would be in no bin
        const auto index = indexOf(slots).value_or(Extents());
        const bool isInside = std::ranges::equal(index, matrix.shape.extents,
                                                 [](auto at, auto extent) { return at >= 0 && at < extent; });
        return isInside ? Place(ElementPlace{index}) : Place(slots);
    };
    for (std::size_t number = 0; number < marked->bins.size(); ++number) {
        const auto& bin = marked->bins[number];
        layer.raster.image.setPixel(static_cast<int>(bin.column), static_cast<int>(bin.row), broken);
        const auto at = place(found->binning.rows.first(bin.row), found->binning.columns.first(bin.column));
        if (!isCrowded)
            layer.marks.push_back({QRectF(at.x() - 4, at.y() - 4, 9, 8), placeOf(number), wordsOf(number)});
    }
    layer.spots = spotsOf(*found, marked->bins, matrix, layer.raster.rect, placeOf, wordsOf);
    const auto places = listedPlaces(**report);
    layer.marked = MarkWords::of(*marked, places);
    layer.isCut = places.listed < places.all;
    return layer;
}

} // namespace tscope
