// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tscope {

// Changes to a tensor, as data: repairs are made of them, and so is what a user types. Applying them gives a
// new tensor; the old one stays as it is, so undo is keeping it.

struct SetElements { // slots begin, begin+1, ... of a member
    std::string member;
    std::int64_t begin = 0;
    std::vector<Element> values; // of the member's type
};
struct ReplaceArray { // another array in that role
    std::string member;
    Array array;
    std::string layout = "strided";
};
struct SetSize {
    std::optional<Extents> size;
};
struct SetClaim {
    std::string name;
    std::optional<ClaimValue> value; // nothing: take the claim away
};
struct SetDType {
    std::optional<DType> dtype;
};
struct SetIndexDType {
    std::optional<DType> dtype;
};
struct SetDevice {
    std::optional<Device> device;
};
struct SetRequiresGrad {
    std::string member;
    bool requiresGrad = false;
};

using Edit = std::variant<SetElements, ReplaceArray, SetSize, SetClaim, SetDType, SetIndexDType, SetDevice,
                          SetRequiresGrad>;

struct EditList {
    std::vector<Edit> edits;
};

// The same members under another meaning, to be checked: evidence for a misreading.
struct Reinterpretation {
    std::string_view id; // "csc-as-csr"
    std::string as;      // "csc"
    std::string text;    // one sentence
    Tensor tensor;
};

// Fails when an edit names a member that is not there, slots outside it, or slots that can't be reached.
Result<Tensor> applied(const Tensor& tensor, std::span<const Edit> edits);

// The slots that the edits touch, when all of them only set elements; nothing otherwise (read it anew).
std::optional<std::vector<Slots>> touchedSlots(const Tensor& tensor, std::span<const Edit> edits);

} // namespace tscope
