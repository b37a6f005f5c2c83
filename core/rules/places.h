// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "rules/check.h"

#include <functional>
#include <memory>
#include <utility>

namespace tscope {

// What a report keeps of the places of each rule where more of them are going to be looked at: the rest is found
// anew, one by one. A tensor of a few bytes can have millions of places, and each takes some hundred bytes.
inline constexpr std::int64_t witnessesKept = 1000;

// All places of the findings of one report. Borrows the tensor, and the contract that the report is of.
class Places
{
public:
    explicit Places(const Tensor& tensor, const Contract& contract, Watch watch = {})
        : m_tensor(tensor), m_contract(contract), m_watch(std::move(watch))
    {
    }

    // In order, at most `most` of them (0: up to witnessLimit), until `visit` says false: first those that the
    // report keeps, then the others, for which the rule is asked again.
    void forEach(const Finding& finding, std::int64_t most, const std::function<bool(const Witness&)>& visit);

    // How many these are.
    static std::int64_t listed(const Finding& finding, std::int64_t most);

private:
    const Tensor& m_tensor;
    const Contract& m_contract;
    Watch m_watch;
    std::unique_ptr<Reading> m_reading; // made when first needed: what it has counted serves all findings
};

} // namespace tscope
