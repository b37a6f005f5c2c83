// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

#include <cstdint>
#include <span>

class QWidget;

namespace tscope {

class Calls;
class Jobs;
class Lessons;
class Log;
class Selection;
class Tabs;
class Timings;
class Workspace;

// What a panel may know: it meets other panels in here and nowhere else.
struct PanelContext {
    Workspace& workspace;
    Tabs& tabs;
    Selection& selection;
    Jobs& jobs;
    Log& log;
    Calls& calls;
    Timings& timings;
    Lessons& lessons;
    Theme theme = Theme::light;
};

// One panel. Another is one file and one line in panels().
struct PanelSpec {
    // Without which there is nothing to see in it: then it may be hidden.
    enum class Needs : std::uint8_t { tensor, session, nothing };

    const char* id;
    const char* title; // to be translated in the context "tscope::PanelSpec"
    QWidget* (*make)(const PanelContext&);
    bool isAtBottom = false; // below the pictures, not beside them
    Needs needs = Needs::tensor;
    // To a lesson: the part of the window that it is, and the parts with which it is covered, as it tells of them
    // too, with blanks between them. "any": whatever of the current tensor is covered; "all": whatever of any
    // tensor.
    const char* part = "";
    const char* coveredWith = "";
    // How high it may ask to be at the least, in lines of text. A low window gives fewer.
    int leastLines = fewLines;
    static constexpr int fewLines = 7; // which every window has room for
};

std::span<const PanelSpec> panels();

} // namespace tscope
