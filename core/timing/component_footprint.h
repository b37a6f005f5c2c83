// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"

#include <optional>

namespace tscope::timing {

// What a list of components takes nested, jagged or padded. Nothing where it can't have that form.
std::optional<FootprintRow> componentFootprint(const Tensor& tensor, const FormWish& wish);
// How its elements are spread over its components; of none where they can't be told.
RowSpread componentSpread(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope::timing
