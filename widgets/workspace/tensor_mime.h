// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

// What else goes to the clipboard when something is copied of a tensor: the tensor, as a JSON text.
inline QString tensorMime()
{
    return QStringLiteral("application/x-tensorscope-tensor");
}

} // namespace tscope
