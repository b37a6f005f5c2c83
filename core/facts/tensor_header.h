// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "facts/fact_tree.h"
#include "facts/telling.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Where the attributes that every tensor has are in memory. Offsets and sizes are measured on an object of the
// compiled type, so that they are true of this build.

struct HeaderField {
    std::string_view path; // from the start of the object: "array.geometry.strides"
    std::int64_t offset = 0, bytes = 0;
};
struct HeaderObject {
    std::string_view type; // in namespace tscope
    std::int64_t bytes = 0;
    std::vector<HeaderField> fields; // by offset
};
HeaderObject tensorHeader(); // the same for every layout
HeaderObject memberHeader(); // the same for every member

// What a layout adds to the tensor's header: one member's header for each of its arrays.
struct HeaderAddition {
    std::string_view layout;
    std::vector<std::string_view> required, optional; // roles
    std::int64_t bytes = 0;                           // of the headers of the required ones
};
std::vector<HeaderAddition> headerAdditions();

// For people: both headers with the values of this tensor, and what its layout adds.
Telling tellHeader(const Tensor& tensor, const std::string& name);
// What every layout adds.
Telling tellHeaderAdditions();
// Both headers for the tree of facts.
Fact headerFact(const Tensor& tensor);
Json headerJson(const Tensor& tensor, const std::string& name);
Json headerAdditionsJson();

} // namespace tscope
