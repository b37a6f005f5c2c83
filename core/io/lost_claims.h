// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/sink.h"
#include "tensor/document.h"

#include <functional>
#include <string>
#include <string_view>

namespace tscope {

// What a tensor claims beyond what its members tell, "size, dtype, is_coalesced", for sentences on what a file
// does not keep; without those that `isKept` knows. The names alone; empty: nothing.
std::string claimsBesideMembers(const Tensor& tensor,
                                const std::function<bool(std::string_view claim)>& isKept = {});

// Notes which of a document's other texts a file does not keep.
void noteLostTexts(const Document& document, Sink& sink, std::string_view file,
                   const std::function<bool(std::string_view name)>& isKept);

} // namespace tscope
