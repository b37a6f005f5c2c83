// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"

#include <string>
#include <vector>

namespace tscope {

inline constexpr std::int64_t gunzipLimit = std::int64_t{1} << 30; // bytes that may come out

// All members of a gzip file, one after the other. What comes out is limited, in itself and in relation to what
// goes in; what stands behind the last member is left out with a warning. Of a file that is cut short, what comes
// out before that is wanted only where the source says so.
Result<StoragePtr> gunzip(const Source& source, std::vector<std::string>& warnings);

} // namespace tscope
