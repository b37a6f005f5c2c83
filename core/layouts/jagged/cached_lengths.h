// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/result.h"
#include "tensor/edit.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope {

// The cached shortest and longest length, min_seqlen and max_seqlen, and their removal.

// "min_seqlen and max_seqlen", of those that the tensor claims; empty without.
std::string cachedNames(const Tensor& tensor);

Result<EditList> planForgetExtremes(const Reading& reading, const Report& report);

// Whether they may be right, as broken offsets or lengths are why they do not fit. Else they are wrong themselves.
bool areExtremesEvidence(const Report& report);

// Which of them are removed, and why if they are wrong themselves.
std::string forgottenText(const Reading& reading, const Report& report);

} // namespace tscope
