// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/phrases.h"

#include "base/say.h"
#include "tensor/tensor.h"

namespace tscope {

namespace {

constexpr PlacePattern places[]{
    {"STR-1.1", "", "there are {expected|size|sizes} and {actual|stride|strides}"},
    {"STR-1.2", "", "the size of dim {dim} is {actual}"},
    {"STR-1.3", "", "the stride of dim {dim} is {actual}"},
    {"STR-1.4", "", "the offset is {actual}"},
    {"STR-1.5", "numel", "the number of elements does not fit 64 bits"},
    {"STR-1.5", "reach", "the position of the last element does not fit 64 bits"},
    {"STR-1.5", "bytes", "the bytes up to the last element can't be counted in 64 bits"},
    {"STR-1.6", "", "the product is {actual#} at dim {dim}"},
    {"STR-2.1", "",
     "the last element would be at index {actual}, but the storage has {limit|element|elements}{furthest}"},
    {"CU-8", "", "the strides are {actual}"},
};

// The dim that takes the last element furthest.
std::string furthest(const Tensor& tensor)
{
    const auto& geometry = tensor.member("values").array.geometry;
    if (geometry.sizes.empty() || geometry.sizes.size() != geometry.strides.size())
        return {};
    const auto reachOf = [&](std::size_t d) { return saturatingMul(geometry.sizes[d] - 1, geometry.strides[d]); };
    std::size_t widest = 0;
    for (std::size_t d = 1; d < geometry.sizes.size(); ++d)
        if (reachOf(d) > reachOf(widest))
            widest = d;
    return say("; dim {0} reaches furthest (+{1})", widest, reachOf(widest));
}

std::optional<std::string> term(const Tensor& tensor, const Witness* witness, std::string_view name)
{
    return witness != nullptr && name == "furthest" ? std::optional(furthest(tensor)) : std::nullopt;
}

} // namespace

constinit const Phrases stridedPhrases{places, term};

} // namespace tscope
