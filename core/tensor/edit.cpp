// SPDX-License-Identifier: Apache-2.0
#include "tensor/edit.h"

#include "base/checked_math.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

Result<Member*> memberToEdit(Tensor& tensor, std::string_view word)
{
    const auto* role = roleNamed(*tensor.layout, word);
    auto* member = role ? tensor.find(role->name) : nullptr;
    if (!member)
        return invalidArgument(
            say("an edit needs a member of the tensor, found '{0}' in a {1} tensor", word, tensor.layout->name));
    return member;
}

bool isInside(const SetElements& edit, std::int64_t count)
{
    return edit.begin >= 0 && edit.begin <= count &&
           static_cast<std::int64_t>(edit.values.size()) <= count - edit.begin;
}

// The bytes that setting these elements changes. A run of slots that lie side by side is one patch.
std::vector<BytePatch> patchesOf(const Array& array, const SetElements& edit)
{
    std::vector<BytePatch> patches;
    for (std::size_t j = 0; j < edit.values.size(); ++j) {
        const auto begin = array.byteRange(edit.begin + static_cast<std::int64_t>(j)).first;
        const auto bytes = edit.values[j].bytes();
        const bool follows = !patches.empty() && begin == patches.back().begin + static_cast<std::int64_t>(
                                                                                     patches.back().bytes.size());
        if (!follows)
            patches.push_back({begin, {}});
        patches.back().bytes.insert(patches.back().bytes.end(), bytes.begin(), bytes.end());
    }
    return patches;
}

Result<void> apply(Tensor& tensor, const SetElements& edit)
{
    const auto found = memberToEdit(tensor, edit.member);
    if (!found)
        return found.error();
    const auto& member = **found;
    const auto& array = member.array;
    if (!member.isReadable())
        return invalidArgument(say("setting elements needs a member whose elements can be reached, found {0} "
                                   "without bytes, out of bounds or not strided",
                                   member.role->name));
    const auto count = numel(array.geometry).value_or(0);
    if (!isInside(edit, count))
        return invalidArgument(say("setting {0} elements from slot {1} needs slots inside {2}, which has {3}",
                                   edit.values.size(), edit.begin, member.role->name, count));
    for (const auto& value : edit.values)
        if (value.type() != array.dtype)
            return invalidArgument(say("setting elements of {0} needs {1}, found {2}", member.role->name,
                                       array.dtype.name(), value.type().name()));
    if (edit.values.empty())
        return {};

    // Members that live in the same storage keep living in it.
    const auto old = array.storage;
    const auto next = patched(old, patchesOf(array, edit));
    for (auto& each : tensor.members)
        if (each.array.storage == old)
            each.array.storage = next;
    return {};
}

Result<void> apply(Tensor& tensor, const ReplaceArray& edit)
{
    if (const auto found = memberToEdit(tensor, edit.member)) {
        (*found)->array = edit.array;
        (*found)->layout = edit.layout;
        return {};
    }
    // An optional member may be put in.
    const auto* role = roleNamed(*tensor.layout, edit.member);
    if (!role)
        return memberToEdit(tensor, edit.member).error();
    auto members = std::move(tensor.members);
    members.push_back({.role = role, .array = edit.array, .layout = edit.layout});
    auto made = makeTensor(*tensor.layout, std::move(members));
    if (!made)
        return made.error();
    tensor.members = std::move(made->members);
    return {};
}

Result<void> apply(Tensor& tensor, const SetSize& edit)
{
    tensor.size = edit.size;
    return {};
}

Result<void> apply(Tensor& tensor, const SetClaim& edit)
{
    if (edit.value)
        tensor.claims.set(edit.name, *edit.value);
    else
        tensor.claims.erase(edit.name);
    return {};
}

Result<void> apply(Tensor& tensor, const SetDType& edit)
{
    tensor.dtype = edit.dtype;
    return {};
}

Result<void> apply(Tensor& tensor, const SetIndexDType& edit)
{
    tensor.indexDType = edit.dtype;
    return {};
}

Result<void> apply(Tensor& tensor, const SetDevice& edit)
{
    tensor.device = edit.device;
    return {};
}

Result<void> apply(Tensor& tensor, const SetRequiresGrad& edit)
{
    const auto found = memberToEdit(tensor, edit.member);
    if (!found)
        return found.error();
    (*found)->requiresGrad = edit.requiresGrad;
    return {};
}

} // namespace

Result<Tensor> applied(const Tensor& tensor, std::span<const Edit> edits)
{
    Tensor next = tensor;
    for (const auto& edit : edits)
        if (const auto done = std::visit([&](const auto& each) { return apply(next, each); }, edit); !done)
            return done.error();
    return next;
}

std::optional<std::vector<Slots>> touchedSlots(const Tensor& tensor, std::span<const Edit> edits)
{
    std::vector<Slots> touched;
    for (const auto& edit : edits) {
        const auto* set = std::get_if<SetElements>(&edit);
        const auto* role = set ? roleNamed(*tensor.layout, set->member) : nullptr;
        const auto* member = role ? tensor.find(role->name) : nullptr;
        if (!member)
            return std::nullopt;
        // One byte may stand under several slots: of this member or of one that shares its storage.
        const bool isAlone = std::ranges::count_if(tensor.members, [&](const Member& each) {
                                 return each.array.storage == member->array.storage;
                             }) == 1;
        if (!isAlone || !isContiguous(member->array.geometry))
            return std::nullopt;
        touched.push_back({role->name, set->begin, saturatingAdd(set->begin, std::ssize(set->values))});
    }
    return touched;
}

} // namespace tscope
