// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <QString>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tscope {

// Says what is wrong with the elements of a picture. Nothing is looked up before it is asked for the first time.
// Borrows the tensor, its report and the watch.
class BrokenElements
{
public:
    // A report may list a million places. Those without words of their own are kept where `isInSight` is true.
    BrokenElements(const Tensor& tensor, const Report* report, std::function<bool(const Extents& index)> isInSight,
                   const Watch& watch)
        : m_tensor(tensor), m_report(report), m_isInSight(std::move(isInSight)), m_watch(watch)
    {
    }

    // The places of broken rules that lie at this index; empty where there are none.
    QString wordsAt(const Extents& index);
    // The same of an element that can't be read or lies outside: where no place is at its index, that of a rule
    // which guards memory whose index agrees with this one in most of the first dims.
    QString wordsNear(const Extents& index);

private:
    struct Place {
        const Finding* finding = nullptr;
        const Witness* witness = nullptr;
    };

    void collect();
    const Place* nearest(const Extents& index) const;

    const Tensor& m_tensor;
    const Report* m_report;
    std::function<bool(const Extents& index)> m_isInSight;
    const Watch& m_watch;
    bool m_isCollected = false;
    std::multimap<Extents, Place> m_places;
    std::vector<std::pair<Extents, Place>>
        m_guards; // of rules that guard memory; without an index where none is known
};

} // namespace tscope
