// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/morph_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

namespace tscope {

namespace {

constexpr double largestSide = 8192;     // pixels
constexpr double pictureShare = 4.0 / 5; // of the height of a view; the rest is for lanes

// The places of a picture by what they are.
class SpotIndex
{
public:
    explicit SpotIndex(const Scene& scene)
    {
        for (const auto& spot : scene.spots)
            m_rects.try_emplace(keyOf(spot.place), spot.rect);
    }

    const QRectF* find(const Place& place) const
    {
        const auto found = m_rects.find(keyOf(place));
        return found == m_rects.end() ? nullptr : &found->second;
    }

private:
    using Key = std::pair<std::string, Extents>;
    static Key keyOf(const Place& place)
    {
        return std::visit(
            [](const auto& each) -> Key {
                using Kind = std::decay_t<decltype(each)>;
                if constexpr (std::is_same_v<Kind, ElementPlace>)
                    return {"", each.index};
                else if constexpr (std::is_same_v<Kind, Slots>)
                    return {"slots of " + std::string(each.member), {each.begin, each.end}};
                else
                    return {"bytes of " + std::to_string(each.storageId), {each.begin, each.end}};
            },
            place);
    }

    std::map<Key, QRectF> m_rects;
};

const QRectF* shownAt(const SpotIndex& spots, const MorphEnd& end)
{
    if (const auto* rect = spots.find(end.slot))
        return rect;
    if (end.bytes)
        if (const auto* rect = spots.find(*end.bytes))
            return rect;
    return end.index ? spots.find(ElementPlace{*end.index}) : nullptr;
}

// Where a picture shows one cell for several numbers, the first one stands for all.
std::vector<MorphFlight> flightsOf(const Morph& morph, const Scene& source, const Scene& result)
{
    const SpotIndex from(source), to(result);
    std::map<const QRectF*, bool> isTaken;
    std::vector<MorphFlight> flights;
    for (std::size_t i = 0; i < morph.pieces.size(); ++i) {
        const auto& piece = morph.pieces[i];
        if (!piece.travels())
            continue;
        const auto* begin = shownAt(from, *piece.from);
        const auto* end = shownAt(to, *piece.to);
        if (begin == nullptr || end == nullptr || !isTaken.try_emplace(begin, true).second)
            continue;
        if (isTaken.try_emplace(end, true).second || piece.travel == Travel::addedUp)
            flights.push_back({i, *begin, *end});
    }
    std::ranges::stable_partition(flights, [](const MorphFlight& flight) { return flight.from == flight.to; });
    return flights;
}

// Cells that travel keep off what is written around the cells.
void findRoutes(MorphPicture& picture, const Watch& watch)
{
    std::map<std::size_t, double> starts;
    if (picture.plan)
        for (const auto& turn : picture.plan->starts)
            starts.emplace(turn.piece, turn.time);
    std::vector<Journey> journeys;
    for (const auto& flight : picture.flights) {
        auto& journey = journeys.emplace_back(flight.from, flight.to);
        if (const auto known = starts.find(flight.piece); known != starts.end())
            journey.start = known->second;
    }
    const auto isOfFlight = [&](const QRectF& label) {
        return std::ranges::any_of(journeys, [&](const Journey& journey) {
            return journey.from.intersects(label) || journey.to.intersects(label);
        });
    };
    std::vector<QRectF> avoided;
    if (areRouted(journeys)) // else there may be thousands, and as many labels
        for (const auto* scene : {&picture.source, &picture.result})
            for (const auto& label : scene->labels)
                if (!isOfFlight(label.rect))
                    avoided.push_back(label.rect);
    RouteBudget budget(watch);
    auto routes = routesOf(journeys, QRectF(QPointF(0, 0), picture.source.size), avoided, budget);
    for (std::size_t i = 0; i < routes.size(); ++i)
        picture.flights[i].route = std::move(routes[i]);
}

// Values are told, or where none is shown, other numbers: those that move as they set out, or where all stay, each
// in its turn, as the source stores them.
MorphPlan planOf(const MorphPicture& picture, const MorphRequest& request)
{
    MorphPlan plan{request.source, request.result, {}, {}};
    for (const auto& flight : picture.flights)
        if (!flight.route.empty())
            plan.starts.push_back({flight.piece, flight.start()});
    std::ranges::sort(plan.starts, {}, [](const MorphTurn& turn) { return std::pair(turn.time, turn.piece); });
    const auto isValue = [&](std::size_t piece) { return picture.morph.pieces[piece].isValue; };
    const bool areValues =
        std::ranges::any_of(picture.flights, [&](const MorphFlight& flight) { return isValue(flight.piece); });
    for (const auto& turn : plan.starts)
        if (isValue(turn.piece) == areValues)
            plan.told.push_back(turn);
    if (!plan.told.empty())
        return plan;
    for (const auto& flight : picture.flights)
        if (isValue(flight.piece) == areValues)
            plan.told.push_back({flight.piece});
    std::ranges::sort(plan.told, {}, &MorphTurn::piece);
    for (std::size_t i = 0; i < plan.told.size(); ++i)
        plan.told[i].time = static_cast<double>(i) / static_cast<double>(plan.told.size());
    return plan;
}

// One zoom for both: as large as both fit, or where numbers could not be read then, so that they can.
double commonZoom(const PictureSpec& picture, std::array<SceneRequest, 2>& requests)
{
    double zoom = picture.largestZoom, legible = 0;
    for (auto& request : requests) {
        request.zoom = picture.largestZoom;
        request.size.rheight() *= pictureShare;
        zoom = std::min(zoom, picture.wholeZoom(request));
        legible = std::max(legible, picture.legibleZoom(request));
    }
    zoom = std::max(zoom, std::min(legible, picture.largestZoom));
    QSizeF whole;
    for (auto& request : requests) {
        request.zoom = zoom;
        whole = whole.expandedTo(picture.contentSize(request));
    }
    return zoom * std::min({1.0, largestSide / whole.width(), largestSide / whole.height(),
                            std::sqrt(largestMorphArea / (whole.width() * whole.height()))});
}

// Captions and numbers do not shrink with the zoom: what is still too large is cut, the longer side first.
QSizeF boundedSize(QSizeF size, QSizeF view)
{
    size = size.boundedTo(QSizeF(largestSide, largestSide).expandedTo(view));
    auto& longer = size.width() > size.height() ? size.rwidth() : size.rheight();
    const auto shorter = std::min(size.width(), size.height());
    const auto least = size.width() > size.height() ? view.width() : view.height();
    if (longer * shorter > largestMorphArea)
        longer = std::max(least, largestMorphArea / shorter);
    return size;
}

} // namespace

QRectF MorphFlight::at(double time) const
{
    if (route.empty() || time <= route.front().time)
        return from;
    if (time >= route.back().time)
        return to;
    const auto share = (time - route.front().time) / (route.back().time - route.front().time);
    return {placeAt(route, time), from.size() + (to.size() - from.size()) * share};
}

Result<MorphPicture> morphPicture(const MorphRequest& request, const Watch& watch)
{
    auto morph = morphOf(*request.source, *request.result, watch);
    if (!morph)
        return morph.error();
    std::array<SceneRequest, 2> requests;
    for (auto& each : requests) {
        each.size = request.view;
        each.text = request.text;
        each.theme = request.theme;
    }
    requests[0].tensor = request.source;
    requests[0].report = request.sourceReport;
    requests[1].tensor = request.result;
    requests[1].report = request.resultReport;
    const auto zoom = commonZoom(*request.picture, requests);
    auto size = request.view;
    for (auto& each : requests) {
        each.zoom = zoom;
        size = size.expandedTo(request.picture->contentSize(each));
    }
    size = boundedSize(size, request.view);
    for (auto& each : requests)
        each.size = size;
    MorphPicture picture{*std::move(morph),
                         request.picture->build(requests[0], watch),
                         request.picture->build(requests[1], watch),
                         zoom,
                         {},
                         {}};
    if (request.plan && request.plan->source == request.source && request.plan->result == request.result)
        picture.plan = request.plan;
    picture.flights = flightsOf(picture.morph, picture.source, picture.result);
    findRoutes(picture, watch);
    if (!picture.plan)
        picture.plan = std::make_shared<const MorphPlan>(planOf(picture, request));
    return picture;
}

} // namespace tscope
