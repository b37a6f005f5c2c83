// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"

#include <optional>

namespace tscope::timing {

// What a list of components takes nested, jagged or padded. Nothing where it can't have that form.
std::optional<FootprintRow> componentFootprint(const Tensor& tensor, const FormWish& wish);

} // namespace tscope::timing
