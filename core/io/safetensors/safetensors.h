// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"
#include "io/source.h"
#include "tensor/document.h"

#include <string_view>

namespace tscope {

// Tensors are parts of the mapped file. Arrays that are the members of one tensor by their names give that tensor
// too, beside themselves.
Result<Document> readSafetensors(const Source& source);

// Every layout, broken ones too: members lie one by one as NAME.MEMBER, and metadata tells what they make up. What
// is strided is written row-major. A plain tensor under the name of a member is taken for that member as it was
// read, and gives way to it.
Result<void> writeSafetensors(const Document& document, Sink& sink);

// What metadata is called among the texts of a document: this, and its key.
inline constexpr std::string_view safetensorsMetadataKey = "__metadata__.";

} // namespace tscope
