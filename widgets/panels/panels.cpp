// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_panel.h"
#include "panels/devices_panel.h"
#include "panels/dispatch_panel.h"
#include "panels/explain_panel.h"
#include "panels/facts_panel.h"
#include "panels/family_panel.h"
#include "panels/geometry_panel.h"
#include "panels/history_panel.h"
#include "panels/lesson_panel.h"
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
    using Needs = PanelSpec::Needs;
    static constexpr std::array all{
        PanelSpec{"workspace", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Workspace"), makeWorkspacePanel},
        PanelSpec{"family", QT_TRANSLATE_NOOP("tscope::PanelSpec", "View family"), makeFamilyPanel, false,
                  Needs::tensor, "", "any"},
        PanelSpec{"history", QT_TRANSLATE_NOOP("tscope::PanelSpec", "History"), makeHistoryPanel, false,
                  Needs::tensor, "", "any"},
        PanelSpec{"facts", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Facts"), makeFactsPanel, false, Needs::tensor,
                  "facts", "facts"},
        PanelSpec{"explain", QT_TRANSLATE_NOOP("tscope::PanelSpec", "How it is found"), makeExplainPanel, false,
                  Needs::tensor, "address", "any"},
        PanelSpec{"rules", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Rules"), makeRulesPanel, false, Needs::tensor,
                  "rules", "rules", 11},
        PanelSpec{"geometry", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Geometry"), makeGeometryPanel, false,
                  Needs::tensor, "", "any"},
        PanelSpec{"lesson", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Lesson"), makeLessonPanel, false,
                  Needs::nothing},
        PanelSpec{"compare", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Comparison"), makeComparePanel, true,
                  Needs::tensor, "", "all"},
        PanelSpec{"timing", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Timing"), makeTimingPanel, true,
                  Needs::session, "", "all"},
        PanelSpec{"dispatch", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Dispatch"), makeDispatchPanel, true},
        PanelSpec{"devices", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Devices"), makeDevicesPanel, true,
                  Needs::nothing},
        PanelSpec{"log", QT_TRANSLATE_NOOP("tscope::PanelSpec", "Log"), makeLogPanel, true, Needs::nothing},
    };
    return all;
}

} // namespace tscope
