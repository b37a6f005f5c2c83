// SPDX-License-Identifier: GPL-3.0-or-later
// Views of a tensor: its transpose by one key, what is drawn along the axes of a picture, a contiguous copy.
#include "main_window.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "facts/wording.h"
#include "ops/transposed.h"
#include "workspace/lineages.h"

#include <QAction>

#include <algorithm>
#include <span>

namespace tscope {

// The view is a tensor of its own beside the one that it is of, as one step for undo.
void MainWindow::transpose()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || refusesCovered(subject->id))
        return;
    m_jobs.start(
        this, QStringLiteral("transpose"),
        [tensor = subject->tensor](const Watch&) {
            const auto step = transposition(*tensor);
            return std::pair(step, transform(*tensor, std::span(&step, 1)));
        },
        [this, from = sourceOf(*subject), name = subject->title(),
         source = subject->origin->title](const std::pair<ViewStep, Result<Transformed>>& made) {
            const auto& [step, done] = made;
            if (!done)
                return notice({}, tr("The transpose of %1: %2").arg(name, qt(sentenceOf(done.error()))));
            m_workspace.make({{tr("%1 transposed").arg(name).toStdString(), done->tensors.front()}}, source,
                             {{lineageStep(step, {from})}});
            tell(tr("Transposed %1: %2").arg(name, qt(routeText(done->route.front()))));
        });
}

void MainWindow::makeView(SubjectId id, const ViewStep& step, const QString& words)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr)
        return;
    makeByStep(*subject, step,
               step.op == ViewOp::narrow ? subject->title() + words : tr("%1 transposed").arg(subject->title()));
}

// A tensor of this title, unless the step would copy what is as it should be already.
void MainWindow::makeByStep(const Subject& subject, const ViewStep& step, const QString& title)
{
    if (refusesCovered(subject.id))
        return;
    m_jobs.start(
        this, QStringLiteral("view"),
        [tensor = subject.tensor, step](const Watch&) { return transform(*tensor, std::span(&step, 1)); },
        [this, from = sourceOf(subject), step, name = subject.title(), title,
         isCopy = step.op == ViewOp::contiguous, source = subject.origin->title](const Result<Transformed>& done) {
            if (!done)
                return notice({}, tr("%1: %2").arg(title, qt(sentenceOf(done.error()))));
            const auto& taken = done->route.front();
            if (isCopy && taken.view)
                return tell(tr("%1 is contiguous already: nothing to copy").arg(name));
            m_workspace.make({{title.toStdString(), done->tensors.front()}}, source,
                             {{lineageStep(step, {from})}});
            tell(isCopy ? tr("Contiguous copy of %1: copies %2; shares no byte with %1")
                              .arg(name, qt(byteSizeText(taken.bytesMoved)))
                        : tr("%1: %2").arg(title, qt(routeText(taken))));
        });
}

void MainWindow::enableTranspose()
{
    const auto* subject = m_workspace.currentSubject();
    const bool isPossible = subject != nullptr && isTransposable(*subject->tensor->layout);
    auto* own = action("transpose");
    own->setEnabled(isPossible);
    own->setToolTip(subject == nullptr ? whyNothingOpen(*own)
                    : !isPossible ? tr("%1 has no transpose that is a view").arg(qt(subject->tensor->layout->name))
                                  : tr("Transpose: rows and columns swapped, as a view (%1)")
                                        .arg(own->shortcut().toString(QKeySequence::NativeText)));
}

// A view whose elements are stored elsewhere in another order becomes a tensor that has them side by side.
void MainWindow::makeContiguous()
{
    if (const auto* subject = m_workspace.currentSubject())
        makeByStep(*subject, {ViewOp::contiguous, {}}, tr("contiguous copy of %1").arg(subject->title()));
}

// A copy that is row-major seen with its dims in reverse order is column-major.
void MainWindow::makeInOrder(bool isColumnMajor)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || refusesCovered(subject->id))
        return;
    std::vector<ViewStep> steps{{ViewOp::contiguous, {}}};
    if (isColumnMajor) {
        const auto dims = subject->tensor->members.front().array.geometry.sizes.size();
        Extents reversed;
        for (auto dim = dims; dim-- > 0;)
            reversed.push_back(static_cast<std::int64_t>(dim));
        const ViewStep swap{ViewOp::permute, {StepArg(reversed)}};
        steps = {swap, steps.front(), swap};
    }
    const auto name = subject->title();
    const auto title = isColumnMajor ? tr("%1 column-major").arg(name) : tr("%1 row-major").arg(name);
    m_jobs.start(
        this, QStringLiteral("view"),
        [tensor = subject->tensor, steps](const Watch&) { return transform(*tensor, steps); },
        [this, from = sourceOf(*subject), steps, title,
         source = subject->origin->title](const Result<Transformed>& done) {
            if (!done)
                return notice({}, tr("%1: %2").arg(title, qt(sentenceOf(done.error()))));
            const auto& copied = done->route[steps.size() / 2];
            if (copied.view)
                return tell(tr("%1 already: nothing to copy").arg(title));
            m_workspace.make({{title.toStdString(), done->tensors.front()}}, source, chainLineage(from, steps, 1));
            tell(tr("%1: copies %2").arg(title, qt(byteSizeText(copied.bytesMoved))));
        });
}

// Of layouts that have nothing but values: of others it takes a look at their members.
QString MainWindow::contiguousOutlook(const Tensor& tensor)
{
    if (tensor.layout->roles.size() != 1 || tensor.members.size() != 1)
        return {};
    const auto& values = tensor.members.front().array;
    if (isContiguous(values.geometry))
        return tr("is contiguous already: nothing to copy");
    const auto bytes = values.byteSize();
    return bytes ? tr("copies %1").arg(qt(byteSizeText(*bytes))) : QString();
}

void MainWindow::enableContiguous()
{
    const auto* subject = m_workspace.currentSubject();
    const auto ops = subject == nullptr ? std::vector<ViewOp>() : viewOpsOf(*subject->tensor->layout);
    action("contiguous")->setEnabled(std::ranges::find(ops, ViewOp::contiguous) != ops.end());
    const bool hasOrder = subject != nullptr && subject->tensor->layout->name == "strided" &&
                          !subject->tensor->members.empty() &&
                          subject->tensor->members.front().array.geometry.sizes.size() > 1;
    for (const auto* id : {"row-major", "column-major"})
        action(id)->setEnabled(hasOrder);
}

} // namespace tscope
