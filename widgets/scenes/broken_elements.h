// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace tscope {

// What is wrong with an element that a picture marks as broken. Nothing is looked up before it is asked for the
// first time. Borrows the tensor and its report.
class BrokenElements
{
public:
    BrokenElements(const Tensor& tensor, const Report* report) : m_tensor(tensor), m_report(report) {}

    // The places of broken rules that lie at this index. Where none does, that of a rule which guards memory whose
    // index agrees with this one in most of the first dims. Empty where nothing is known to be broken.
    QString wordsAt(const Extents& index);

private:
    struct Place {
        const Finding* finding = nullptr;
        const Witness* witness = nullptr;
    };

    void collect();
    const Place* nearest(const Extents& index) const;

    const Tensor& m_tensor;
    const Report* m_report;
    bool m_isCollected = false;
    std::multimap<Extents, Place> m_places;
    std::vector<std::pair<Extents, Place>>
        m_guards; // of rules that guard memory; without an index where none is known
};

} // namespace tscope
