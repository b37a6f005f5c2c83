// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/safetensors/header.h"

namespace tscope {

// The text of the header alone, which begins at byte 8 of the file: what is said of each tensor is of the right
// kind and stands once. Entries come out with their offsets as written, counted from where the data begins.
// With `despiteFaults` tensors of which wrong things are said are left out, each with a warning, and what follows
// the end of what is JSON.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, const Watch& watch, WarningList& warnings,
                                                 bool despiteFaults = false);

} // namespace tscope
