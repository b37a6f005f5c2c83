// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "base/watch.h"
#include "memory/changed_runs.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tscope {

// Both directions between the slots of one member and the bytes of its storage, by geometry alone: nothing is
// read, and a member that can't be read, or whose geometry makes no sense, has the answers that can be told.

struct BytesOfSlots {
    std::vector<ByteRun> runs; // neither sorted nor merged
    bool complete = true;
};
// Where the elements of these slots lie; what lies outside the storage has no bytes. Lists about `most` runs.
BytesOfSlots bytesOf(const Member& member, const Slots& slots, std::int64_t most);

struct SlotsInBytes {
    std::vector<Slots> slots; // neither sorted nor merged
    bool complete = true;
};
// The slots whose element has a byte among these. Where slots do not follow their bytes, looks at the first `most`
// elements there and lists as many slots. Stops early (and says so) when the watch does.
SlotsInBytes slotsIn(const Member& member, ByteRun bytes, std::int64_t most, const Watch& watch = {});

} // namespace tscope
