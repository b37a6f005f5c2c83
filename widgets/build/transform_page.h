// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "build/build_page.h"

namespace tscope {

BuildPage* makeTransformPage(const BuildContext& context);

} // namespace tscope
