// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// An array that nobody said the role of.
struct LooseArray {
    std::string name; // "crow", "model/col_indices"
    Array array;
};

// One way to read loose arrays as the members of a tensor.
struct RoleGuess {
    const Layout* layout = nullptr;
    std::vector<const RoleSpec*> roles; // of the arrays, in their order
    std::int64_t brokenRules = 0;       // by the default contract
    std::int64_t fittingNames = 0;      // arrays that are called what their role is
    std::string text;                   // "csr: a is compressed, b is plain, c is values"
    std::string evidence;               // "valid, 2 names say so, 1 other reading is as good"
};

// The tensor that these roles make. Fails when a role is missing or taken twice.
Result<Tensor> assembled(const Layout& layout, std::span<const LooseArray> arrays,
                         std::span<const RoleSpec* const> roles, const std::optional<Extents>& size = {});

// Every reading in which each array has a role, the best first: those that all names speak for, then those that
// break the fewest rules; between equals some names and the order of the arrays decide. Without a size each is
// taken to be as large as its members tell. Empty: no layout has such members.
std::vector<RoleGuess> guessRoles(std::span<const LooseArray> arrays, const std::optional<Extents>& size = {},
                                  const Watch& watch = {});

} // namespace tscope
