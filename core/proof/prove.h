// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <string_view>
#include <variant>
#include <vector>

namespace tscope {

// A tensor with the certificate that every rule on which a kernel relies to stay inside its buffers holds. The
// only ticket into operations and conversions; made by prove() alone. Its tensor can be taken out and edited,
// and is then unproven again.
class Sound
{
public:
    const Tensor& tensor() const { return m_tensor; }
    // The ids of the rules that were found to hold.
    const std::vector<std::string_view>& rules() const { return m_rules; }

private:
    friend std::variant<Sound, Report> prove(Tensor tensor, const Watch& watch);
    Sound(Tensor tensor, std::vector<std::string_view> rules)
        : m_tensor(std::move(tensor)), m_rules(std::move(rules))
    {
    }

    Tensor m_tensor;
    std::vector<std::string_view> m_rules;
};

// Sound, or a report of all that stands in the way. Not in the way: rules on which no kernel's safety hangs
// (devices, order within a slice, cached numbers). A rule that can't be evaluated is in the way too. When stopped,
// a report that says so.
std::variant<Sound, Report> prove(Tensor tensor, const Watch& watch = {});
// The same where nobody wants the report: the error says that `what` would not be sound.
Result<Sound> proven(Tensor tensor, std::string_view what, const Watch& watch = {});

} // namespace tscope
