// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;

namespace tscope {

// Puts all contracts into an empty choice, each with a line below its name that says whose rules they are.
void describeContracts(QComboBox& choice);

} // namespace tscope
