// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "dispatch/kernel_key.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// One step of a conversion by kernels.
struct RouteLeg {
    std::vector<KernelChoice> kernels; // the first that takes it
    Form from, to;
    std::int64_t bytes = 0; // that it is guessed to write
};

// What the members of such a tensor take that stores so many elements, but for those that a kernel shares (null:
// none, see abi.h). Precondition: its layout says its members.
std::int64_t guessedBytes(const Form& form, std::int64_t elements, const std::int32_t* shared = nullptr);

// The chain of kernels that is guessed to write the fewest bytes; empty: none leads from one form to the other.
// `elements`: how many elements the source stores.
std::vector<RouteLeg> planRoute(const Form& from, const Form& to, std::int64_t elements, std::string_view device);

} // namespace tscope
