// SPDX-License-Identifier: Apache-2.0
#include "rules/contract_calls.h"

#include "base/say.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tscope {

namespace {

// How a call treats a broken tensor, beside the other ways to make one.
enum class CallEffect : std::uint8_t {
    raises,
    raisesOnRequest,           // contents are checked only when the caller asks for it
    raisesOnRequestButLengths, // and lengths always
    raisesOutsideBuffer,
    raisesLate,
    raisesInFullCheck,
    raisesInFullBlockCheck,
    checksMetadataOnly,
};

struct CallRow {
    std::string_view contract, layout, code;
    CallEffect effect = CallEffect::raises;
};

// Observed with PyTorch 2.15 and SciPy 1.17 on tensors that break one rule each; cuSPARSE 12.6.3 by probes of its
// descriptors.
constexpr std::array callRows{
    CallRow{"pytorch", "csr", "torch.sparse_csr_tensor(..., check_invariants=True)", CallEffect::raisesOnRequest},
    CallRow{"pytorch", "csc", "torch.sparse_csc_tensor(..., check_invariants=True)", CallEffect::raisesOnRequest},
    CallRow{"pytorch", "bsr", "torch.sparse_bsr_tensor(..., check_invariants=True)", CallEffect::raisesOnRequest},
    CallRow{"pytorch", "bsc", "torch.sparse_bsc_tensor(..., check_invariants=True)", CallEffect::raisesOnRequest},
    CallRow{"pytorch", "coo", "torch.sparse_coo_tensor(..., check_invariants=True)",
            CallEffect::raisesOnRequestButLengths},
    CallRow{"pytorch", "strided", "torch.as_strided(...)"},
    CallRow{"pytorch", "nested", "torch._nested_view_from_buffer(...)", CallEffect::raisesOutsideBuffer},
    CallRow{"pytorch", "jagged", "torch.nested.nested_tensor_from_jagged(...).unbind()", CallEffect::raisesLate},
    CallRow{"scipy", "csr", "csr_matrix(...).check_format(full_check=True)", CallEffect::raisesInFullCheck},
    CallRow{"scipy", "csc", "csc_matrix(...).check_format(full_check=True)", CallEffect::raisesInFullCheck},
    CallRow{"scipy", "bsr", "bsr_matrix(...).check_format(full_check=True)", CallEffect::raisesInFullBlockCheck},
    CallRow{"scipy", "coo", "coo_matrix(...)"},
    CallRow{"cusparse", "csr", "cusparseCreateCsr(...)", CallEffect::checksMetadataOnly},
    CallRow{"cusparse", "csc", "cusparseCreateCsc(...)", CallEffect::checksMetadataOnly},
    CallRow{"cusparse", "bsr", "cusparseCreateBsr(...)", CallEffect::checksMetadataOnly},
    CallRow{"cusparse", "coo", "cusparseCreateCoo(...)", CallEffect::checksMetadataOnly},
    CallRow{"cusparse", "strided", "cusparseCreateDnMat(...)", CallEffect::checksMetadataOnly},
};

std::string effectText(CallEffect effect)
{
    switch (effect) {
    case CallEffect::raises:
        return say("raises");
    case CallEffect::raisesOnRequest:
        return say("raises; without check_invariants=True, which is off by default, anything is accepted");
    case CallEffect::raisesOnRequestButLengths:
        return say("raises; without check_invariants=True, which is off by default, only lengths are compared");
    case CallEffect::raisesOutsideBuffer:
        return say("raises where a component reaches outside the buffer");
    case CallEffect::raisesLate:
        return say("raises in unbind(); the constructor alone accepts wrong offsets");
    case CallEffect::raisesInFullCheck:
        return say("raises; the constructor alone accepts falling pointers and indices out of range");
    case CallEffect::raisesInFullBlockCheck:
        return say("raises, except on a size that is no whole number of blocks; the constructor alone accepts "
                   "falling pointers and indices out of range too");
    case CallEffect::checksMetadataOnly:
        break;
    }
    return say("refuses wrong sizes and types only; no call looks at pointers and indices, and what an operation "
               "does with wrong ones is undefined");
}

} // namespace

std::string purposeOf(const Contract& contract)
{
    const auto name = contract.name();
    if (name == "pytorch")
        return say("PyTorch as it is today");
    if (name == "documented")
        return say("the newest published text of the layout, taken strictly");
    if (name == "csr-2021")
        return say("the text on CSR of 2021; no other layout");
    if (name == "csr-2021-draft")
        return say("the same text in another version, without sorted and distinct columns");
    if (name == "scipy")
        return say("SciPy's full check of its matrices");
    return say("cuSPARSE, for its descriptors and operations");
}

ContractCall judgingCall(const Contract& contract, const Layout& layout)
{
    const auto row = std::ranges::find_if(callRows, [&](const CallRow& each) {
        return each.contract == contract.name() && each.layout == layout.name;
    });
    return row == callRows.end() ? ContractCall() : ContractCall{row->code, effectText(row->effect)};
}

std::string judgingText(const Contract& contract, const Layout& layout)
{
    const auto call = judgingCall(contract, layout);
    return call.code.empty() ? std::string() : say("{0} {1}", call.code, call.effect);
}

} // namespace tscope
