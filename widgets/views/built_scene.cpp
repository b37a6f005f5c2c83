// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/built_scene.h"

#include "scenes/fitting.h"

#include <algorithm>

namespace tscope {

namespace {

QRectF firstRectOf(const PictureSpec& spec, const SceneRequest& request, const std::vector<Place>& places)
{
    for (const auto& place : places)
        if (const auto rect = spec.rectOf(request, place); !rect.isEmpty())
            return rect;
    return {};
}

// Brings the first of these places that the picture has into sight, in each strip the first that lies there.
void bring(const PictureSpec& spec, SceneRequest& request, const SceneGoal& goal)
{
    if (goal.places.empty())
        return;
    if (spec.leadsTo != nullptr) {
        request.leads = spec.leadsTo(request, goal.places);
        // The strip that is furthest goes by the scroll bar.
        const auto most = request.leads.empty() ? 0 : *std::ranges::max_element(request.leads);
        request.origin.rx() += most;
        for (auto& lead : request.leads)
            lead -= most;
    }
    const auto rect = goal.isPicked ? QRectF() : firstRectOf(spec, request, goal.places);
    const QRectF visible(request.origin, request.size);
    const bool isInSight = visible.contains(rect.topLeft()) && visible.contains(rect.bottomRight());
    if (rect.isEmpty() || (isInSight && !goal.isNear))
        return;
    const auto origin = rect.center() - QPointF(request.size.width() / 2, request.size.height() / 2);
    if (spec.leadsTo == nullptr)
        request.origin.setX(std::max(0.0, origin.x()));
    request.origin.setY(std::max(0.0, origin.y()));
}

// Puts what the pointer was on under it again.
void hold(const PictureSpec& spec, SceneRequest& request, const SceneGoal& goal)
{
    const auto rect = goal.anchor ? spec.rectOf(request, *goal.anchor) : QRectF();
    if (rect.isEmpty())
        return;
    const QPointF spot(rect.left() + rect.width() * goal.part.x(), rect.top() + rect.height() * goal.part.y());
    const auto origin = spot - goal.at;
    request.origin = {std::max(0.0, origin.x()), std::max(0.0, origin.y())};
}

WantedRoom wantedRoom(const PictureSpec& spec, SceneRequest request)
{
    constexpr double unlimited = 1e6;
    request.zoom = spec.legibleZoom(request);
    WantedRoom room{spec.contentSize(request)};
    request.size.setHeight(unlimited);
    request.zoom = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
    room.filledHeight = spec.contentSize(request).height();
    return room;
}

} // namespace

BuiltScene built(const PictureSpec& spec, SceneRequest request, const SceneGoal& goal,
                 const std::vector<Place>& marked, const Watch& watch)
{
    std::optional<WantedRoom> wanted;
    std::optional<double> fitted;
    const auto allowed = [&request](double zoom) {
        return request.mostZoom > 0 ? std::min(zoom, request.mostZoom) : zoom;
    };
    if (request.zoom == 0) {
        fitted = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
        request.zoom = allowed(*fitted);
        wanted = wantedRoom(spec, request);
    } else if (goal.isRoomAsked)
        wanted = wantedRoom(spec, request);
    if (goal.isNear)
        request.zoom = std::clamp(spec.legibleZoom(request), request.zoom, spec.largestZoom);
    bring(spec, request, goal);
    hold(spec, request, goal);
    // A picture narrower than its view is moved too, or the column under the pointer would leave it.
    auto reach = spec.leadsTo != nullptr ? QPointF() : goal.anchor ? request.origin : goal.reach;
    auto scene = spec.build(request, watch);
    // Zooming out ends where the whole is in sight.
    if (fitsInto(scene.content, request.size))
        if (const auto whole = allowed(spec.wholeZoom(request)); request.zoom < whole / 1.01) {
            request.zoom = whole;
            request.origin = reach = {};
            scene = spec.build(request, watch);
        }
    // How far there is to go is known now: not beyond the end of what there is, whatever was aimed or zoomed at.
    const QPointF end(std::max(0.0, scene.content.width() - request.size.width()),
                      std::max(0.0, scene.content.height() - request.size.height()));
    const QPointF last(std::max(end.x(), reach.x()), std::max(end.y(), reach.y()));
    if (request.origin.x() > last.x() || request.origin.y() > last.y()) {
        request.origin = {std::min(request.origin.x(), last.x()), std::min(request.origin.y(), last.y())};
        scene = spec.build(request, watch);
    }
    reach = {request.origin.x() > end.x() ? request.origin.x() : 0,
             request.origin.y() > end.y() ? request.origin.y() : 0};
    return {std::make_shared<const Scene>(std::move(scene)),
            request.zoom,
            request.leads,
            reach,
            firstRectOf(spec, request, marked),
            wanted,
            fitted};
}

} // namespace tscope
