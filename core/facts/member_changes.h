// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tscope {

// What an edit has made of a tensor, a sentence for each member and for the size: "indptr[700]: 14805 becomes
// 14838", "indptr: 2 of 1,001 numbers change: [7] 40 → 38, [9] 52 → 54", "data: 42,000 numbers become 41,998, from
// data[17345] on". Lists the first twelve numbers that change. Reads every number; says less when it is stopped.
std::vector<std::string> memberChanges(const Tensor& before, const Tensor& after, const Watch& watch = {});

// One run of slots that changes: "indptr[700]: 14805 → 14838", "data[3..6]: 1, 0 … → 0, 1 …". Empty where the
// member has become longer or shorter, or can't be read.
std::string changeText(const Tensor& before, const Tensor& after, const Slots& run);

// Where the numbers differ: runs of slots in the order of the members, at most `most`. Of a member that was made
// longer or shorter what is new or another number, not what has only moved; where some were taken out the first
// one behind them. None of members whose type is another one or that can't be read.
std::vector<Slots> changedSlots(const Tensor& before, const Tensor& after, std::size_t most,
                                const Watch& watch = {});

} // namespace tscope
