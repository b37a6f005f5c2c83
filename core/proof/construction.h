// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The published construction of a tensor, step by step. A step of depth d is called by the last one before it of
// depth d - 1.
struct ConstructionStep {
    enum class Outcome : std::uint8_t { done, holds, broken, undecided, notReached };

    int depth = 0;
    std::string call;               // "_validate_sparse_csr_tensor_args(crow_indices, col_indices, values, size)"
    std::vector<std::string> rules; // what it checks; empty: it only stores
    Outcome outcome = Outcome::done;
    std::string text; // what was found or stored, in one sentence
};

std::string_view name(ConstructionStep::Outcome outcome);

// What a builder did with the members.
struct ConstructionTrace {
    std::string builder;   // "checked" "unsafe" "inferred"
    std::string_view tree; // whose call tree it is: "2021" "2021-draft" "today"
    std::vector<ConstructionStep> steps;
    bool built = false;                                 // the tensor came out
    std::optional<Tensor> tensor;                       // when built
    std::vector<std::string> certificate;               // rules known to hold; empty when nothing was checked
    std::optional<Extents> inferred, inferredPublished; // both formulas, where members tell a size
    std::string difference;                             // what it means when they differ
    Report report;                                      // of the whole check; empty for the unsafe builder
};

struct BuildOptions {
    bool unsafe = false; // store the members, check nothing
    bool infer = false;  // leave the claimed size aside
    bool draft = false;  // csr only: the other published call tree
    Watch watch = {};    // when it stops, the report is a cancelled one
};

// Never refuses to answer: a construction that stops says in its trace where and why.
ConstructionTrace construct(const Tensor& tensor, const BuildOptions& options = {});

} // namespace tscope
