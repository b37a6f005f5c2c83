// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;

namespace tscope {

// Titles that are longer than their box are whole in its list and in tool tips. To be called after each change of
// the items.
void showWholeTitles(QComboBox& box);

} // namespace tscope
