// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

class Log;

// What a panel says while no tensor is open: why the last file could not be read, if that is how it came to be.
QString whyNothingIsOpen(const Log& log);

} // namespace tscope
