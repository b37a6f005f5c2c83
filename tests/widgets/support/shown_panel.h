// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "widgets/support/desk.h"

#include <QTest>
#include <QWidget>

#include <algorithm>
#include <memory>
#include <string_view>

namespace tscope::test {

// One panel of the registry, shown at a desk of its own.
struct ShownPanel {
    Desk desk;
    std::unique_ptr<QWidget> panel;

    explicit ShownPanel(std::string_view id)
    {
        const auto spec = std::ranges::find(panels(), id, &PanelSpec::id);
        panel.reset(spec->make({desk.workspace, desk.tabs, desk.selection, desk.jobs, desk.log, desk.calls,
                                desk.timings, desk.lessons, Theme::light}));
        panel->resize(400, 600);
        panel->show();
        settle(desk.jobs);
    }

    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = panel->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the panel has no ") + name);
        return *found;
    }
};

} // namespace tscope::test
