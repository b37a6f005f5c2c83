// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/overlap.h"
#include "facts/slot_bytes.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// A member of each of two tensors, both views of one storage.
struct StorageOverlap {
    std::string_view member, other;
    std::uint64_t storageId = 0;
    std::int64_t storageBytes = 0;
    ByteRun bytes, otherBytes; // from the first byte that each reads to the last
    Sharing sharing = Sharing::none;

    ByteRun common() const; // that both reach; runs backwards where there are none
};

// In the order of the members. Of members with different roles only those that share a byte: all arrays of one
// file may lie in one storage.
std::vector<StorageOverlap> storageOverlaps(const Tensor& a, const Tensor& b);

// "values of both are views of one storage of 96 bytes: both read bytes 0..95"
std::string overlapText(const StorageOverlap& overlap, const Tensor& a, const Tensor& b);

} // namespace tscope
