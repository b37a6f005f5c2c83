// SPDX-License-Identifier: Apache-2.0
#include "dispatch/operand.h"

#include "base/check.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/kernel_key.h"

#include <algorithm>

namespace tscope {

namespace {

// Typed reads of the bytes as they lie are fine.
bool isAligned(const Array& array)
{
    const auto* data = array.storage->data();
    const auto size = array.dtype.itemSize();
    const bool isPowerOfTwo = (size & (size - 1)) == 0;
    return data != nullptr &&
           (!isPowerOfTwo || reinterpret_cast<std::uintptr_t>(data) %
                                     static_cast<std::uintptr_t>(std::min<std::int64_t>(size, 8)) ==
                                 0);
}

// The elements of the last dim lie side by side.
bool hasRows(const Geometry& geometry)
{
    return geometry.sizes.empty() || geometry.sizes.back() <= 1 || geometry.strides.back() == 1;
}

tscope_array abiArray(const Array& array)
{
    tscope_array out{};
    out.size = sizeof out;
    out.type = abiType(array.dtype);
    out.item_size = static_cast<std::int32_t>(array.dtype.itemSize());
    out.dims = array.geometry.rank();
    // Backends promise to read inputs only.
    out.data = const_cast<std::byte*>(array.storage->data()) + array.geometry.offset * array.dtype.itemSize();
    out.sizes = array.geometry.sizes.data();
    out.strides = array.geometry.strides.data();
    return out;
}

// An array without elements may say any offset and any strides, and so may any dim of one element: nothing is
// reached by them. Kernels, which multiply them all the same, get those of rows.
Array settled(Array array)
{
    auto& geometry = array.geometry;
    const bool isEmpty = numel(geometry) == 0;
    if (isEmpty)
        geometry.offset = 0;
    const auto usual = rowMajorStrides(geometry.sizes);
    for (std::size_t d = 0; d < usual.size(); ++d)
        if (isEmpty || geometry.sizes[d] == 1)
            geometry.strides[d] = usual[d];
    return array;
}

// Kernels multiply extents before they look whether there is anything, in whatever order: each such product, in
// bytes, must fit, as if there were an element in every dim.
bool canBeMultiplied(const Extents& sizes, std::int64_t itemSize)
{
    std::optional<std::int64_t> product = itemSize;
    for (const auto size : sizes)
        product = product ? checkedMul(*product, std::max<std::int64_t>(size, 1)) : product;
    return product.has_value();
}

Error cannotBeMultiplied(const std::string& what, const Extents& sizes)
{
    return {
        ErrorCode::overflow,
        numel(sizes) == 0
            ? say("the extents {0} of {1} multiply to more bytes than 64 bits can count, but for the 0 among them",
                  text(sizes), what)
            : say("the extents {0} of {1} multiply to more bytes than 64 bits can count", text(sizes), what),
        {},
        {}};
}

// What `shared` of a kernel says of a member.
Result<Array> sharedArray(const Tensor& input, std::int32_t shared)
{
    auto array = settled(input.members[static_cast<std::size_t>(shared % 256)].array);
    if (const auto row = shared / 256 - 1; row >= 0) {
        auto& geometry = array.geometry;
        geometry.offset += row * geometry.strides.front();
        geometry.sizes.erase(geometry.sizes.begin());
        geometry.strides.erase(geometry.strides.begin());
        if (!isContiguous(geometry)) // what becomes a member of its own has to lie as one
            return packed(array);
    }
    return array;
}

// As many as 64 bits can count stand for more.
std::int64_t bytesOf(const MemberForm& form)
{
    return saturatingMul(numel(form.sizes).value_or(int64Max), form.dtype.itemSize());
}

} // namespace

Form formOf(const Tensor& tensor)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    Form form;
    form.layout = tensor.layout;
    if (outline.size)
        for (const auto& extent : *outline.size)
            form.size.push_back(extent.kind == OuterExtent::Kind::number ? extent.value : -1);
    form.batchDims = outline.batchDims.value_or(0);
    form.denseDims = outline.denseDims.value_or(0);
    form.block = outline.blocksize.value_or(form.block);
    form.dtype = tensor.declaredDType();
    form.indexDType = tensor.declaredIndexDType();
    return form;
}

std::int64_t bytesOf(const tscope_array& array)
{
    auto bytes = std::int64_t{array.item_size};
    for (std::int32_t d = 0; d < array.dims; ++d)
        bytes = saturatingMul(bytes, array.sizes[d]);
    return bytes;
}

bool isHostTable(const Layout& layout, const RoleSpec& role)
{
    return layout.family == "nested" && role.kind == RoleKind::table;
}

std::optional<Error> whyNotForKernels(const Form& form, const std::int32_t* shared, std::int64_t maxBytes)
{
    const auto members = form.layout->memberForms != nullptr ? form.layout->memberForms(form, 0) : std::nullopt;
    std::int64_t total = 0;
    for (std::size_t i = 0; members && i < members->size(); ++i) {
        const auto& [dtype, sizes] = (*members)[i];
        const bool isShared = shared != nullptr && shared[i] >= 0;
        total = saturatingAdd(total, isShared ? 0 : bytesOf((*members)[i]));
        if (total <= maxBytes && !canBeMultiplied(sizes, dtype.itemSize()))
            return cannotBeMultiplied(say("the result"), sizes);
    }
    if (total > maxBytes)
        return overBudget(say("the result"), total, maxBytes);
    return std::nullopt;
}

tscope_operand emptyOperand(const Form& form)
{
    tscope_operand out{};
    out.size = sizeof out;
    out.layout = form.layout->name.data(); // names are literals
    out.sizes = form.size.data();
    out.dims = static_cast<std::int32_t>(form.size.size());
    out.batch_dims = static_cast<std::int32_t>(form.batchDims);
    out.dense_dims = static_cast<std::int32_t>(form.denseDims);
    out.block[0] = form.block[0];
    out.block[1] = form.block[1];
    return out;
}

Result<Operand> Operand::reading(const Tensor& tensor, Lie lie, std::int64_t maxBytes)
{
    Operand operand;
    operand.m_form = formOf(tensor);
    const bool isStrided = tensor.layout->family == "strided";
    for (const auto& member : tensor.members) {
        if (!canBeMultiplied(member.array.geometry.sizes, member.array.dtype.itemSize()))
            return cannotBeMultiplied(say("an input"), member.array.geometry.sizes);
        const auto array = settled(member.array);
        const bool liesWell =
            isStrided ? !lie.inRows || hasRows(array.geometry)
                      : (lie.isSpaced && member.role->kind == RoleKind::values) || isContiguous(array.geometry);
        const bool isFine = isAligned(array) && liesWell;
        operand.m_storages.push_back(isFine ? array.storage : nullptr);
        if (isFine) {
            operand.m_arrays.push_back(array);
            continue;
        }
        const auto bytes = array.byteSize();
        if (!bytes || *bytes > maxBytes)
            return overBudget(say("the copy of an input"), bytes.value_or(int64Max), maxBytes);
        auto copy = packed(array);
        if (!copy)
            return copy.error();
        operand.m_bytesCopied = saturatingAdd(operand.m_bytesCopied, *bytes);
        operand.m_arrays.push_back(std::move(*copy));
    }
    const auto outline = tensor.layout->read(tensor, {})->outline();
    operand.m_entries = outline.nnz.value_or(0); // of one batch entry
    for (const auto& array : operand.m_arrays)
        operand.m_members.push_back(abiArray(array));
    return operand;
}

tscope_operand Operand::abi() const
{
    auto out = emptyOperand(m_form);
    out.entries = m_entries;
    out.members = m_members.data();
    out.member_count = static_cast<std::int32_t>(m_members.size());
    return out;
}

Result<ResultOperand> ResultOperand::make(const Form& form, std::int64_t entries, std::span<const Tensor> inputs,
                                          const std::int32_t* shared, std::int64_t maxBytes)
{
    TSCOPE_CHECK(form.layout->memberForms != nullptr,
                 "operations make only layouts that say what members they have");
    const auto members = form.layout->memberForms(form, entries);
    if (!members)
        return Error{ErrorCode::overflow, say("a size of the result does not fit 64 bits"), {}, {}};
    ResultOperand result;
    result.m_form = form;
    result.m_entries = entries;
    result.m_forms = *members;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < members->size(); ++i) {
        const auto& [dtype, sizes] = (*members)[i];
        auto& slot = result.m_slots.emplace_back();
        tscope_array array{};
        array.size = sizeof array;
        array.type = abiType(dtype);
        array.item_size = static_cast<std::int32_t>(dtype.itemSize());
        array.dims = static_cast<std::int32_t>(sizes.size());
        if (shared != nullptr && shared[i] >= 0) {
            auto given = sharedArray(inputs[0], shared[i]);
            if (!given)
                return given.error();
            slot.array = std::move(*given);
            result.m_members.push_back(array);
            continue;
        }
        const auto bytes = bytesOf((*members)[i]);
        total = saturatingAdd(total, bytes);
        if (bytes == int64Max || total > maxBytes)
            return overBudget(say("the result"), total, maxBytes);
        auto builder = StorageBuilder::reserved(bytes);
        if (!builder)
            return builder.error();
        array.data = builder->bytes().data();
        slot.bytes = std::move(*builder);
        result.m_members.push_back(array);
    }
    for (std::size_t i = 0; i < result.m_forms.size(); ++i) {
        result.m_strides.push_back(rowMajorStrides(result.m_forms[i].sizes));
        result.m_members[i].strides = result.m_strides.back().data();
        result.m_members[i].sizes = result.m_forms[i].sizes.data();
    }
    return result;
}

tscope_operand ResultOperand::abi() const
{
    auto out = emptyOperand(m_form);
    out.entries = m_entries;
    out.members = m_members.data();
    out.member_count = static_cast<std::int32_t>(m_members.size());
    return out;
}

std::int64_t ResultOperand::bytesWritten(std::int64_t entries) const
{
    std::int64_t bytes = 0;
    const auto forms = *m_form.layout->memberForms(m_form, entries);
    for (std::size_t i = 0; i < forms.size(); ++i)
        if (m_slots[i].bytes)
            bytes = saturatingAdd(bytes, bytesOf(forms[i]));
    return bytes;
}

Result<Tensor> ResultOperand::tensor(std::int64_t entries, const Device& device) &&
{
    auto forms = *m_form.layout->memberForms(m_form, entries);
    std::vector<Member> members;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const auto* role = &m_form.layout->roles[i];
        if (m_slots[i].array) {
            members.push_back({role, std::move(*m_slots[i].array)});
            continue;
        }
        auto geometry = Geometry::rowMajor(std::move(forms[i].sizes));
        const auto bytes = *numel(geometry) * forms[i].dtype.itemSize();
        const Storage::Label label{isHostTable(*m_form.layout, *role) ? Device{} : device, false};
        auto storage = std::move(*m_slots[i].bytes).sealFirst(bytes, label);
        members.push_back({role, Array{std::move(storage), forms[i].dtype, std::move(geometry)}});
    }
    auto tensor = makeTensor(*m_form.layout, std::move(members));
    if (tensor && m_form.layout->family != "strided")
        tensor->size = m_form.size;
    return tensor;
}

} // namespace tscope
