// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/block_sizes.h"
#include "timing/break_even.h"
#include "timing/density_curves.h"
#include "timing/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// The pictures of a report, each a piece of HTML for itself. Where there is nothing to draw they are empty.

// One operation on one tensor: a line for each of these rows, by their medians, what was not measured last with
// the reason; beside the times what the form takes, by members. Drawn twice, linear and logarithmic; `id` sets its
// switch apart from others of the page.
std::string timesPicture(const Session& session, const std::vector<std::size_t>& rows, std::string_view id);
// What each row reaches on a device under the roofs that were measured there, and a table of its numbers.
std::string rooflinePicture(const Session& session, const Limits& limits);
// Of forms that are all held against one as given: what conversion and so many uses take together.
std::string usesPicture(const Session& session, const std::vector<BreakEven>& forms);
// The same pattern with fewer and more entries: a line for each form.
std::string densitiesPicture(const DensityCurves& curves);
// For each size of blocks how much is stored in vain or, where it was predicted, the shortest time that a product
// may take. Sizes that do not divide the sides are drawn, but never the best.
std::string blocksPicture(const BlockTable& table, const MatrixSides& sides = {});
// How many rows of a tensor have how many entries.
std::string rowsPicture(const Subject& subject);

} // namespace tscope::timing
