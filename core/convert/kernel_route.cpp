// SPDX-License-Identifier: Apache-2.0
#include "convert/kernel_route.h"

#include "anatomy/layout.h"
#include "base/checked_math.h"
#include "convert/target.h"
#include "layouts/registry.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostLegs = 3;

class Search
{
public:
    Search(const Form& from, const Form& to, std::int64_t elements, std::string_view device)
        : m_from(from), m_to(to), m_elements(elements), m_device(device), m_edges(kernelsOf("convert", device))
    {
    }

    std::vector<RouteLeg> best()
    {
        follow(m_from, 0);
        return std::move(m_best);
    }

private:
    // What a tensor on the way looks like in that layout.
    Form formOf(const Layout& layout) const
    {
        if (&layout == m_to.layout)
            return m_to;
        auto form = m_to;
        form.layout = &layout;
        form.block = {1, 1};
        if (isBlocked(layout))
            form.block = isBlocked(*m_from.layout) ? m_from.block : m_to.block;
        const bool isFromSparse = m_from.layout->family != "strided";
        if (isFromSparse) {
            form.denseDims = m_from.denseDims;
            form.batchDims = m_from.batchDims;
        }
        if (layout.family == "coo")
            form.batchDims = 0;
        else if (m_from.layout->family == "coo")
            form.batchDims = m_to.batchDims;
        return form;
    }

    bool isOnTheWay(const Layout& layout) const
    {
        return std::ranges::any_of(m_legs, [&](const RouteLeg& leg) { return leg.from.layout == &layout; });
    }

    void follow(const Form& at, std::int64_t bytes)
    {
        if (m_legs.size() == mostLegs)
            return;
        for (std::size_t n = 0; n < m_edges.size(); ++n) {
            const auto& edge = m_edges[n];
            const auto* next = layoutNamed(edge.kernel.result);
            if (edge.kernel.layouts[0] != at.layout->name || next == nullptr || next->memberForms == nullptr)
                continue;
            const bool isSecond = std::any_of(
                m_edges.begin(), m_edges.begin() + static_cast<std::ptrdiff_t>(n), [&](const KernelChoice& other) {
                    return other.layouts() == edge.layouts() &&
                           std::string_view(other.kernel.result) == edge.kernel.result;
                });
            const bool isEnd = next == m_to.layout;
            // Dense in between would cost memory that nobody asked for.
            if (isSecond || (!isEnd && (next->family == "strided" || isOnTheWay(*next))))
                continue;
            const auto form = formOf(*next);
            const auto sparseDims = std::ssize(form.size) - form.batchDims - form.denseDims;
            if (next->family == "compressed" && sparseDims != 2)
                continue;
            if (isBlocked(*at.layout) && isBlocked(*next) && at.block != form.block)
                continue; // blocks are split into elements first
            auto kernels = findKernels({"convert", m_device, edge.layouts(), edge.kernel.result});
            // The last one takes everything; whether an earlier one takes it nobody knows yet.
            const auto cost = guessedBytes(form, m_elements, kernels.back().kernel.shared);
            const auto total = saturatingAdd(bytes, cost);
            if (!m_best.empty() && total >= m_bestBytes)
                continue;
            m_legs.push_back({std::move(kernels), at, form, cost});
            if (isEnd) {
                m_best = m_legs;
                m_bestBytes = total;
            } else {
                follow(form, total);
            }
            m_legs.pop_back();
        }
    }

    const Form &m_from, &m_to;
    std::int64_t m_elements;
    std::string_view m_device;
    std::vector<KernelChoice> m_edges;
    std::vector<RouteLeg> m_legs, m_best;
    std::int64_t m_bestBytes = 0;
};

} // namespace

std::int64_t guessedBytes(const Form& form, std::int64_t elements, const std::int32_t* shared)
{
    auto perEntry = saturatingMul(form.block[0], form.block[1]);
    for (const auto extent : form.dense())
        perEntry = saturatingMul(perEntry, std::max<std::int64_t>(extent, 1));
    const auto lines = std::max<std::int64_t>(numel(form.batch()).value_or(1), 1);
    const auto members = form.layout->memberForms(form, elements / perEntry / lines);
    std::int64_t bytes = 0;
    for (std::size_t m = 0; members && m < members->size(); ++m) {
        const auto& [dtype, sizes] = (*members)[m];
        if (shared == nullptr || shared[m] < 0)
            bytes = saturatingAdd(bytes, saturatingMul(numel(sizes).value_or(int64Max), dtype.itemSize()));
    }
    return bytes;
}

std::vector<RouteLeg> planRoute(const Form& from, const Form& to, std::int64_t elements, std::string_view device)
{
    return Search(from, to, elements, device).best();
}

} // namespace tscope
