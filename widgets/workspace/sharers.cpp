// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/sharers.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

using Written = std::map<const Storage*, StoragePtr>; // what each storage has become

Written writtenBy(const Tensor& before, const Change& change)
{
    Written out;
    if (!change.isWrite)
        return out;
    for (const auto& member : change.tensor->members) {
        const auto* own = before.find(member.role->name);
        if (own == nullptr || !own->isStrided() || own->array.storage == nullptr ||
            own->array.storage == member.array.storage || own->array.geometry != member.array.geometry ||
            own->array.storage->byteSize() != member.array.storage->byteSize())
            continue;
        out.emplace(own->array.storage.get(), member.array.storage);
    }
    return out;
}

bool liesIn(const Tensor& tensor, const Written& written)
{
    return std::ranges::any_of(tensor.members,
                               [&](const Member& member) { return written.contains(member.array.storage.get()); });
}

TensorPtr rewritten(Tensor tensor, const Written& written)
{
    for (auto& member : tensor.members)
        if (const auto found = written.find(member.array.storage.get()); found != written.end())
            member.array.storage = found->second;
    return std::make_shared<const Tensor>(std::move(tensor));
}

} // namespace

std::vector<std::pair<SubjectId, TensorPtr>> sharersOf(const std::vector<Subject>& all, const Subject& changed,
                                                       const Change& change)
{
    std::vector<std::pair<SubjectId, TensorPtr>> out;
    const auto written = writtenBy(*changed.tensor, change);
    if (written.empty())
        return out;
    // Of thousands that are open few lie there: only these are copied, which is done on the window's thread.
    for (const auto& subject : all)
        if (subject.id != changed.id && liesIn(*subject.tensor, written))
            out.emplace_back(subject.id, rewritten(*subject.tensor, written));
    return out;
}

} // namespace tscope
