// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/info.h"
#include "proof/construction.h"
#include "tensor/document.h"

#include <string>
#include <vector>

namespace tscope {

// One property for people: "memory", "76.3", "MiB". Names and values that a file brought are in it as they came.
struct Fact {
    std::string name, value;
    std::string unit = {};
    std::vector<Fact> parts = {};
    bool isOpen = false; // its parts matter as much as itself
};

// The tensor as a whole, then its members with what is known of each.
std::vector<Fact> factsOf(const TensorInfo& info);
// How it is constructed: the calls in each other, with what each checks.
Fact factOf(const ConstructionTrace& trace);
// What the file holds beside the tensors, the first of it.
Fact factOf(const std::vector<NamedText>& others);

std::string unitText(std::int64_t count, std::string_view one, std::string_view many); // "entries", of "2 entries"

// For `tscope info` too. Empty where they do not apply.
std::string dimsText(const Outline& outline);         // "1 batch, 2 sparse"
std::string memoryFormatText(const TensorInfo& info); // "contiguous", "none"
std::string overlapText(const StridedFlags& flags);   // "elements do not overlap (PyTorch: too_hard)"

} // namespace tscope
