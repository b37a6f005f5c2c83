// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QComboBox;

namespace tscope {

// Makes every combo box say what is chosen by it, not only what is chosen: "Member: values". Of Qt's own a screen
// reader on X11 hears the latter alone. To be called before the first one is made; later calls do nothing.
void nameChoices();

// What is chosen by it: its accessible name, or the label before it.
QString titleOfChoice(const QComboBox& box);

} // namespace tscope
