// SPDX-License-Identifier: GPL-3.0-or-later
// The transpose of the current tensor by one key.
#include "main_window.h"

#include "build/words.h"
#include "facts/wording.h"
#include "ops/transposed.h"

#include <QAction>

namespace tscope {

// The view is a tensor of its own beside the one that it is of, as one step for undo.
void MainWindow::transpose()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    m_jobs.start(
        this, QStringLiteral("transpose"),
        [tensor = subject->tensor](const Watch&) { return transposed(*tensor); },
        [this, name = subject->title(), source = subject->origin->title](const Result<Transformed>& done) {
            if (!done)
                return notice({}, tr("The transpose of %1: %2").arg(name, qt(sentenceOf(done.error()))));
            m_workspace.make({{tr("%1 transposed").arg(name).toStdString(), done->tensors.front()}}, source);
            tell(tr("Transposed %1: %2").arg(name, qt(routeText(done->route.front()))));
        });
}

void MainWindow::enableTranspose()
{
    const auto* subject = m_workspace.currentSubject();
    const bool isPossible = subject != nullptr && isTransposable(*subject->tensor->layout);
    auto* own = action("transpose");
    own->setEnabled(isPossible);
    own->setToolTip(subject != nullptr && !isPossible
                        ? tr("%1 has no transpose that is a view").arg(qt(subject->tensor->layout->name))
                        : tr("Transpose: rows and columns swapped, as a view (%1)")
                              .arg(own->shortcut().toString(QKeySequence::NativeText)));
}

} // namespace tscope
