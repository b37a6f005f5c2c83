// SPDX-License-Identifier: Apache-2.0
#include "io/torch/arrays.h"

#include "base/say.h"
#include "convert/cast_array.h"
#include "io/pickle/text.h"
#include "io/torch/numpy_array.h"
#include "layouts/registry.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

constexpr int wrappingsLimit = 64;

constexpr std::string_view storedForm = "(storage, offset, size, stride, requires_grad, hooks)";

// "cuda:0" as torch.device('cuda', 0), torch.device('cuda:0') or a string.
std::optional<Device> deviceOf(const PickleTree& tree, Id value)
{
    if (tree.is(value, string))
        return Device::parse(printable(tree.text(value).substr(0, 40)));
    if (!tree.is(value, call))
        return std::nullopt;
    std::string text;
    for (const auto part : tree.children(tree.call(value).arguments)) {
        if (tree.is(part, string))
            text = printable(tree.text(part).substr(0, 40));
        else if (tree.is(part, integer))
            text += ':' + std::to_string(tree.integer(part));
    }
    return Device::parse(text);
}

// The tag of a layout: torch.serialization._get_layout("torch.sparse_csr"), or the word or name itself.
std::string tagOf(const PickleTree& tree, Id value)
{
    if (tree.is(value, call) && tree.count(tree.call(value).arguments) == 1)
        value = *tree.children(tree.call(value).arguments).begin();
    if (tree.is(value, string))
        return printable(tree.text(value).substr(0, 40));
    return tree.is(value, global) ? tree.fullName(value) : std::string();
}

std::size_t leastArguments(TorchName by)
{
    return by == TorchName::tensor ? 4 : by == TorchName::tensorV2 ? 6 : 7;
}

} // namespace

bool TorchArrays::isTensor(Id value) const
{
    if (m_tree.is(value, persistent))
        return true;
    if (!m_tree.is(value, call))
        return false;
    const auto& called = m_tree.call(value);
    const auto name = torchName(m_tree, called.function);
    if (name != TorchName::ofType || m_tree.count(called.arguments) == 0)
        return isTensorName(name);
    // A function that is not known may rebuild anything.
    const auto inner = *m_tree.children(called.arguments).begin();
    return !m_tree.is(inner, global) || isTensorName(torchName(m_tree, inner));
}

TorchArguments TorchArrays::argumentsOf(const TorchRebuilt& rebuilt) const
{
    return {m_tree, rebuilt.arguments, m_tree.fullName(rebuilt.function)};
}

Result<TorchRebuilt> TorchArrays::unwrapped(Id value) const
{
    TorchRebuilt out;
    for (int step = 0; step < wrappingsLimit; ++step) {
        // What a function is given comes as a value; what a type rebuilds by comes as a function and arguments.
        if (value != PickleTree::absent) {
            if (m_tree.is(value, persistent)) {
                out.isStorage = true;
                out.arguments = value;
                return out;
            }
            if (!m_tree.is(value, call))
                return corrupt(say("wanted a tensor, found {0}", pickleText(m_tree, value, 80)));
            out.function = m_tree.call(value).function;
            out.arguments = m_tree.call(value).arguments;
            value = PickleTree::absent;
        }
        out.by = torchName(m_tree, out.function);
        const auto arguments = argumentsOf(out);
        switch (out.by) {
        case TorchName::parameter: {
            if (auto enough = arguments.need(2, "(tensor, requires_grad, hooks)"); !enough)
                return enough.error();
            const auto flag = arguments.flag(1, "requires_grad");
            if (!flag)
                return flag.error();
            out.requiresGrad |= *flag;
            value = arguments.at(0);
            break;
        }
        case TorchName::fromNumpy:
            if (auto enough = arguments.need(4, "(array of NumPy, dtype, device, requires_grad)"); !enough)
                return enough.error();
            out.device = deviceOf(m_tree, arguments.at(2));
            return out;
        case TorchName::fromTensor:
            if (auto enough = arguments.need(3, "(tensor, dtype, device)"); !enough)
                return enough.error();
            out.device = deviceOf(m_tree, arguments.at(2));
            value = arguments.at(0);
            break;
        case TorchName::ofType:
            if (!m_tree.is(arguments.orAbsent(0), global) || !m_tree.is(arguments.orAbsent(2), tuple))
                return arguments.wanted(say("a function, a class and a tuple of arguments"), out.arguments);
            out.function = arguments.at(0);
            out.arguments = arguments.at(2);
            break;
        default:
            if (!isTensorName(out.by))
                return corrupt(say("wanted a tensor, found what {0} makes", m_tree.fullName(out.function)));
            return out;
        }
    }
    return corrupt(say("wanted a tensor, found more than {0} wrappings around it", wrappingsLimit));
}

std::vector<Id> TorchArrays::attachedTo(Id value) const
{
    std::vector<Id> holders;
    // A state is a dict of attributes, or a pair of that and of a dict for the slots of the class.
    const auto add = [&](Id state) {
        if (m_tree.is(state, dict))
            holders.push_back(state);
        else if (m_tree.is(state, tuple) && m_tree.count(state) == 2)
            for (const auto part : m_tree.children(state))
                if (m_tree.is(part, dict))
                    holders.push_back(part);
    };
    auto function = PickleTree::absent, tupleOfArguments = PickleTree::absent;
    for (int step = 0; step < wrappingsLimit; ++step) {
        if (value != PickleTree::absent) {
            if (!m_tree.is(value, call))
                break;
            const auto& called = m_tree.call(value);
            function = called.function;
            tupleOfArguments = called.arguments;
            add(called.state);
            value = PickleTree::absent;
        }
        const auto name = torchName(m_tree, function);
        const TorchArguments arguments(m_tree, tupleOfArguments, {});
        if (name == TorchName::parameter) {
            add(arguments.orAbsent(3));
            value = arguments.orAbsent(0);
        } else if (name == TorchName::fromTensor) {
            value = arguments.orAbsent(0);
        } else if (name == TorchName::ofType && m_tree.is(arguments.orAbsent(0), global) &&
                   m_tree.is(arguments.orAbsent(2), tuple)) {
            add(arguments.orAbsent(3));
            function = arguments.at(0);
            tupleOfArguments = arguments.at(2);
            continue;
        } else {
            if (step > 0 && name == TorchName::unknown)
                holders.push_back(tupleOfArguments);
            break;
        }
        if (value == PickleTree::absent)
            break;
    }
    return holders;
}

Result<TorchArray> TorchArrays::read(Id value)
{
    const auto rebuilt = unwrapped(value);
    return rebuilt ? read(*rebuilt) : rebuilt.error();
}

Result<TorchArray> TorchArrays::read(const TorchRebuilt& rebuilt)
{
    auto out = [&]() -> Result<TorchArray> {
        if (rebuilt.isStorage)
            return readLoneStorage(rebuilt.arguments);
        switch (rebuilt.by) {
        case TorchName::tensor:
        case TorchName::tensorV2:
        case TorchName::tensorV3:
        case TorchName::quantised:
            return readStored(argumentsOf(rebuilt), rebuilt.by);
        case TorchName::meta:
        case TorchName::wrapper:
            return readWithoutBytes(argumentsOf(rebuilt), rebuilt.by);
        case TorchName::fromNumpy:
            return readNumpy(argumentsOf(rebuilt));
        default:
            return described(rebuilt);
        }
    }();
    if (!out)
        return out;
    out->requiresGrad |= rebuilt.requiresGrad;
    out->device = rebuilt.device;
    return out;
}

Result<TorchArray> TorchArrays::readStored(const TorchArguments& arguments, TorchName by)
{
    if (auto enough = arguments.need(leastArguments(by),
                                     by == TorchName::tensor ? "(storage, offset, size, stride)"
                                     : by == TorchName::quantised
                                         ? "(storage, offset, size, stride, quantizer, requires_grad, hooks)"
                                         : storedForm);
        !enough)
        return enough.error();
    if (!m_tree.is(arguments.at(0), persistent))
        return arguments.wanted(0, "a storage");
    const auto id = torchStorageId(m_tree, arguments.at(0), m_idParts);
    if (!id)
        return id.error();
    TorchArray out;
    out.array.dtype = id->dtype;
    if (by == TorchName::tensorV3) {
        auto dtype = arguments.dtype(6);
        if (!dtype)
            return dtype.error();
        out.array.dtype = std::move(*dtype);
    }
    const auto offset = arguments.integer(1, "an offset");
    auto sizes = arguments.extents(2, "a size"), strides = arguments.extents(3, "strides");
    if (!offset || !sizes || !strides)
        return !offset ? offset.error() : !sizes ? sizes.error() : strides.error();
    out.array.geometry = {std::move(*sizes), std::move(*strides), saturatingAdd(*offset, id->offset)};
    if (by != TorchName::tensor) {
        const auto grad = arguments.flag(by == TorchName::quantised ? 5 : 4, "requires_grad");
        if (!grad)
            return grad.error();
        out.requiresGrad = *grad;
    }
    const auto beside = by == TorchName::quantised
                            ? readQuantizer(arguments, 4, out.claims)
                            : readMetadata(arguments, by == TorchName::tensorV3 ? 7 : 6, out.claims);
    if (!beside)
        return beside.error();
    auto storage = m_storages.get(*id, out.array.dtype);
    if (!storage)
        return storage.error();
    out.array.storage = std::move(*storage);
    showStored(out);
    return out;
}

// qint32 has no values here: shows the integers that it stores.
void TorchArrays::showStored(TorchArray& array)
{
    if (array.array.dtype.name() != qint32Name)
        return;
    array.meantAs = std::exchange(array.array.dtype, ElementType::i32);
}

// A storage that was saved by itself: all of its elements in a row.
Result<TorchArray> TorchArrays::readLoneStorage(Id persistent)
{
    const auto id = torchStorageId(m_tree, persistent, m_idParts);
    if (!id)
        return id.error();
    auto storage = m_storages.get(*id, id->dtype);
    if (!storage)
        return storage.error();
    TorchArray out;
    out.array = {std::move(*storage), id->dtype, {}};
    out.array.geometry = Geometry::rowMajor({out.array.storageNumel()});
    showStored(out);
    return out;
}

Result<TorchArray> TorchArrays::readWithoutBytes(const TorchArguments& arguments, TorchName by)
{
    const std::size_t first = by == TorchName::wrapper ? 1 : 0; // after the class
    if (auto enough =
            arguments.need(first + 4, first == 0 ? "(dtype, size, stride, requires_grad)"
                                                 : "(class, dtype, size, stride, offset, layout, device)");
        !enough)
        return enough.error();
    auto dtype = arguments.dtype(first);
    auto sizes = arguments.extents(first + 1, "a size"), strides = arguments.extents(first + 2, "strides");
    if (!dtype || !sizes || !strides)
        return !dtype ? dtype.error() : !sizes ? sizes.error() : strides.error();
    TorchArray out;
    out.array.geometry = {std::move(*sizes), std::move(*strides), 0};
    std::optional<Device> device = Device::parse("meta");
    if (by == TorchName::wrapper) {
        const auto offset = arguments.integer(4, "an offset");
        if (!offset)
            return offset.error();
        out.array.geometry.offset = *offset;
        device = deviceOf(m_tree, arguments.orAbsent(6));
    }
    const auto grad = arguments.flag(by == TorchName::wrapper ? 7 : 3, "requires_grad");
    out.requiresGrad = grad && *grad;
    const auto needed = minStorage(out.array.geometry).value_or(0);
    out.array.storage =
        declaredStorage(checkedMul(needed, dtype->itemSize()).value_or(0), {device.value_or(Device{}), false});
    out.array.dtype = std::move(*dtype);
    m_warnings.add([&] {
        return say("a tensor of size {0} has no data in the file: what it is made of is shown, not its values",
                   text(out.array.geometry.sizes));
    });
    return out;
}

// Of devices whose bytes PyTorch does not write itself. NumPy lacks some types: such elements were made wider.
Result<TorchArray> TorchArrays::readNumpy(const TorchArguments& arguments)
{
    const auto dtype = arguments.dtype(1);
    const auto grad = arguments.flag(3, "requires_grad");
    if (!dtype || !grad)
        return !dtype ? dtype.error() : grad.error();
    auto array = pickledNumpyArray(m_tree, arguments.at(0), m_numpyBytesLeft, m_watch);
    if (!array)
        return array.error();
    if (!(array->dtype == *dtype)) {
        auto cast = castArray(*array, *dtype, false, m_numpyBytesLeft, m_watch);
        if (!cast)
            return cast.error();
        array = std::move(cast->array);
        m_numpyBytesLeft -= array->storage->byteSize();
    }
    TorchArray out;
    out.array = std::move(*array);
    out.requiresGrad = *grad;
    return out;
}

// A member that is itself sparse or nested, as rules see it: its size and element type.
TorchArray TorchArrays::described(const TorchRebuilt& rebuilt)
{
    TorchArray out;
    Extents sizes;
    auto values = PickleTree::absent;
    if (rebuilt.by == TorchName::sparse) {
        if (const auto sparse = torchSparse(*this, rebuilt)) {
            const auto* layout = layoutNamed(sparse->tag);
            out.layout = layout ? std::string(layout->name) : sparse->isCompressed() ? "csr" : "coo";
            if (sparse->size != PickleTree::absent)
                if (auto size = torchExtents(m_tree, sparse->size))
                    sizes = std::move(*size);
            values = sparse->members.back();
        } else {
            out.layout = "coo";
        }
    } else {
        out.layout = rebuilt.by == TorchName::nested ? "nested" : "jagged";
    }
    auto dtype = DType::opaque("unknown");
    if (values != PickleTree::absent)
        if (const auto inner = unwrapped(values); inner && inner->by <= TorchName::quantised)
            if (const auto array = read(*inner))
                dtype = array->array.dtype;
    out.array = Array::declared(std::move(dtype), std::move(sizes));
    return out;
}

Result<void> TorchArrays::readMetadata(const TorchArguments& arguments, std::size_t i, Claims& claims) const
{
    const auto metadata = arguments.orAbsent(i);
    if (metadata == PickleTree::absent || m_tree.is(metadata, none))
        return {};
    for (const std::string_view bit : {"conj", "neg"}) {
        const auto flag = valueUnder(m_tree, metadata, bit);
        if (m_tree.is(flag, boolean) && m_tree.flag(flag))
            claims.set(bit, true);
    }
    if (claims.flag("conj") || claims.flag("neg"))
        m_warnings.add([] {
            return say(
                "a tensor is a view that conjugates or negates its elements: in its members shown are those "
                "that are stored; at an index, computed and converted are those that are meant");
        });
    return {};
}

Result<TorchSparse> torchSparse(const TorchArrays& arrays, const TorchRebuilt& rebuilt)
{
    const auto& tree = arrays.tree();
    const auto arguments = arrays.argumentsOf(rebuilt);
    if (!tree.is(arguments.orAbsent(1), tuple))
        return arguments.wanted(say("a layout and a tuple of members"), rebuilt.arguments);
    const TorchArguments parts(tree, arguments.at(1), arguments.name());
    // The members come first, then the size: its place tells how many they are.
    std::size_t members = 0;
    while (members < parts.count() && arrays.isTensor(parts.at(members)))
        ++members;
    if (members != 2 && members != 3)
        return parts.wanted(say("two or three members and a size"), arguments.at(1));
    TorchSparse out;
    for (std::size_t i = 0; i < members; ++i)
        out.members.push_back(parts.at(i));
    out.size = parts.orAbsent(members);
    out.coalesced = members == 2 ? parts.orAbsent(3) : PickleTree::absent;
    out.tag = tagOf(tree, arguments.at(0));
    return out;
}

} // namespace tscope
