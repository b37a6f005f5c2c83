// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/name_parts.h"
#include "workspace/workspace.h"

#include <map>
#include <vector>

namespace tscope {

// A branch on the way to a tensor.
struct SubjectStep {
    QString key, label;
    bool isUnfolded = false; // it is open from the beginning

    bool operator==(const SubjectStep&) const = default;
};

// Where a tensor stands in the tree of those that are open.
class SubjectSteps
{
public:
    // The branches from the root to a tensor, and what is left of its name. A lone tensor stands for its file.
    std::vector<SubjectStep> to(const Subject& subject, QString& leaf) const;
    void forget() { m_forks.clear(); }

private:
    const NameForks& forksOf(const OriginPtr& origin) const;

    mutable std::map<OriginPtr, NameForks> m_forks; // of files whose tensors were met
};

} // namespace tscope
