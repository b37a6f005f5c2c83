// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

#include <functional>
#include <span>

namespace tscope {

// Fills all of the bytes, which are zeros. False: it could not; what it did is kept and counts as lost, as pages
// of a file do (lost_pages.h).
using MakeBytes = std::function<bool(std::span<std::byte> bytes)>;

// Bytes that are made when they are first asked for: an array that lies packed in a file and may never be looked
// at. Who asks then waits, and may get std::bad_alloc.
StoragePtr lateStorage(std::int64_t byteSize, MakeBytes make, Storage::Label label = {});

} // namespace tscope
