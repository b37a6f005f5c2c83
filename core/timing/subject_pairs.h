// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <optional>
#include <vector>

namespace tscope::timing {

// Pairs the tensors of two sessions that have the same content. Several tensors of a session may have it, as a
// tensor and its conversions do: first those of one name and given form are paired, then those of one given form,
// then those of one name, then the rest in their order. A tensor has one partner at most.
class SubjectPairs
{
public:
    SubjectPairs(const Session& before, const Session& after);

    // By places in the lists of subjects. Nothing: no partner.
    std::optional<std::size_t> before(std::size_t subjectAfter) const { return m_before[subjectAfter]; }

private:
    std::vector<std::optional<std::size_t>> m_before;
};

} // namespace tscope::timing
