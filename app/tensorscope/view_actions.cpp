// SPDX-License-Identifier: GPL-3.0-or-later
// Views of a tensor: its transpose by one key, and what is drawn along the axes of a picture.
#include "main_window.h"

#include "build/words.h"
#include "facts/wording.h"
#include "ops/transposed.h"

#include <QAction>

#include <span>

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
        [this, id = subject->id, name = subject->title(),
         source = subject->origin->title](const Result<Transformed>& done) {
            if (!done)
                return notice({}, tr("The transpose of %1: %2").arg(name, qt(sentenceOf(done.error()))));
            m_workspace.make({{tr("%1 transposed").arg(name).toStdString(), done->tensors.front()}}, source);
            m_derived = {id, m_workspace.current()};
            tell(tr("Transposed %1: %2").arg(name, qt(routeText(done->route.front()))));
        });
}

void MainWindow::makeView(SubjectId id, const ViewStep& step, const QString& words)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr)
        return;
    const auto title =
        step.op == ViewOp::narrow ? subject->title() + words : tr("%1 transposed").arg(subject->title());
    m_jobs.start(
        this, QStringLiteral("view"),
        [tensor = subject->tensor, step](const Watch&) { return transform(*tensor, std::span(&step, 1)); },
        [this, id, title, source = subject->origin->title](const Result<Transformed>& done) {
            if (!done)
                return notice({}, tr("%1: %2").arg(title, qt(sentenceOf(done.error()))));
            m_workspace.make({{title.toStdString(), done->tensors.front()}}, source);
            m_derived = {id, m_workspace.current()};
            tell(tr("%1: %2").arg(title, qt(routeText(done->route.front()))));
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
