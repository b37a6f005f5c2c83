// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/jagged/jagged.h"
#include "literals/packed_components.h"
#include "literals/text_array.h"
#include "literals/text_sparse.h"

#include <algorithm>

namespace tscope {

namespace {

using Index = TextTree::Index;

void append(std::vector<std::byte>& bytes, const Storage& storage)
{
    const auto begin = bytes.size();
    bytes.resize(begin + static_cast<std::size_t>(storage.byteSize()));
    storage.read(0, std::span(bytes).subspan(begin));
}

// Components that differ in their first dim only, end to end.
Result<Tensor> jagged(const std::vector<Extents>& shapes, const DType& dtype, StoragePtr values, std::string place)
{
    Extents sizes{0}, offsets{0};
    for (const auto& shape : shapes) {
        if (shape.empty() ||
            !std::equal(shape.begin() + 1, shape.end(), shapes.front().begin() + 1, shapes.front().end()))
            return corrupt(
                say("the components of a jagged tensor differ in their first dim only, found {0} and {1}",
                    text(shapes.front()), text(shape)),
                std::move(place));
        sizes[0] = saturatingAdd(sizes[0], shape[0]); // empty components may be of any length
        offsets.push_back(sizes[0]);
    }
    if (!shapes.empty())
        sizes.insert(sizes.end(), shapes.front().begin() + 1, shapes.front().end());
    const auto& layout = jaggedLayout();
    const auto count = static_cast<std::int64_t>(offsets.size());
    Member valuesMember, offsetsMember;
    valuesMember.role = roleNamed(layout, "values");
    valuesMember.array = Array{std::move(values), dtype, Geometry::rowMajor(std::move(sizes))};
    offsetsMember.role = roleNamed(layout, "offsets");
    offsetsMember.array = Array::fromInts({count}, offsets);
    std::vector<Member> members;
    members.push_back(std::move(valuesMember));
    members.push_back(std::move(offsetsMember));
    return makeTensor(layout, std::move(members));
}

} // namespace

Result<Tensor> readNestedCall(const TextTree& tree, Index call, WarningList& warnings)
{
    const auto arguments = TextArguments::of(tree, call);
    if (arguments.byPlace.size() != 1 || tree.kind(arguments.byPlace.front()) != TextKind::list)
        return textError(tree, call, say("nested_tensor([...]) with a list of components"));
    const auto list = arguments.byPlace.front();
    TextDefaults defaults;
    defaults.isSinglePrecision = true;
    std::optional<DType> said;
    bool requiresGrad = false, isJagged = false;
    for (const auto& [name, at] : arguments.byName) {
        if (name == "dtype") {
            auto dtype = textDType(tree, at);
            if (!dtype)
                return dtype.error();
            said = *dtype;
        } else if (name == "device") {
            const auto word = textWord(tree, at);
            if (!word)
                return word.error();
            defaults.device = Device::parse(*word);
        } else if (name == "requires_grad") {
            const auto flag = textFlag(tree, at);
            if (!flag)
                return flag.error();
            requiresGrad = *flag;
        } else if (name == "layout") {
            const auto word = textWord(tree, at);
            if (!word)
                return word.error();
            isJagged = *word == "torch.jagged";
        } else if (name != "grad_fn" && name != "pin_memory") {
            const std::string_view argument = name;
            warnings.add([&] { return say("the argument {0} was left out", argument); });
        }
    }
    // One type for all: what is said, what the first component says, or what all numbers need.
    const auto first = tree.firstPart(list);
    if (!said && first < tree.end(list) && tree.kind(first) == TextKind::call)
        if (const auto at = TextArguments::of(tree, first).find("dtype")) {
            auto dtype = textDType(tree, *at);
            if (!dtype)
                return dtype.error();
            said = *dtype;
        }
    const auto dtype = said.value_or(inferredType(tree, list, true));
    defaults.dtype = dtype;
    defaults.isDTypeForced = true;
    // Of maybe very many components: their shapes, and their bytes one after the other.
    std::vector<Extents> shapes;
    std::vector<std::byte> bytes;
    Storage::Label label{.device = defaults.device.value_or(Device{})};
    for (auto part = first; part < tree.end(list); part = tree.end(part)) {
        auto array = readTextArray(tree, part, defaults, warnings);
        if (!array)
            return array.error();
        requiresGrad = requiresGrad || array->requiresGrad;
        if (shapes.empty())
            label.device = array->array.storage->device();
        append(bytes, *array->array.storage);
        shapes.push_back(std::move(array->array.geometry.sizes));
    }
    auto builder = StorageBuilder::make(std::ssize(bytes));
    if (!builder)
        return builder.error();
    std::ranges::copy(bytes, builder->bytes().begin());
    auto buffer = std::move(*builder).seal(std::move(label));
    auto tensor = isJagged ? jagged(shapes, dtype, std::move(buffer), tree.place(list))
                           : packedComponents(shapes, dtype, std::move(buffer));
    if (!tensor)
        return corrupt(tensor.error().text, tree.place(list));
    tensor->members.front().requiresGrad = requiresGrad;
    if (said)
        tensor->dtype = said;
    if (defaults.device)
        tensor->device = defaults.device;
    return tensor;
}

} // namespace tscope
