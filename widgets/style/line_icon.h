// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace tscope {

// A line drawing of the resources (":/icons/NAME.svg"), in the colour that text on a button has when it is drawn:
// another theme needs no other icon.
QIcon lineIcon(const QString& name);

} // namespace tscope
