// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "facts/related.h"

#include <string_view>

namespace tscope {

// The place that these words name: an element "1, 3", "(1, 3)" or "x[1, 3]", a slot "values[5]" or "crow 5" (by
// its row-major position, or by an index into the member: "indices[0, 3]"), a byte "byte 64", "storage 1 byte 64"
// or "values byte 64". Fails with what was wanted and what was found where the tensor has no such place. May look
// at all members.
Result<Place> placeFrom(const Tensor& tensor, std::string_view text, const Watch& watch = {});

// The member that a word names: by our word, a library's or the file's, or by the beginning of one where only one
// member has it. Fails with the words that it may be.
Result<const Member*> memberNamed(const Tensor& tensor, std::string_view text);

} // namespace tscope
