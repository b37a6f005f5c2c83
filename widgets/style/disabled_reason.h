// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QVariant>

namespace tscope {

// Why an action is disabled; empty: it is not, or nobody said why. A status tip may be something else.
inline QString disabledReason(const QAction& action)
{
    return action.isEnabled() ? QString() : action.property("disabled reason").toString();
}

// The status bar tells the reason, too.
inline void enableOrSay(QAction& action, bool isPossible, const QString& reason)
{
    action.setEnabled(isPossible);
    action.setStatusTip(isPossible ? QString() : reason);
    action.setProperty("disabled reason", action.statusTip());
}

} // namespace tscope
