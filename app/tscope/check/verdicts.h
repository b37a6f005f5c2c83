// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "rules/check.h"
#include "tensor/tensor.h"

#include <deque>
#include <memory>

namespace tscope::cli {

// The verdicts on the tensors of a file. One that it names many times is judged once: a few bytes of a file can
// name the same large tensor a hundred thousand times.
class Verdicts
{
public:
    explicit Verdicts(const CheckOptions& checking) : m_checking(checking) {}

    std::shared_ptr<const Report> of(const Tensor& tensor);

private:
    struct Known {
        Tensor tensor;
        std::shared_ptr<const Report> report;
    };

    const CheckOptions& m_checking;
    std::deque<Known> m_known; // the last few, the newest first
};

} // namespace tscope::cli
