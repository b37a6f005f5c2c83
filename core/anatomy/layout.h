// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "anatomy/reading.h"
#include "anatomy/role.h"
#include "anatomy/rule.h"
#include "base/result.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace tscope {

struct Advice;
struct Tensor;

// Called once for each stored element: its logical index and the row-major position of its value in the member
// of kind `values`. Returns false to stop.
using EntryVisitor = std::function<bool(const Extents& index, std::int64_t valueSlot)>;

// All that the house knows of a layout. Views, commands, checks and diffs work from this alone, so a new
// layout is one such value in one folder, and a line in the registry.
struct Layout {
    std::string_view name;                        // "csr"
    std::string_view family;                      // "compressed": layouts that share rules and contracts
    std::span<const std::string_view> otherNames; // accepted in input: "nested_strided", "torch.sparse_csr"
    std::span<const RoleSpec> roles;
    std::span<const Rule> rules;

    std::unique_ptr<Reading> (*read)(const Tensor&, const ReadOptions&) = nullptr;

    // The element at `index`. Fails (invalidArgument) when the index has the wrong rank or lies outside the size;
    // on a broken tensor goes as far as can be read and says in the last step what stopped it.
    Result<Path> (*locate)(const Tensor&, const Extents& index) = nullptr;
    // All elements whose reading looks at that slot (row-major position) of a member; lists at most `limit`.
    Result<Readers> (*readersOf)(const Tensor&, std::string_view role, std::int64_t slot,
                                 std::int64_t limit) = nullptr;
    // Every stored element in stored order, duplicates and all. Skips what can't be read or lies outside the size.
    Result<void> (*entries)(const Tensor&, const EntryVisitor&) = nullptr;

    const Advice* advice = nullptr; // causes, misreadings, repairs of this layout's own; may be null
};

} // namespace tscope
