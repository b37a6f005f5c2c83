// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/overlap.h"
#include "base/watch.h"
#include "facts/slot_bytes.h"
#include "tensor/tensor.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// How two tensors are related by where their elements lie.
enum class Kin : std::uint8_t {
    none,
    same, // the same members on the same bytes: nothing was copied or is seen differently
    view, // the values lie in the other's storages
    part, // something else does, the values do not: indices that two tensors share
    copy, // the same layout, size and elements, in storages of its own
};

struct Kinship {
    struct Shared {
        std::string_view member, other; // of the one and of the other tensor
        Sharing bytes = Sharing::none;  // of that storage, which both read
        bool operator==(const Shared&) const = default;
    };

    Kin kin = Kin::none;
    std::vector<Shared> shared;        // in the order of the members
    std::vector<std::string_view> own; // members that share nothing
};

// Exact for what shares a storage (where bytes can't be decided it says so), by geometry alone. Elements are
// compared only where nothing is shared and all types, sizes and claims agree; a comparison that would take too
// long, can't be made or is stopped says none.
Kinship kinship(const Tensor& tensor, const Tensor& other, const Watch& watch = {});

// "view, shares memory: crow_indices, values (some of the bytes); own: col_indices", of the two that it was found
// of.
std::string kinshipText(const Kinship& kinship, const Tensor& tensor, const Tensor& other);

// One storage and who looks at it.
struct StorageUsers {
    struct User {
        std::size_t tensor = 0; // number in the list
        std::string_view member;
        ByteRun bytes; // from the first to the last that is read, clipped to the storage; empty: none
    };

    StoragePtr storage;
    std::vector<User> users;
};
// Every storage once, in the order in which tensors name them.
std::vector<StorageUsers> storageUsers(std::span<const Tensor* const> tensors);

} // namespace tscope
