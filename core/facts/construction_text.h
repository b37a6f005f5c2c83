// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/telling.h"
#include "proof/construction.h"

namespace tscope {

// What `tscope build` prints: which builder, whether it built, with `steps` each step and what it checks, and the
// certificate.
Telling tellConstruction(const ConstructionTrace& trace, const std::string& name, bool steps);

} // namespace tscope
