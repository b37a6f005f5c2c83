// SPDX-License-Identifier: GPL-3.0-or-later
// Whether open tensors are as their files hold them.
#include "workspace/places_in_file.h"
#include "workspace/workspace.h"

#include <sys/stat.h>
#include <utility>

namespace tscope {

FileStamp stampOf(const QString& path)
{
    struct stat found {
    };
    if (path.startsWith(QLatin1Char(':')) || ::stat(path.toStdString().c_str(), &found) != 0)
        return {};
    constexpr std::int64_t second = 1'000'000'000;
    return {found.st_size, found.st_mtim.tv_sec * second + found.st_mtim.tv_nsec};
}

void Subject::setAsRead()
{
    asRead = held = tensor;
}

QString Subject::markedTitle() const
{
    return isSaved() ? title() : title() + QLatin1Char('*');
}

void Workspace::reread(SubjectId id, const Tensor& tensor, const QString& title)
{
    replace(id, tensor, title);
    if (auto* subject = findMutable(id))
        subject->setAsRead();
}

void Workspace::revert(SubjectId id)
{
    if (const auto* subject = find(id); subject != nullptr && subject->held && !subject->isAsRead())
        push(id, {subject->held, std::nullopt}, tr("revert"));
}

void Workspace::setHeld(SubjectId id, TensorPtr held)
{
    if (auto* subject = findMutable(id)) {
        subject->held = std::move(held);
        subject->asRead = subject->held;
        Q_EMIT subjectChanged(id);
    }
}

void Workspace::setSaved(SubjectId id, TensorPtr saved, TensorPtr held)
{
    if (auto* subject = findMutable(id)) {
        subject->asRead = std::move(saved);
        subject->held = std::move(held);
        Q_EMIT subjectChanged(id);
    }
}

void Workspace::refile(SubjectId id, OriginPtr origin, int index)
{
    auto* subject = findMutable(id);
    if (subject == nullptr)
        return;
    // Who was not called otherwise here goes by the name that stands there now.
    if (index >= 0 && subject->index >= 0 && subject->index < subject->origin->names.size() &&
        subject->name == nameFrom(*subject->origin, subject->index))
        subject->name = nameFrom(*origin, index);
    subject->origin = std::move(origin);
    subject->index = index;
    Q_EMIT subjectChanged(id);
}

} // namespace tscope
