// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The first places of each finding of a report, as sentences: as many as are read at a glance.
using FirstPlaces = std::vector<std::vector<std::string>>;

struct JudgedTensor {
    std::string name;
    std::string_view layout;
    std::shared_ptr<const Report> report; // one for all names of a tensor, as what follows
    std::shared_ptr<const FirstPlaces> places;
};

// The sentences for a report, made while the tensor is there.
FirstPlaces firstPlacesOf(const Tensor& tensor, const Report& report);

// The rule in this tensor's case, the first places on a line each, and the likely cause. Harmless to print.
// Precondition: the finding is one of the tensor's report.
std::string messageOf(const JudgedTensor& tensor, const Finding& finding);

} // namespace tscope
