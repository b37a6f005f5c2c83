// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <memory>
#include <optional>
#include <vector>

namespace tscope {

// What a view moves for, until it shows it.
struct SceneGoal {
    std::vector<Place> places = {};
    bool isPicked = false;    // in this view: it stays where it is, only other strips follow
    bool isNear = false;      // so near that what is around it can be read, and in the middle
    bool isRoomAsked = false; // how much room it has use for, even where the zoom stays
    // What was under the pointer stays there while it grows or shrinks: a place, which part of it, and where.
    std::optional<Place> anchor = {};
    QPointF part = {}, at = {};
    QPointF reach = {}; // how far it may be beyond the end of the content, where a zoom has led it there
};

// How much room a picture has use for.
struct WantedRoom {
    QSizeF legible;          // where its numbers are read at the user's text size
    double filledHeight = 0; // where it fills the width of its view

    bool operator==(const WantedRoom&) const = default;
};

// A scene, and where a view is with it.
struct BuiltScene {
    std::shared_ptr<const Scene> scene;
    double zoom = 0;
    std::vector<double> leads;
    QPointF reach;                         // of the origin, where that is beyond the end of the content
    QRectF marked;                         // in the whole content
    std::optional<WantedRoom> wanted = {}; // of the whole, where the zoom was chosen anew or it was asked for
    std::optional<double> fitted = {};     // the zoom that fits, whatever the request allows; likewise
};

// The scene of a request, moved to where its goal is in sight. On a worker.
BuiltScene built(const PictureSpec& spec, SceneRequest request, const SceneGoal& goal,
                 const std::vector<Place>& marked, const Watch& watch);

} // namespace tscope
