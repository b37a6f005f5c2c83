// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/broken_places.h"
#include "scenes/strips.h"

#include <vector>

namespace tscope {

// A broken pointer or index that is wider than its slot: read to its last digit, over its neighbours.
struct WholeNumber {
    QRectF rect;
    QString text;
};

// Of a strip of the member, of its entries [first, last), of which each shows so many characters. None hides
// another broken slot.
std::vector<WholeNumber> wholeNumbers(const SceneRequest& request, const Strip& strip, const Member& member,
                                      const BrokenPlaces& broken, std::int64_t first, std::int64_t last,
                                      int characters);

// Whether one of them hides something there.
bool isUnder(const std::vector<WholeNumber>& numbers, const QRectF& rect);

} // namespace tscope
