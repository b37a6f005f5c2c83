// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace tscope {

struct Answer {
    const char* id; // of its button
    QString text;
    std::function<void()> then;
};

// A question above a window, which goes on working. The first answer is the one of Enter, the last the one of Esc.
void ask(QWidget& window, const QString& title, const QString& text, const QString& more,
         const std::vector<Answer>& answers);

// "a, b and 3 more"
QString someTitles(const Workspace& workspace, const std::vector<SubjectId>& ids);
QString someOf(const QStringList& titles, const QString& between);

} // namespace tscope
