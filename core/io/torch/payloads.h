// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "base/watch.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The description of one weight or constant of an exported program, from the JSON text beside it.
struct Payload {
    std::string name;     // of the tensor: "layer.weight"
    std::string file;     // where its bytes are: an entry in the folder of the text
    bool isSaved = false; // as a file of torch.save
    bool requiresGrad = false;
    std::optional<DType> dtype; // and geometry; nothing: it is no tensor, or not told
    Geometry geometry;
    std::string device = "cpu";
};

Result<std::vector<Payload>> readPayloads(std::string_view json, const Watch& watch);

} // namespace tscope
