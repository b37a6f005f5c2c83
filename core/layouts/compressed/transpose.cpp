// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/transpose.h"

#include "base/say.h"
#include "layouts/compressed/compressed.h"
#include "layouts/compressed/reading.h"

#include <utility>

namespace tscope {

namespace {

const Layout& transposed(compressed::Kind kind)
{
    if (kind.blocks)
        return kind.rows ? bscLayout() : bsrLayout();
    return kind.rows ? cscLayout() : csrLayout();
}

} // namespace

Result<Tensor> transposedView(const Tensor& tensor)
{
    if (tensor.layout->family != "compressed")
        return invalidArgument(
            say("only csr, csc, bsr and bsc are transposed as a view of their members, found {0}",
                tensor.layout->name));
    const auto kind = compressed::kindOf(*tensor.layout);
    const auto batchDims = tensor.member("compressed").array.geometry.rank() - 1;
    auto view = tensor;
    view.layout = &transposed(kind);
    for (auto& member : view.members) {
        member.role = roleNamed(*view.layout, member.role->name);
        member.as.clear();
    }
    if (tensor.claims.word("declared_layout") == std::optional(std::string(tensor.layout->name)))
        view.claims.set("declared_layout", std::string(view.layout->name));
    if (kind.blocks) {
        auto& geometry = view.find("values")->array.geometry;
        const auto block = static_cast<std::size_t>(batchDims + 1);
        if (batchDims < 0 || geometry.sizes.size() < block + 2 || geometry.strides.size() != geometry.sizes.size())
            return invalidArgument(
                say("values of at least {0} dims were wanted to swap those of the blocks, found {1}",
                    batchDims + 3, geometry.sizes.size()));
        std::swap(geometry.sizes[block], geometry.sizes[block + 1]);
        std::swap(geometry.strides[block], geometry.strides[block + 1]);
    }
    if (view.size && batchDims >= 0 && view.size->size() >= static_cast<std::size_t>(batchDims) + 2)
        std::swap((*view.size)[static_cast<std::size_t>(batchDims)],
                  (*view.size)[static_cast<std::size_t>(batchDims) + 1]);
    return view;
}

} // namespace tscope
