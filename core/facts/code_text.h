// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/info.h"

#include <string>

namespace tscope {

struct CodeOptions {
    std::int64_t mostElements = mostWrittenElements; // of one storage; a comment tells how many more it has
    WrittenElements* written = nullptr;              // counts the elements, if it is given
    Watch watch = {};                                // when it stops, what was written by then is no code
};

// A program that builds the tensor as `t`, members, strides, shared storages and all, broken as it may be: what a
// library has no word for, refuses or changes is said in comments, and what can't be built stands in one. Names
// from files can't leave their comments.
std::string torchCode(const Tensor& tensor, const std::string& name = "", const CodeOptions& options = {});
// With SciPy for sparse layouts; lists of arrays for batches and components.
std::string numpyCode(const Tensor& tensor, const std::string& name = "", const CodeOptions& options = {});

} // namespace tscope
