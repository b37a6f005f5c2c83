// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "timing/json_fields_reader.h"
#include "timing/row_spread.h"

namespace tscope::timing {

// As sessions hold it: of bins only what can't be told from the lengths. Null: there are no rows.
Json jsonOf(const RowSpread& spread);

// Notes what does not fit together: bins that have more or fewer rows than there are, a curve that rises.
RowSpread rowSpreadIn(FieldsReader& from);

} // namespace tscope::timing
