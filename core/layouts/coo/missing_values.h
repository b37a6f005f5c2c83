// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <string>

namespace tscope::coo {

// Whether both members can be read, so that their numbers of entries are more than a claim.
bool areCountsKnown(const Reading& reading, const Report& report);

// Zeros for the last columns of indices, as far as these have no values. At most as many as there are values: what
// lacks more is no slip.
bool lacksSomeValues(const Reading& reading, const Report& report);
Result<EditList> planAppendValues(const Reading& reading, const Report& report);
std::string appendedText(const Reading& reading, const Report& report);  // precondition: lacksSomeValues
std::string truncatedText(const Reading& reading, const Report& report); // empty: equal counts

} // namespace tscope::coo
