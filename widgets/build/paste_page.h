// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "build/build_page.h"

namespace tscope {

BuildPage* makePastePage(const BuildContext& context);

} // namespace tscope
