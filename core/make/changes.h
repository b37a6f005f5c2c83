// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "make/random.h"
#include "tensor/tensor.h"

#include <functional>
#include <optional>
#include <vector>

namespace tscope {

// The small changes that faults are made of. Each takes a copy of a tensor and leaves all but what it names as it
// was.

using Slot = std::optional<std::int64_t>;
using Change = Result<Tensor> (*)(const Tensor&, Slot, Random&);

Error cantBreak(std::string_view why);

// The integers of a member, rewritten; fails when they can't be read or the new ones do not fit.
Result<Tensor> withNumbers(Tensor tensor, std::string_view role,
                           const std::function<bool(std::vector<std::int64_t>&)>& rewrite);
Result<Tensor> withType(Tensor tensor, std::string_view role, const DType& type); // the same numbers
// Zeros of another type, the shape kept.
Result<Tensor> withZeros(Tensor tensor, std::string_view role, const DType& type);
Result<Tensor> withLabel(Tensor tensor, std::string_view role, const Storage::Label& label);
Result<Tensor> onDevice(Tensor tensor, std::string_view device); // all members, no bytes left on meta
// With more dims of that member, and of the size where one is claimed, so large that their product overflows
// before the last one, 0, makes it 0.
Result<Tensor> withUncountableDims(Tensor tensor, std::string_view role);
Result<Tensor> withGeometry(Tensor tensor, std::string_view role, Geometry geometry);
Result<Tensor> withLeadingDim(Tensor tensor, std::string_view role);
Result<Tensor> withoutDims(Tensor tensor, std::string_view role);
Result<Tensor> flattened(Tensor tensor, std::string_view role);
Result<Tensor> spaced(Tensor tensor, std::string_view role); // every second element of a longer storage
Result<Tensor> lengthened(Tensor tensor, std::string_view role, int dim); // the last group along the dim twice
Result<Tensor> shortened(Tensor tensor, std::string_view role, int dim);  // without it
Result<Tensor> shortStorage(Tensor tensor, std::string_view role);
Tensor withLayout(Tensor tensor, std::string_view role, std::string_view layout);
Tensor withClaim(Tensor tensor, std::string_view name, ClaimValue value);
Tensor withGrad(Tensor tensor, std::string_view role);

// `slot` if it lies in 0 .. count-1, one of them if it is not given; fails when there is none.
Result<std::int64_t> chosen(Slot slot, std::int64_t count, Random& random, std::string_view what);

} // namespace tscope
