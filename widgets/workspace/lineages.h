// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "history/lineage_graph.h"
#include "workspace/workspace.h"

namespace tscope {

// An open tensor as a step is made of it.
LineageSource sourceOf(const Subject& subject);
// Whether any array of the one lies in a storage of the other.
bool shareStorage(const Tensor& a, const Tensor& b);
// All open tensors as histories know them.
std::vector<OpenTensor> openTensors(const Workspace& workspace);

} // namespace tscope
