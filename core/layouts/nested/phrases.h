// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/phrases.h"

namespace tscope {

extern const Phrases nestedPhrases;

} // namespace tscope
