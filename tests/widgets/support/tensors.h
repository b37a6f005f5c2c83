// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope::test {

// The lone tensor of a JSON text; a text that can't be read ends the test.
Tensor tensorOf(std::string_view json);

// The tensors that the window brings along.
std::vector<std::string> sampleNames();
Tensor sample(const std::string& name);

// What a picture has to stand up to: every sample, and tensors that are empty, large, broken or odd.
std::vector<std::string> oddTensorNames();
Tensor oddTensor(const std::string& name);

} // namespace tscope::test
