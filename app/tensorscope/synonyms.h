// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tscope {

// Other names by which the field knows a command, an operation or a step; none for most.
QStringList synonymsOfCommand(const QString& id);
QStringList synonymsOfOperation(const QString& name);
QStringList synonymsOfRepair(const QString& id);
QStringList synonymsOfStep(const QString& name);
QStringList synonymsOfLayout(const QString& name); // of a conversion to it

} // namespace tscope
