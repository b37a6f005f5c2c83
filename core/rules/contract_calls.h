// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/contracts.h"

#include <string>
#include <string_view>

namespace tscope {

// Who asks for the rules of a contract, in a few words: "PyTorch as it is today".
std::string purposeOf(const Contract& contract);

// The call by which the consumer itself judges a tensor of a layout, as users of the consumer write it.
struct ContractCall {
    std::string_view code; // "csr_matrix(...).check_format(full_check=True)"
    std::string effect;    // when it raises, and which neighbouring call accepts broken contents
};
// No code: the contract does not know the layout, or is a published text that no call checks.
ContractCall judgingCall(const Contract& contract, const Layout& layout);

// The same as one sentence without a full stop: "torch.as_strided(...) raises"; empty where there is no call.
std::string judgingText(const Contract& contract, const Layout& layout);

} // namespace tscope
