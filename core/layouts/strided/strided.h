// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

const Layout& stridedLayout();

} // namespace tscope
