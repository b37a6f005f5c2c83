// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/document.h"

#include <functional>
#include <string>
#include <unordered_set>

namespace tscope {

// Whether these keys hold all of the tensor, apart from storages that other tensors share.
bool fitsScipyKeys(const Tensor& tensor);
// The tensors that were read under SciPy's keys and that those keys still hold as they are.
std::unordered_set<const Tensor*> inScipyKeys(const Document& document);
// A sentence on the tensors that no longer fit the keys they were read under; empty: all fit.
std::string lostScipyKeysText(const Document& document);

// Writes the keys of one of those tensors behind an open brace, except its claims. `afterSome` as in
// appendJsonElements().
bool appendScipyKeys(std::string& out, const Tensor& tensor, const std::function<bool()>& afterSome);

} // namespace tscope
