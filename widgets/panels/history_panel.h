// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"

namespace tscope {

QWidget* makeHistoryPanel(const PanelContext& context);

} // namespace tscope
