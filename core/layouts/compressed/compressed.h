// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

const Layout& csrLayout();
const Layout& cscLayout();
const Layout& bsrLayout();
const Layout& bscLayout();

} // namespace tscope
