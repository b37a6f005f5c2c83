// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "facts/related.h"
#include "facts/telling.h"

namespace tscope {

// What `tscope locate` prints: the steps to an element, or the elements that read a slot, of which `listed` are
// named at most.
Telling tellPath(const Path& path, const Extents& index);
Telling tellReaders(const Tensor& tensor, const Slots& slots, const Readers& readers, std::int64_t listed);

// How what is pointed at is found. Of an element and of one slot the very lines of `locate`, for a slot that one
// element reads followed by the path to it; of other places the same of all slots that lie there.
Telling tellPlace(const Tensor& tensor, const Place& place, const Related& related, std::int64_t listed);

} // namespace tscope
