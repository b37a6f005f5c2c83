// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <set>

namespace tscope::test {

// The scene of all of a small tensor, large enough for spots to be told apart.
Scene wholeScene(const PictureSpec& spec, const TensorPtr& tensor, const ReportPtr& report = {});

// The numbers of the spots that are lit for a place, as seen in the pixels that the painter makes.
std::set<std::size_t> litSpots(const Scene& scene, const Place& place, const Related& related);

} // namespace tscope::test
