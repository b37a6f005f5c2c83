// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/sentence.h"

#include <QString>

#include <vector>

namespace tscope {

// What the core says about times.
QString said(const timing::Sentence& sentence);
QString said(const std::vector<timing::Sentence>& sentences); // one after the other

} // namespace tscope
