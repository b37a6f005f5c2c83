// SPDX-License-Identifier: Apache-2.0
#include "check/verdicts.h"

#include <algorithm>

namespace tscope::cli {

namespace {

// Everything that a rule can ask: equal members are the same places of the same storages.
bool areSame(const Member& a, const Member& b)
{
    return a.array.storage == b.array.storage && a.role == b.role && a.requiresGrad == b.requiresGrad &&
           a.layout == b.layout && a.as == b.as && a.array.dtype == b.array.dtype &&
           a.array.geometry == b.array.geometry;
}

bool areSame(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout && a.size == b.size && a.dtype == b.dtype && a.indexDType == b.indexDType &&
           a.device == b.device &&
           std::ranges::equal(a.members, b.members,
                              [](const Member& one, const Member& other) { return areSame(one, other); }) &&
           a.claims == b.claims;
}

} // namespace

std::shared_ptr<const Report> Verdicts::of(const Tensor& tensor)
{
    constexpr std::size_t mostKnown = 64;
    const auto known =
        std::ranges::find_if(m_known, [&](const Known& one) { return areSame(one.tensor, tensor); });
    if (known != m_known.end())
        return known->report;
    auto report = check(tensor, m_checking);
    report.record = nullptr; // of use for another check only
    if (m_known.size() == mostKnown)
        m_known.pop_back();
    m_known.push_front({tensor, std::make_shared<const Report>(std::move(report))});
    return m_known.front().report;
}

} // namespace tscope::cli
