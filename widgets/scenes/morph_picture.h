// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "picture/morph.h"
#include "picture/movement_line.h"
#include "scenes/morph_routes.h"
#include "scenes/scene.h"

#include <memory>
#include <vector>

namespace tscope {

// A number that both pictures show, and the cell in which each of them shows it.
struct MorphFlight {
    std::size_t piece = 0; // of the morph
    QRectF from, to;
    std::vector<RouteStop> route = {}; // empty: stays

    // Where it is at a time from 0, the source, to 1, the result.
    QRectF at(double time) const;
    double start() const { return route.empty() ? 0 : route.front().time; }
};

// A number that is told from a time on.
struct MorphTurn {
    std::size_t piece = 0; // of the morph
    double time = 0;
};

// When numbers set out, and when each is told. Pictures of other sizes have other routes: they follow the plan of
// the first one, so that at the same time all speak of the same number.
struct MorphPlan {
    TensorPtr source, result;
    std::vector<MorphTurn> starts, told; // by time
};
using MorphPlanPtr = std::shared_ptr<const MorphPlan>;

// The pictures of two tensors at one zoom, each as large as both, and what travels from the one to the other.
struct MorphPicture {
    Morph morph;
    Scene source, result;
    double zoom = 0;
    std::vector<MorphFlight> flights; // those that stay where they are first
    MorphPlanPtr plan;                // never null
};

// Pixels of a picture, which is kept as an image.
inline constexpr double largestMorphArea = 2048.0 * 4096;

struct MorphRequest {
    TensorPtr source, result;                         // never null
    ReportPtr sourceReport = {}, resultReport = {};   // may be null
    const PictureSpec* picture = &pictures().front(); // which kind
    MorphNames names = {};                            // for what is told
    QSizeF view;                                      // pictures and lanes are fit into it if they can be read
    TextSize text;
    Theme theme = Theme::light;
    MorphPlanPtr plan = {}; // to follow, if it is one of these two tensors
};

Result<MorphPicture> morphPicture(const MorphRequest& request, const Watch& watch = {});

} // namespace tscope
