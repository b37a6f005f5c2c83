// SPDX-License-Identifier: GPL-3.0-or-later
// How open tensors were made of each other.
#include "workspace/lineages.h"

namespace tscope {

SubjectId Subject::madeFrom() const
{
    const auto owner = from.step && !from.step->sources().empty() ? from.step->sources().front().owner : 0;
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
