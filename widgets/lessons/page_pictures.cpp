// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/page_pictures.h"

#include "scenes/fitting.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

constexpr double pictureGap = 12, leastScale = 0.5; // below it cells become narrower instead

struct PictureCells {
    int columns = 1;
    double scale = leastScale;
    std::vector<QSizeF> needed; // at that scale, in the scenes' pixels
    bool isLegible = false;     // all pictures fit with all of their numbers

    double width(const PicturesRoom& room) const
    {
        return (room.size.width() - pictureGap * (columns - 1)) / columns / scale;
    }
    // Beside titles and gaps, in the scenes' pixels.
    double height(const PicturesRoom& room) const
    {
        const auto rows = columns == 1 ? static_cast<double>(needed.size()) : 1.0;
        return std::max(1.0, room.size.height() - rows * (room.titleHeight + pictureGap)) / scale;
    }
    double neededHeight() const
    {
        double height = 0;
        for (const auto& each : needed)
            height = columns == 1 ? height + each.height() : std::max(height, each.height());
        return height;
    }
};

double legibleZoomOf(const PictureSpec& spec, const SceneRequest& request)
{
    return std::clamp(spec.legibleZoom(request), spec.smallestZoom, spec.largestZoom);
}

// How large a picture is where its numbers can be read.
QSizeF neededSize(const PagePicture& picture, double width, const TextSize& text)
{
    constexpr double unlimited = 1e5, linesOfAReason = 6; // why a tensor has no such picture
    auto request = picture.request({width, unlimited}, text);
    request.zoom = legibleZoomOf(*picture.spec, request);
    const auto size = picture.spec->contentSize(request);
    return size.height() >= unlimited ? QSizeF(width, linesOfAReason * text.line) : size;
}

// As large as all fit in so many columns.
PictureCells largestPictureCells(const std::vector<PagePicture>& pictures, const PicturesRoom& room, int columns,
                                 const TextSize& text)
{
    PictureCells cells{columns, leastScale, {}, false};
    const auto fits = [&](double scale) {
        cells.scale = scale;
        const auto width = cells.width(room);
        cells.needed.clear();
        for (const auto& picture : pictures)
            cells.needed.push_back(neededSize(picture, width, text));
        return cells.neededHeight() <= cells.height(room) &&
               std::ranges::all_of(cells.needed, [&](const QSizeF& size) { return size.width() <= width; });
    };
    cells.isLegible = fits(largestFittingZoom(leastScale, room.mostScale, fits));
    return cells;
}

// What a scene draws; names beside a strip may reach beyond its content.
QRectF drawnPart(const Scene& scene)
{
    const QRectF whole(QPointF(0, 0), scene.size);
    auto drawn = whole;
    const auto add = [&drawn](const auto& items) {
        for (const auto& item : items)
            drawn |= item.rect;
    };
    add(scene.boxes);
    add(scene.labels);
    add(scene.spots);
    return drawn;
}

// What fits at no zoom gets this many times the room, to be scaled down into it; what is larger still is cut.
constexpr double mostShrinking = 3;

QSizeF sizeOfWhole(QSizeF content, QSizeF room)
{
    return {std::clamp(std::ceil(content.width()) + 1, room.width(), mostShrinking * room.width()),
            std::clamp(std::ceil(content.height()) + 1, room.height(), mostShrinking * room.height())};
}

// A scene for a room of this size, with all of its content where it can still be read.
Scene sceneIn(const PagePicture& picture, QSizeF size, bool isLegible, double mostGrowth, const TextSize& text,
              const Watch& watch)
{
    const auto& spec = *picture.spec;
    auto request = picture.request(size, text);
    request.zoom = spec.wholeZoom(request);
    if (isLegible) {
        const auto legible = legibleZoomOf(spec, request);
        request.zoom = std::clamp(request.zoom, legible, std::max(legible, legible * mostGrowth));
    }
    request.zoom = std::clamp(request.zoom, spec.smallestZoom, spec.largestZoom);
    const auto content = spec.contentSize(request);
    if (fitsInto(content, size)) {
        request.size.setHeight(std::min(size.height(), std::ceil(content.height()) + 1));
    } else {
        request.zoom = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
        request.size = sizeOfWhole(spec.contentSize(request), size);
    }
    return picture.scene(request, watch);
}

} // namespace

PlacedPictures placedPictures(const std::vector<PagePicture>& pictures, const PicturesRoom& room,
                              const TextSize& text, const Watch& watch)
{
    if (pictures.empty())
        return {};
    auto cells = largestPictureCells(pictures, room, 1, text);
    if (const auto count = static_cast<int>(pictures.size()); count > 1)
        if (auto beside = largestPictureCells(pictures, room, count, text);
            beside.isLegible && (beside.scale >= cells.scale || !cells.isLegible))
            cells = std::move(beside);
    PlacedPictures placed;
    placed.scale = cells.scale;
    const auto width = cells.width(room), height = cells.height(room), needed = cells.neededHeight();
    QPointF at(0, 0);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (watch.isStopped())
            return placed;
        const auto share = cells.columns > 1 ? 1.0 : cells.needed[i].height() / std::max(1.0, needed);
        auto scene = std::make_shared<const Scene>(
            sceneIn(pictures[i], {width, height * share}, cells.isLegible, room.mostGrowth, text, watch));
        const auto drawn =
            fitsInto(scene->content, scene->size) ? drawnPart(*scene) : QRectF(QPointF(0, 0), scene->size);
        // In its own share of the room, so that it stays beside its neighbours.
        const auto scale = cells.scale * std::min({1.0, width / std::max(1.0, drawn.width()),
                                                   height * share / std::max(1.0, drawn.height())});
        const QRectF rect(at + QPointF(0, room.titleHeight), drawn.size() * scale);
        placed.pictures.push_back({QCoreApplication::translate("tscope::PictureSpec", pictures[i].spec->title), at,
                                   rect, drawn, std::move(scene)});
        placed.height = std::max(placed.height, rect.bottom() + pictureGap);
        if (cells.columns > 1)
            at.rx() += cells.width(room) * cells.scale + pictureGap;
        else
            at.ry() = rect.bottom() + pictureGap;
    }
    return placed;
}

} // namespace tscope
