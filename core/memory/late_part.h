// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

namespace tscope {

// What partOf() makes of a storage that is late: it is late too. Precondition: the part lies inside.
StoragePtr latePart(StoragePtr whole, std::int64_t begin, std::int64_t byteSize, Storage::Label label);

} // namespace tscope
