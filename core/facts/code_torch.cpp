// SPDX-License-Identifier: Apache-2.0
#include "facts/code_arrays.h"

#include "language/catalogue.h"
#include "tensor/view_bits.h"

#include <algorithm>

namespace tscope {

namespace {

bool hasNegative(const Extents& extents)
{
    for (const auto extent : extents)
        if (extent < 0)
            return true;
    return false;
}

// Whether PyTorch takes a gradient with respect to this member. For a sparse tensor, the tensor itself requires
// the gradient, as its members are no leaves.
bool takesGradient(const Member& member)
{
    const auto kind = member.array.dtype.elementClass();
    return member.requiresGrad && member.role->kind == RoleKind::values &&
           (kind == ElementClass::real || kind == ElementClass::complex);
}

// The integer type by whose bits elements are turned round that PyTorch does not turn, or makes 0 and 1 of; empty:
// they are turned as they are.
std::string flippedAs(ElementType type)
{
    switch (type) {
    case ElementType::boolean:
    case ElementType::f8e4m3fn:
    case ElementType::f8e5m2:
        return "torch.uint8";
    case ElementType::u16:
        return "torch.int16";
    case ElementType::u32:
    case ElementType::c32:
        return "torch.int32";
    case ElementType::u64:
        return "torch.int64";
    default:
        return {};
    }
}

class TorchArrays final : public ArrayCode
{
public:
    using ArrayCode::ArrayCode;

protected:
    CodeType typeOf(const DType& dtype) const override
    {
        const auto own = "torch." + std::string(dtype.name());
        switch (dtype.type()) {
        case ElementType::opaque:
            return {};
        case ElementType::u16:
        case ElementType::u32:
            return {own, "torch.int64", {}};
        case ElementType::u64:
            return {own, "torch.uint64", {}};
        case ElementType::f8e4m3fn:
            return {"torch.float8_e4m3fn", "torch.float32", {}};
        case ElementType::f8e5m2:
            return {"torch.float8_e5m2", "torch.float32", {}};
        case ElementType::c32:
            return {own, "torch.complex64", {}};
        case ElementType::qi8:
            return {"torch.int8", {}, "quantised, the stored integers without scale and zero point"};
        case ElementType::qu8:
            return {"torch.uint8", {}, "quantised, the stored integers without scale and zero point"};
        default:
            return {own, {}, {}};
        }
    }
    std::string library() const override { return "torch."; }
    std::string listCall() const override { return "torch.tensor("; }
    std::string conversion(const CodeType& type) const override
    {
        return type.written.empty() || type.written == type.name ? "" : ".to(" + type.name + ")";
    }
    // Conversions to the other narrow types keep neither the sign of a NaN nor, from one version to the next, its
    // bits.
    bool spellsNan(const DType& dtype) const override
    {
        const auto type = dtype.type();
        return type == ElementType::f16 || type == ElementType::f32 || type == ElementType::f64 ||
               type == ElementType::c64 || type == ElementType::c128;
    }
    bool saysGradient(const Member& member) const override { return takesGradient(member); }

    std::string emptyArray(const Member& member, const CodeType& type) override
    {
        const auto& [sizes, strides, offset] = member.array.geometry;
        const bool isUsual = offset == 0 && strides == rowMajorStrides(sizes);
        if (isUsual || offset < 0 || hasNegative(strides))
            return ArrayCode::emptyArray(member, type);
        return "torch.empty(0, dtype=" + type.name + ").as_strided(" + pythonText(sizes) + ", " +
               pythonText(strides) + ", " + std::to_string(offset) + ")";
    }

    std::string view(const std::string& storage, const Array& array) override
    {
        auto geometry = array.geometry;
        Extents turned;
        for (int d = 0; d < geometry.rank(); ++d) {
            const auto at = static_cast<std::size_t>(d);
            if (geometry.strides[at] >= 0)
                continue;
            geometry.offset += (geometry.sizes[at] - 1) * geometry.strides[at]; // in bounds, so no overflow
            geometry.strides[at] = geometry.sizes[at] > 1 ? -geometry.strides[at] : 1;
            if (geometry.sizes[at] > 1)
                turned.push_back(d);
        }
        const auto code = storage + ".as_strided(" + pythonText(geometry.sizes) + ", " +
                          pythonText(geometry.strides) + ", " + std::to_string(geometry.offset) + ")";
        if (turned.empty())
            return code;
        comment("PyTorch has no negative strides " + text(array.geometry.strides) + ": flip makes a copy");
        const auto flip = ".flip(" + pythonText(turned) + ")";
        if (const auto integer = flippedAs(array.dtype.type()); !integer.empty())
            return code + ".view(" + integer + ")" + flip + ".view(" + typeOf(array.dtype).name + ")";
        return code + flip;
    }
};

void writeSparse(ArrayCode& code, const Tensor& tensor, bool isValid)
{
    std::string members;
    for (const auto& member : tensor.members)
        members += ArrayCode::nameOf(member) + ", ";
    std::string call = "t = torch.sparse_" + std::string(tensor.layout->name) + "_tensor(" + members;
    if (tensor.size)
        call += "size=" + pythonText(*tensor.size) + ", ";
    if (tensor.layout->name == "coo" && tensor.claims.flag("is_coalesced").value_or(false))
        call += "is_coalesced=True, ";
    call += isValid ? "check_invariants=True)" : "check_invariants=False)";
    if (tensor.size && hasNegative(*tensor.size)) {
        code.comment("PyTorch takes no size " + text(*tensor.size));
        return code.line("# " + call);
    }
    if (!isValid)
        code.comment("PyTorch is told not to check; what it refuses all the same raises here");
    code.lineOfAll(call);
}

void writeJagged(ArrayCode& code, const Tensor& tensor)
{
    std::string call = "t = torch.nested.nested_tensor_from_jagged(values, offsets";
    if (tensor.find("lengths") != nullptr)
        call += ", lengths=lengths";
    for (const auto& [claim, argument] :
         {std::pair{"ragged_idx", "jagged_dim"}, std::pair{"min_seqlen", "min_seqlen"},
          std::pair{"max_seqlen", "max_seqlen"}})
        if (const auto value = tensor.claims.integer(claim))
            call += std::string(", ") + argument + "=" + std::to_string(*value);
    code.lineOfAll(call + ")");
}

// With the bits by which its elements are meant conjugated or negated.
std::string viewOfValues(const Tensor& tensor)
{
    const bool isComplex = tensor.members.front().array.dtype.elementClass() == ElementClass::complex;
    std::string out = "values";
    if (isConjugated(tensor) && isComplex) // real numbers are their own conjugates
        out += ".conj()";
    return isNegated(tensor) ? "torch._neg_view(" + out + ")" : out;
}

} // namespace

std::string torchCode(const Tensor& tensor, const std::string& name, const CodeOptions& options)
{
    const InEnglish english;
    TorchArrays code(tensor, options);
    const bool isValid = writeHeading(code, tensor, name, options);
    code.line("import torch\nfrom math import inf, nan\n");
    code.writeMembers();
    const auto& layout = *tensor.layout;
    if (layout.family == "strided")
        code.lineOfAll("t = " + viewOfValues(tensor));
    else if (layout.family == "compressed" || layout.name == "coo")
        writeSparse(code, tensor, isValid);
    else if (layout.name == "nested")
        code.lineOfAll(
            "t = torch._nested_view_from_buffer(buffer, nested_sizes, nested_strides, storage_offsets)");
    else if (layout.name == "jagged")
        writeJagged(code, tensor);
    else
        code.comment("PyTorch has no layout " + std::string(layout.name));
    if (std::ranges::any_of(tensor.members, takesGradient))
        code.lineOfAll("t.requires_grad_()");
    return code.code();
}

} // namespace tscope
