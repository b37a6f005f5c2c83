// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/document.h"

#include <functional>
#include <string>
#include <string_view>

namespace tscope {

// The JSON tensor: any tensor as plain text, broken ones too. Memory stays within a small multiple of the text.
// With `despiteFaults` those of several tensors that can't be read are left out.
Result<Document> readJsonTensors(std::string_view text, const Watch& watch = {}, bool despiteFaults = false);

// Writes what readJsonTensors() reads back as the same tensors: members, strides, sharing, claims and all.
// Fails when elements are of an opaque type or can't be read but exist.
Result<std::string> writeJsonTensors(const Document& document);
// The same, handed out as it comes; `take` says whether it wants more.
using TakeText = std::function<bool(std::string_view text)>;
Result<void> writeJsonTensors(const Document& document, const TakeText& take);

} // namespace tscope
