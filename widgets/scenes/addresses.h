// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <QString>

#include <vector>

namespace tscope {

// Where in memory something lies, in words: for tips, and for those who cannot see where it is drawn.

// Of a slot: "byte 20", or that it is outside its storage.
QString byteText(const Member& member, std::int64_t slot);
// "values[5], byte 20"; with the number of entries that lie elsewhere besides.
QString addressText(const Member& member, std::int64_t slot, std::int64_t more, const Tensor& tensor);
// The slots that use these bytes: "values[5]".
QString usersText(const std::vector<const Member*>& members, std::int64_t begin, std::int64_t end,
                  const Tensor& tensor);

} // namespace tscope
