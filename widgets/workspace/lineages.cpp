// SPDX-License-Identifier: GPL-3.0-or-later
// How open tensors were made of each other.
#include "workspace/lineages.h"

#include <algorithm>

namespace tscope {

bool shareStorage(const Tensor& a, const Tensor& b)
{
    return std::ranges::any_of(a.members, [&](const Member& own) {
        return std::ranges::any_of(
            b.members, [&](const Member& other) { return own.array.storage->id() == other.array.storage->id(); });
    });
}

SubjectId Subject::madeFrom() const
{
    const auto sourceOf = [](const LineageStepPtr& step) {
        return step && !step->sources().empty() ? &step->sources().front() : nullptr;
    };
    const auto* source = sourceOf(from.step);
    while (source != nullptr && source->owner == 0 && source->name.empty()) // within a chain of view steps
        source = sourceOf(source->from.step);
    const auto owner = source != nullptr ? source->owner : 0;
    return owner == id ? 0 : owner; // as no session but a damaged one has it
}

void Subject::setMade(Lineage lineage)
{
    setMade(std::move(lineage), tensor);
}

void Subject::setMade(Lineage lineage, const TensorPtr& result)
{
    from = std::move(lineage);
    made = from.step ? std::weak_ptr(result) : std::weak_ptr<const Tensor>();
}

bool Workspace::isOfLesson(SubjectId id) const
{
    if (m_ofLesson.contains(id))
        return true;
    const auto* subject = find(id);
    return subject != nullptr && std::ranges::any_of(m_ofLesson, [&](SubjectId each) {
               const auto* other = find(each);
               return other != nullptr && shareStorage(*subject->tensor, *other->tensor);
           });
}

// Called before it is open. The first of a lesson, which the others are made of, comes by add().
void Workspace::followLesson(const Subject& made, const Lineage& from)
{
    const bool isMadeOfOne = from.step && std::ranges::any_of(from.step->sources(), [this](const auto& source) {
                                 return isOfLesson(source.owner);
                             });
    if (isMadeOfOne || std::ranges::any_of(m_subjects, [&](const Subject& open) {
            return m_ofLesson.contains(open.id) && shareStorage(*open.tensor, *made.tensor);
        }))
        m_ofLesson.insert(made.id);
}

// There may be thousands; only where the current one came from is seen anywhere.
void Workspace::setMade(const std::vector<Made>& made)
{
    for (const auto& each : made)
        if (auto* subject = findMutable(each.id))
            subject->setMade(each.from, each.result);
    if (m_current != 0)
        Q_EMIT subjectChanged(m_current);
}

LineageSource sourceOf(const Subject& subject)
{
    return {subject.name.toStdString(), subject.tensor, subject.lineage(), subject.id};
}

std::vector<OpenTensor> openTensors(const Workspace& workspace)
{
    std::vector<OpenTensor> out;
    for (const auto& subject : workspace.subjects())
        out.push_back({subject.id, subject.name.toStdString(), subject.tensor, subject.lineage()});
    return out;
}

} // namespace tscope
