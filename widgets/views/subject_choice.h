// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QComboBox>

namespace tscope {

// One of the open tensors, to be chosen: first the current one, then what was picked here as long as it is open.
class SubjectChoice : public QComboBox
{
    Q_OBJECT

public:
    explicit SubjectChoice(Workspace& workspace, QWidget* parent = nullptr);

    const Subject* subject() const;   // null: nothing is open
    void choose(SubjectId subject);   // not told by chosen(); one that is not listed: none is chosen
    void leaveOut(SubjectId subject); // not listed from now on; 0: all are

Q_SIGNALS:
    void chosen(); // another subject, or another tensor in its place

private:
    class Names;

    void listAgain();

    Workspace& m_workspace;
    Names* m_names;
};

} // namespace tscope
