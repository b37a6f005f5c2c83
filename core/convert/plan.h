// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"
#include "convert/kernel_route.h"

#include <string>
#include <vector>

namespace tscope {

// What a conversion decides before it moves anything: the same for what is done and what is foreseen.

Form formOf(const Target& target, const DType& indexDType);
// Members change their types alone, which writes so many bytes: "csr with float64 values".
RouteStep castStep(const Tensor& tensor, const DType& dtype, const DType& indexDType, std::int64_t bytes);
// Nothing but types may change: entries, their order and their duplicates stay.
bool keepsForm(const Tensor& tensor, const Target& target, const ConvertRequest& request);
// Layouts that kernels convert to and from, with dims that play the same parts on both sides.
bool hasKernels(const Form& from, const Target& target);
// The kernels that lead there. Empty: there is no way.
std::vector<RouteLeg> legsFor(const Sound& sound, const Form& from, const Form& to, std::string_view device);
// The same for a plain matrix whose entries are in order. Empty: elements are moved one by one.
std::vector<RouteLeg> usualLegs(const Layout& from, const Layout& to, std::string_view device);

} // namespace tscope
