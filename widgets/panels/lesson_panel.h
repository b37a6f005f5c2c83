// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"

namespace tscope {

QWidget* makeLessonPanel(const PanelContext& context);

} // namespace tscope
