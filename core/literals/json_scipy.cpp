// SPDX-License-Identifier: Apache-2.0
#include "literals/json_scipy.h"

#include "base/printable.h"
#include "base/say.h"
#include "layouts/coo/coo.h"
#include "literals/json_array.h"
#include "literals/json_elements.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

namespace {

std::string keysIn(const JsonTree& tree, JsonTree::Index at)
{
    constexpr std::size_t mostKeys = 12, longestKey = 40;
    std::string out;
    std::size_t count = 0;
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1)) {
        const auto word = tree.word(key);
        if (word == "format" || word == "layout")
            continue;
        if (++count > mostKeys)
            return out + ", ...";
        const auto kept = cutText(word, longestKey);
        out += (out.empty() ? "" : ", ") + std::string(kept) + (kept.size() < word.size() ? "..." : "");
    }
    return out.empty() ? say("none of them") : out;
}

} // namespace

bool hasScipyKeys(const Layout& layout)
{
    return layout.name == "coo" || layout.name == "csr" || layout.name == "csc" || layout.name == "bsr";
}

const RoleSpec* topLevelRole(const Layout& layout, std::string_view word)
{
    if (&layout == &cooLayout() && (word == "data" || word == "coords"))
        word = word == "data" ? "values" : "indices";
    return roleNamed(layout, word);
}

Result<Array> readRowAndCol(const JsonTree& tree, JsonTree::Index row, JsonTree::Index col, const DType& dtype,
                            WarningList& warnings)
{
    for (const auto at : {row, col})
        if (tree.kind(at) != JsonKind::list)
            return jsonError(tree, at, say("a list of integers"));
    const auto rows = flatShape(tree, row), cols = flatShape(tree, col);
    if (rows.numel != cols.numel && tree.isWhole(row) && tree.isWhole(col))
        return corrupt(say("row and col need the same length, found {0} and {1}", rows.numel, cols.numel),
                       tree.path(col));
    auto geometry = Geometry::rowMajor({2, std::min(rows.numel, cols.numel)});
    if (dtype.isOpaque()) {
        for (const auto at : {row, col})
            warnings.add([&] {
                return say("{0}: elements of the unknown type {1} can't be held, their data were left out",
                           tree.path(at), dtype.name());
            });
        return Array{declaredStorage(0), dtype, std::move(geometry)};
    }
    auto bytes = StorageBuilder::make((rows.numel + cols.numel) * dtype.itemSize());
    if (!bytes)
        return bytes.error();
    const auto ofRows = static_cast<std::size_t>(rows.numel * dtype.itemSize());
    if (auto stored = storeElements(tree, row, rows, dtype, bytes->bytes().first(ofRows)); !stored)
        return stored.error();
    if (auto stored = storeElements(tree, col, cols, dtype, bytes->bytes().subspan(ofRows)); !stored)
        return stored.error();
    if (rows.numel > cols.numel)
        geometry.strides[0] = rows.numel;
    return Array{std::move(*bytes).seal(), dtype, std::move(geometry)};
}

bool isBlocksize(const JsonTree& tree, JsonTree::Index key, const Tensor& tensor, WarningList& warnings)
{
    const auto* values = tensor.find("values");
    if (tree.word(key) != "blocksize" || !tensor.layout->name.starts_with("bs") || !values)
        return false;
    const auto given = jsonExtents(tree, key + 1);
    if (!given || given->size() != 2)
        return false;
    const auto& sizes = values->array.geometry.sizes;
    if (sizes.size() != 3 || sizes[1] != given->front() || sizes[2] != given->back())
        warnings.add([&] {
            return say("{0} is {1}, but the shape of the values is {2}; blocks have the size that the values "
                       "give them",
                       tree.path(key), text(*given), text(sizes));
        });
    return true;
}

std::string missingMembersText(const JsonTree& tree, JsonTree::Index at, const Layout& layout)
{
    const auto found = keysIn(tree, at);
    if (&layout == &cooLayout())
        return say("a {0} tensor needs indices and values (or row, col and data), found {1}", layout.name, found);
    if (layout.family == "compressed")
        return say("a {0} tensor needs {1}, {2} and values (or indptr, indices and data), found {3}", layout.name,
                   usualWord(layout.roles[0]), usualWord(layout.roles[1]), found);
    std::string wanted;
    for (const auto& role : layout.roles)
        if (role.required)
            wanted += (wanted.empty() ? "" : ", ") + std::string(usualWord(role));
    return say("a {0} tensor needs {1}, found {2}", layout.name, wanted, found);
}

} // namespace tscope
