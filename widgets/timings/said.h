// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/sentence.h"

#include <QString>

#include <string_view>
#include <vector>

namespace tscope {

// What the core says about times, in the language of the window.
QString said(const timing::Sentence& sentence);
QString said(const std::vector<timing::Sentence>& sentences); // one after the other

// Whether the pattern is offered to translators.
bool isTranslatable(std::string_view pattern);

} // namespace tscope
