// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/run.h"

namespace tscope {

// A way round for batches of sparse matrices whose results differ in their number of entries, which no compressed
// layout can hold: the matrices of each input become one, side by side along its diagonal, the operation is done
// to that, and what comes out is taken apart into a coo tensor with the batch dims of the inputs. Nothing where
// the operation or the inputs are of another kind. Fails where the operation fails on the large matrices as well.
Result<std::optional<RunResult>> runSideBySide(const OpSpec& op, std::span<const Sound> inputs,
                                               const Params& params, const RunOptions& options);

} // namespace tscope
