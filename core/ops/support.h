// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"
#include "element/dtype.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Whether an operation runs on a device for inputs of these layouts, with what kernel, or why not.
struct SupportCell {
    enum class Answer : std::uint8_t {
        kernel,         // there is one for just this
        wayRound,       // inputs are converted first; of conversions: several kernels, one after the other
        noMeaning,      // these layouts have none together
        notImplemented, // no kernel, and no way round
        notBuiltIn,     // this build has no backend for the device
    };
    std::string op, device;
    std::vector<std::string_view> layouts;
    Answer answer = Answer::kernel;
    std::string result;         // layout
    std::string kernel;         // that runs in the end
    std::string reason;         // of a no, or what is converted
    std::string condition = {}; // what the inputs must have besides their layouts; empty: nothing
    std::vector<DType> dtypes, indexDTypes;
    std::vector<std::string> needs; // rules besides those that every proven tensor keeps
    // Of kernels on a device beside the processor: the hardware they were verified on; empty: on none so far.
    std::string verifiedOn = {};
    std::string absent = {}; // why no device is here for what the rest says; empty: there is one

    bool isProcessors = false; // what the processor does, also where another device is asked for

    bool isUnverified() const { return hasKernel() && device != "cpu" && !isProcessors && verifiedOn.empty(); }
    // "cpu.matmul.rows", "cpu.matmul.rows (input 2 becomes csr)"; empty: none.
    std::string kernelText() const { return answer == Answer::wayRound ? kernel + " (" + reason + ")" : kernel; }
    // What is said beside the kernel: "by way of csr; wants blocks that divide the size; not yet run on a GPU".
    std::string note() const;
    bool isSupported() const { return hasKernel() && absent.empty(); }
    // Whether it could run, were there a device.
    bool hasKernel() const { return answer == Answer::kernel || answer == Answer::wayRound; }
};

// "csr, strided -> strided: spmm_csr", "coo, coo: why not"
std::string text(const SupportCell& cell);

// All cells of an operation: every combination of the layouts the house knows, on every device it knows of.
std::vector<SupportCell> supportOf(const OpSpec& op);
SupportCell supportOf(const OpSpec& op, std::string_view device, std::span<const std::string_view> layouts);
// The same for conversions: from the first layout to the second.
std::vector<SupportCell> supportOfConversions();

} // namespace tscope
