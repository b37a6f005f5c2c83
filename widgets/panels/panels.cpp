// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_panel.h"
#include "panels/devices_panel.h"
#include "panels/dispatch_panel.h"
#include "panels/explain_panel.h"
#include "panels/facts_panel.h"
#include "panels/family_panel.h"
#include "panels/geometry_panel.h"
#include "panels/log_panel.h"
#include "panels/panel.h"
#include "panels/rules_panel.h"
#include "panels/timing_panel.h"
#include "panels/workspace_panel.h"

#include <QCoreApplication>

#include <array>

namespace tscope {

std::span<const PanelSpec> panels()
{
    static constexpr std::array all{
        PanelSpec{"workspace", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Workspace"), makeWorkspacePanel,
                  DockHint::left},
        PanelSpec{"family", QT_TRANSLATE_NOOP("tscope::PanelSpec", "View family"), makeFamilyPanel,
                  DockHint::left},
        PanelSpec{"facts", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Facts"), makeFactsPanel, DockHint::right},
        PanelSpec{"explain", QT_TRANSLATE_NOOP("tscope::PanelSpec", "How it is found"), makeExplainPanel,
                  DockHint::right},
        PanelSpec{"rules", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Rules"), makeRulesPanel, DockHint::right},
        PanelSpec{"geometry", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Geometry"), makeGeometryPanel,
                  DockHint::left},
        PanelSpec{"compare", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Comparison"), makeComparePanel,
                  DockHint::bottom},
        PanelSpec{"timing", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Timing"), makeTimingPanel, DockHint::bottom},
        PanelSpec{"dispatch", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Dispatch"), makeDispatchPanel,
                  DockHint::bottom},
        PanelSpec{"devices", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Devices"), makeDevicesPanel,
                  DockHint::bottom},
        PanelSpec{"log", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Log"), makeLogPanel, DockHint::bottom},
    };
    return all;
}

} // namespace tscope
