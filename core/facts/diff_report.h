// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/diff.h"
#include "facts/findings_report.h"

#include <string>

namespace tscope {

// Both tensors of a comparison with their files, what `tscope diff` says of them, and their differences by kind
// (`first.mostPlaces` of each), as Markdown to be sent to others. Fails as diff() does.
Result<std::string> differenceReport(const Tensor& a, const FindingsHead& first, const Tensor& b,
                                     const FindingsHead& second, const Watch& watch = {},
                                     const DiffOptions& options = {});

} // namespace tscope
