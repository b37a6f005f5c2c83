// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"
#include "history/history_node.h"
#include "ops/run.h"
#include "ops/transform.h"

#include <span>
#include <string>
#include <vector>

namespace tscope {

// Operations that remember where their results came from, if an input requires a gradient and the result can have
// one. They fail as the operations themselves do.

// A tensor that a history begins with. Fails where it requires a gradient though it has no numbers with fractions.
Result<Recorded> recordedLeaf(Sound sound, bool requiresGradient);
// The same of one that is to be proven sound first.
Result<Recorded> recordedLeaf(Tensor tensor, bool requiresGradient, const Watch& watch = {});
// The same elements without their history.
Recorded detached(const Recorded& recorded);

Result<Recorded> recordedRun(const OpSpec& op, std::span<const Recorded> inputs, const Params& params,
                             const RunOptions& options = {});
// Several results after unbind, chunk or split.
Result<std::vector<Recorded>> recordedStep(const Recorded& input, const ViewStep& step,
                                           const TransformOptions& options = {});
Result<Recorded> recordedConversion(const Recorded& input, const ConvertRequest& request,
                                    const ConvertOptions& options = {});

enum class ComponentLayout : std::uint8_t { nested, jagged };
struct NestingOptions {
    ComponentLayout layout = ComponentLayout::nested;
    std::int64_t maxBytes = 0; // of the copy; 0: half of the machine's memory
    Watch watch = {};
};
// A list of strided tensors, copied into one buffer: the result's history is theirs.
Result<Recorded> asNestedTensor(std::span<const Recorded> list, const NestingOptions& options = {});
// The same copy without a history: a new leaf. `cut` are the numbers of those whose history ends here.
struct NewNested {
    Recorded made;
    std::vector<std::size_t> cut;
};
Result<NewNested> nestedTensor(std::span<const Recorded> list, bool requiresGradient,
                               const NestingOptions& options = {});

// The rows of a strided matrix that whole numbers of any size name.
Result<Recorded> recordedEmbedding(const Recorded& weight, const Recorded& indices,
                                   const TransformOptions& options = {});

} // namespace tscope
