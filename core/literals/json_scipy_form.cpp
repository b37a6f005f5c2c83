// SPDX-License-Identifier: Apache-2.0
#include "literals/json_scipy_form.h"

#include "base/say.h"
#include "layouts/coo/coo.h"
#include "literals/json_array.h"
#include "literals/json_numbers.h"
#include "literals/json_scipy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tscope {

namespace {

// The lists of a member are all that is written: no stride, no offset, no device, nothing behind the last element.
bool isPlainList(const Member& member)
{
    const auto& [storage, dtype, geometry] = member.array;
    if (!member.isReadable() || member.requiresGrad || dtype.isOpaque() || !storage->hasBytes() ||
        !(storage->device() == Device{}) || storage->isPinned() || geometry.rank() == 0 || geometry.offset != 0 ||
        geometry.strides != rowMajorStrides(geometry.sizes))
        return false;
    const auto& sizes = geometry.sizes;
    const auto zero = std::ranges::find(sizes, 0); // lists show no dimension behind an empty one
    const bool isShown = zero == sizes.end() || zero + 1 == sizes.end();
    return isShown && storage->byteSize() == member.array.byteSize();
}

bool isKeyOfTensor(const Layout& layout, std::string_view word)
{
    constexpr std::array<std::string_view, 12> keys{"format", "layout",  "members",   "components",
                                                    "size",   "tensors", "texts",     "index_dtype",
                                                    "row",    "col",     "blocksize", "coords"};
    return std::ranges::find(keys, word) != keys.end() || isJsonArrayKey(word) ||
           topLevelRole(layout, word) != nullptr;
}

// Whether the elements as they are written have this type for NumPy.
bool isTypeForNumPy(const Array& array)
{
    const auto count = array.storageNumel();
    switch (array.dtype.type()) {
    case ElementType::f64:
        return true;
    case ElementType::i64:
    case ElementType::boolean:
        return count > 0;
    case ElementType::u64:
        for (std::int64_t i = 0; i < count; ++i)
            if (!array.at(i).asIndex())
                return true;
        return false;
    default:
        return false;
    }
}

bool appendNested(std::string& out, const Array& array, std::int64_t first, std::span<const std::int64_t> sizes,
                  JsonNumbers numbers, const std::function<bool()>& afterSome)
{
    if (sizes.size() == 1)
        return appendJsonElements(out, *array.storage, {first, sizes[0]}, array.dtype, numbers, afterSome);
    const auto inner = numel(Extents(sizes.begin() + 1, sizes.end())).value_or(0);
    out += '[';
    for (std::int64_t i = 0; i < sizes[0]; ++i) {
        out += i > 0 ? ", " : "";
        if (!appendNested(out, array, first + i * inner, sizes.subspan(1), numbers, afterSome))
            return false;
    }
    out += ']';
    return true;
}

std::string bracketed(std::span<const std::int64_t> numbers)
{
    std::string out;
    for (const auto number : numbers)
        out += (out.empty() ? "[" : ", ") + std::to_string(number);
    return (out.empty() ? "[" : out) + ']';
}

} // namespace

bool fitsScipyKeys(const Tensor& tensor)
{
    const auto& values = tensor.member("values");
    if (!hasScipyKeys(*tensor.layout) || !std::ranges::all_of(tensor.members, isPlainList) ||
        (tensor.dtype && *tensor.dtype != values.array.dtype))
        return false;
    const auto& indexType = tensor.members.front().array.dtype;
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::index &&
            (member.array.dtype != indexType || (tensor.indexDType && *tensor.indexDType != indexType)))
            return false;
    if (tensor.layout == &cooLayout() && tensor.members.front().as != "coords") {
        const auto& sizes = tensor.members.front().array.geometry.sizes;
        if (sizes.size() != 2 || sizes[0] != 2)
            return false;
    }
    return std::ranges::none_of(tensor.claims.all(),
                                [&](const auto& claim) { return isKeyOfTensor(*tensor.layout, claim.name); });
}

std::unordered_set<const Tensor*> inScipyKeys(const Document& document)
{
    std::unordered_set<const Tensor*> out;
    if (std::ranges::none_of(document.tensors, [](const auto& each) { return each.tensor.scipyKeys.has_value(); }))
        return out;
    std::unordered_map<const Storage*, int> users;
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members)
            ++users[member.array.storage.get()];
    for (const auto& [name, tensor] : document.tensors) {
        const auto isOwn = [&](const Member& member) { return users[member.array.storage.get()] == 1; };
        if (tensor.scipyKeys && fitsScipyKeys(tensor) && std::ranges::all_of(tensor.members, isOwn))
            out.insert(&tensor);
    }
    return out;
}

std::string lostScipyKeysText(const Document& document)
{
    const auto had = std::ranges::count_if(document.tensors,
                                           [](const auto& each) { return each.tensor.scipyKeys.has_value(); });
    const auto lost = had - std::ssize(inScipyKeys(document));
    if (lost == 0)
        return {};
    return say("{0|tensor no longer fits|tensors no longer fit} SciPy's keys of the file (format, shape, data); "
               "layout and members are written instead",
               lost);
}

bool appendScipyKeys(std::string& out, const Tensor& tensor, const std::function<bool()>& afterSome)
{
    const auto word = [&](std::string_view key, std::string_view value) {
        appendJsonWord(out, key);
        out += ": ";
        appendJsonWord(out, value);
    };
    const auto& values = tensor.member("values").array;
    word("format", tensor.layout->name);
    if (tensor.size)
        out += ", \"shape\": " + bracketed(*tensor.size);
    if (tensor.dtype || !isTypeForNumPy(values)) {
        out += ", ";
        word("dtype", values.dtype.name());
    }
    const auto& first = tensor.members.front().array;
    if (tensor.indexDType || first.dtype != DType(ElementType::i64)) {
        out += ", ";
        word("index_dtype", first.dtype.name());
    }
    if (tensor.scipyKeys->hasBlocksize && values.geometry.rank() == 3)
        out += ", \"blocksize\": " + bracketed(std::span(values.geometry.sizes).last(2));
    if (tensor.device) {
        out += ", ";
        word("device", tensor.device->text());
    }
    const auto numbers = tensor.scipyKeys->hasBareWords ? JsonNumbers::python : JsonNumbers::pythonInQuotes;
    const auto list = [&](std::string_view key, const Array& array, std::int64_t begin,
                          std::span<const std::int64_t> sizes) {
        out += ",\n ";
        appendJsonWord(out, key);
        out += ": ";
        return appendNested(out, array, begin, sizes, numbers, afterSome);
    };
    const std::span firstSizes(first.geometry.sizes);
    if (tensor.layout != &cooLayout()) {
        const auto& plain = tensor.member("plain").array;
        if (!list("indptr", first, 0, firstSizes) || !list("indices", plain, 0, plain.geometry.sizes))
            return false;
    } else if (tensor.members.front().as == "coords") {
        if (!list("coords", first, 0, firstSizes))
            return false;
    } else if (!list("row", first, 0, firstSizes.last(1)) ||
               !list("col", first, firstSizes[1], firstSizes.last(1))) {
        return false;
    }
    return list("data", values, 0, values.geometry.sizes);
}

} // namespace tscope
