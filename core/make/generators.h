// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// What a made tensor is to be like. The same spec gives the same bytes on every machine.
struct MakeSpec {
    std::string kind = "random"; // one of makeKinds()
    std::string layout = "csr";
    Extents size = {8, 8}; // the two sparse dims; nested and jagged: components, and their largest shape
    std::optional<std::int64_t> nnz = {}; // stored entries (blocks) per batch; at most one of nnz and density
    std::optional<double> density = {};   // of the places for entries; neither: a tenth
    std::array<std::int64_t, 2> blocksize = {2, 2}; // bsr and bsc, and kind blocks
    Extents batch = {};                             // compressed layouts
    Extents dense = {};                             // compressed layouts and coo
    Extents lengths = {};                           // nested and jagged: of each component, along its first dim
    DType dtype = ElementType::f32;
    DType indexDType = ElementType::i64;
    std::uint64_t seed = 1;
    std::int64_t bandwidth = 1; // kind banded: diagonals on each side
};

struct MakeKind {
    std::string_view name;
    std::string_view does; // one line
};
std::span<const MakeKind> makeKinds();
bool canBeMade(std::string_view kind, const Layout& layout);

// Elements that one made tensor may have, indices and values together.
inline constexpr std::int64_t makeLimit = std::int64_t{1} << 28;

// A valid tensor of that kind. Fails where the wish has no meaning or would be too large.
Result<Tensor> makeTensorOf(const MakeSpec& spec, const Watch& watch = {});

} // namespace tscope
