// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/lineage_graph.h"

#include <string>
#include <vector>

namespace tscope {

// A history as the statements that make it again (script.h), for `tscope history`.
struct LineageScript {
    struct Given {
        std::string name; // in the script
        std::size_t node = 0, result = 0;
    };
    std::vector<Given> given; // the tensors that it begins with
    std::string text;
};

// `goesBack`: ends with the gradients of the sum of all elements of the root.
LineageScript lineageScript(const LineageGraph& graph, bool goesBack);

} // namespace tscope
