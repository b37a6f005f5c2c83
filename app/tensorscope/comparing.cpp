// SPDX-License-Identifier: GPL-3.0-or-later
// The current tensor beside another one, beside what its file holds now, and beside what it was before it was
// edited.
#include "main_window.h"

#include "build/words.h"
#include "comparison_mode.h"
#include "facts/wording.h"
#include "files.h"
#include "reload.h"
#include "tensor/own_storages.h"
#include "workspace/edit_steps.h"
#include "workspace/places_in_file.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

struct ReadAgain {
    OriginPtr origin;
    int index = -1;
    TensorPtr tensor;
};

// The same tensor of the file as it is now, by its name.
Result<ReadAgain> readAgain(const Origin& origin, int index, const Watch& watch)
{
    const auto stamp = stampOf(origin.path);
    const auto document = Files::readAsShown(origin.path, watch);
    if (!document)
        return document.error();
    const auto place = placeNow(index, placesNow(origin.names, namesIn(*document)), *document);
    if (place < 0)
        return Error{ErrorCode::notFound, "a tensor " + nameFrom(origin, index).toStdString() +
                                              " was wanted, the file has none of that name now"};
    return ReadAgain{readAnew(origin, *document, stamp), place,
                     std::make_shared<const Tensor>(document->tensors[static_cast<std::size_t>(place)].tensor)};
}

} // namespace

void MainWindow::compare()
{
    m_comparison->isOn() ? m_comparison->end() : m_comparison->begin();
}

void MainWindow::compareWithFile()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !Reload::hasFile(*subject))
        return;
    m_jobs.start(
        this, QStringLiteral("compare with file"),
        [origin = subject->origin, index = subject->index](const Watch& watch) {
            return readAgain(*origin, index, watch);
        },
        [this, id = subject->id, name = subject->name](const Result<ReadAgain>& read) {
            if (!read)
                return notice({}, tr("%1 in its file: %2").arg(shownName(name), qt(sentenceOf(read.error()))));
            showBeside(id, {0, tr("%1 on disk").arg(name), read->origin, read->index, read->tensor});
        });
}

void MainWindow::compareWithBefore()
{
    const auto* subject = m_workspace.currentSubject();
    const auto before = beforeEdits(m_workspace, m_workspace.current());
    if (subject == nullptr || !before)
        return;
    // Neither later edits nor what the file will hold reach the copy: it has storages of its own and no file.
    auto origin = *subject->origin;
    origin.path.clear();
    showBeside(subject->id,
               {0, tr("%1 before the edits").arg(subject->name), std::make_shared<const Origin>(std::move(origin)),
                subject->index, std::make_shared<const Tensor>(withOwnStorages(*before))});
}

void MainWindow::showBeside(SubjectId id, Subject copy)
{
    if (m_workspace.find(id) == nullptr)
        return;
    // Opening the file later shows the file's own tensor, not this copy.
    auto origin = *copy.origin;
    origin.isCopy = true;
    origin.isOfLesson = m_workspace.isOfLesson(id); // what is asked of it is asked of the copy
    copy.origin = std::make_shared<const Origin>(std::move(origin));
    copy.setAsRead();
    const auto& all = m_workspace.subjects();
    const auto last = std::ranges::find_if(all, [&](const Subject& each) {
        return each.isUneditedCopy() && each.name == copy.name && each.origin->title == copy.origin->title &&
               each.origin->path == copy.origin->path;
    });
    const auto replaced = last == all.end() ? 0 : last->id;
    m_workspace.setCurrent(id);
    m_comparison->beginWith(m_workspace.add({std::move(copy)}));
    m_workspace.drop(replaced);
}

} // namespace tscope
