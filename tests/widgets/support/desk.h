// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/calls.h"
#include "devices/devices.h"
#include "jobs/jobs.h"
#include "lessons/lessons.h"
#include "selection/selection.h"
#include "timings/timings.h"
#include "widgets/support/settle.h"
#include "workspace/log.h"
#include "workspace/tabs.h"

namespace tscope::test {

// What views and panels meet in, without a window around it.
struct Desk {
    Jobs jobs;
    Workspace workspace{jobs};
    Tabs tabs{workspace};
    Log log;
    Devices devices{jobs};
    Calls calls{workspace, jobs, devices};
    Timings timings{jobs};
    Selection selection{workspace, jobs};
    Lessons lessons{workspace, selection, jobs};

    Desk()
    {
        QObject::connect(&tabs, &Tabs::changed, &selection, [this] {
            selection.setSeen({workspace.current(), tabs.beside()});
        });
    }

    // Adds a tensor, makes it the current one and waits for its report.
    SubjectId show(const Tensor& tensor, const char* name = "t")
    {
        const auto id = workspace.add(tensor, QString::fromUtf8(name), QStringLiteral("test"));
        workspace.setCurrent(id);
        settle(jobs);
        return id;
    }
};

} // namespace tscope::test
