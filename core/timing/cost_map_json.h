// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "timing/json_fields_reader.h"
#include "timing/session.h"

namespace tscope::timing {

Json jsonOf(const CostMap& map);

// All but its tensor. Notes what does not fit together: more tiles than a map has, numbers of other tiles.
CostMap costMapIn(FieldsReader& from);

} // namespace tscope::timing
