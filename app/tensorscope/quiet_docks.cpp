// SPDX-License-Identifier: GPL-3.0-or-later
#include "quiet_docks.h"

#include "docks.h"
#include "panels/panel.h"
#include "timings/timings.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace tscope {

bool QuietDocks::isQuiet(const QDockWidget& dock) const
{
    const auto spec = std::ranges::find_if(
        panels(), [&](const PanelSpec& each) { return dock.objectName() == QLatin1String(each.id); });
    if (spec == panels().end())
        return false;
    return spec->needs == PanelSpec::Needs::tensor ||
           (spec->needs == PanelSpec::Needs::session && m_timings.shown() == nullptr);
}

void QuietDocks::follow(bool isAnyOpen)
{
    isAnyOpen ? show() : hide();
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
