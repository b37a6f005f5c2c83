// SPDX-License-Identifier: GPL-3.0-or-later
#include "quiet_docks.h"

#include "docks.h"
#include "timings/timings.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>
#include <array>

namespace tscope {

bool QuietDocks::isQuiet(const QDockWidget& dock) const
{
    static constexpr std::array ofTensors{"workspace", "family",   "facts",   "explain",
                                          "rules",     "geometry", "compare", "dispatch"};
    const auto is = [&](const char* id) { return dock.objectName() == QLatin1String(id); };
    return std::ranges::any_of(ofTensors, is) || (is("timing") && m_timings.shown() == nullptr);
}

void QuietDocks::hide()
{
    const auto docks = m_window.findChildren<QDockWidget*>();
    const auto isLoud = [this](const QDockWidget* dock) { return !dock->isHidden() && isQuiet(*dock); };
    if (std::ranges::none_of(docks, isLoud))
        return;
    m_state = m_docks.state();
    for (auto* dock : docks)
        if (isLoud(dock))
            dock->hide();
}

void QuietDocks::show()
{
    if (m_state.isEmpty())
        return;
    QList<QDockWidget*> opened;
    for (auto* dock : m_window.findChildren<QDockWidget*>())
        if (!dock->isHidden())
            opened << dock;
    m_docks.restore(m_state);
    m_state.clear();
    for (auto* dock : opened)
        dock->show();
}

QByteArray QuietDocks::state() const
{
    return m_state.isEmpty() ? m_docks.state() : m_state;
}

} // namespace tscope
