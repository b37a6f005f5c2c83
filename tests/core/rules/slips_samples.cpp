// SPDX-License-Identifier: Apache-2.0
#include "core/rules/slips.h"
#include "literals/json_tensor.h"
#include "make/generators.h"

#include <stdexcept>

namespace tscope::test {

Result<Tensor> sampleOf(std::string_view layout, Random& random)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.seed = random.next();
    const auto rows = random.between(1, 9), columns = random.between(1, 9);
    spec.size = {rows, columns};
    if (layout == "nested" || layout == "jagged") {
        spec.kind = "ragged";
        spec.size = {random.between(1, 6), random.between(1, 7), random.between(1, 3)};
        return makeTensorOf(spec);
    }
    if (layout == "strided")
        return makeTensorOf(spec);
    spec.nnz = random.between(1, rows * columns);
    if (layout != "coo" && random.below(2) == 1)
        spec.indexDType = ElementType::i32;
    if (layout == "bsr" || layout == "bsc") {
        spec.blocksize = {random.between(1, 3), random.between(1, 3)};
        spec.size = {rows * spec.blocksize[0], columns * spec.blocksize[1]};
    }
    if (layout != "coo" && random.below(3) == 0)
        spec.batch = {random.between(1, 3)};
    if (random.below(3) == 0)
        spec.dense = {random.between(1, 3)};
    return makeTensorOf(spec);
}

Json textOf(Tensor tensor)
{
    const auto text = writeJsonTensors({.tensors = {{"", std::move(tensor)}}, .warnings = {}});
    if (!text)
        throw std::runtime_error(text.error().text);
    return Json::parse(*text);
}

} // namespace tscope::test
