// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/support/byte_source.h"
#include "tensor/edit.h"
#include "tensor/tensor.h"

// Any tensor at all: members with any geometry over small storages and any claims; or a sound one, with a few
// edits that may break it.
tscope::Tensor randomTensor(ByteSource& source);

tscope::Array randomArray(ByteSource& source, tscope::DType dtype);

// Any change to it; may be impossible.
tscope::Edit randomEdit(ByteSource& source, const tscope::Tensor& tensor);
// One that sets elements.
tscope::Edit randomTyping(ByteSource& source, const tscope::Tensor& tensor);
