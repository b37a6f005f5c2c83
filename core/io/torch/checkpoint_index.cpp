// SPDX-License-Identifier: Apache-2.0
#include "io/torch/checkpoint_index.h"

#include "base/say.h"
#include "io/pickle/text.h"
#include "io/torch/arguments.h"
#include "io/torch/object.h"

#include <algorithm>

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

// An attribute from the state of an object.
Id attribute(const PickleTree& tree, Id object, std::string_view name)
{
    return tree.is(object, call) ? valueUnder(tree, tree.call(object).state, name) : PickleTree::absent;
}

// " at (4, 0)" for a part of a tensor that begins there; empty for one that begins at 0.
std::string beginOf(const PickleTree& tree, Id index)
{
    const auto offset = attribute(tree, index, "offset");
    if (!tree.is(offset, call))
        return {};
    const auto extents = torchExtents(tree, offset);
    const bool isBegin =
        !extents || std::ranges::all_of(*extents, [](std::int64_t extent) { return extent == 0; });
    return isBegin ? std::string() : " at " + text(*extents);
}

} // namespace

Result<CheckpointNames> checkpointNames(std::string_view pickle, std::string_view file, const Watch& watch)
{
    const auto run = runTorchPickle(pickle, pickle.size(), archiveIdParts, watch);
    if (auto judged = judgeTorchPickle(run, watch); !judged)
        return judged.error();
    const auto& tree = run.tree;
    const auto places = attribute(tree, run.root, "storage_data");
    if (!tree.is(places, dict))
        return corrupt(
            say("wanted where the items of a checkpoint lie, found {0}", pickleText(tree, run.root, 80)));
    CheckpointNames names;
    auto index = PickleTree::absent;
    for (const auto half : tree.children(places)) {
        if (index == PickleTree::absent) {
            index = half;
            continue;
        }
        const auto name = attribute(tree, index, "fqn"), path = attribute(tree, half, "relative_path"),
                   offset = attribute(tree, half, "offset");
        if (tree.is(name, string) && tree.is(path, string) && tree.text(path) == file && tree.is(offset, integer))
            names.insert_or_assign(tree.integer(offset), std::string(tree.text(name)) + beginOf(tree, index));
        index = PickleTree::absent;
    }
    return names;
}

} // namespace tscope
