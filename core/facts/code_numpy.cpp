// SPDX-License-Identifier: Apache-2.0
#include "facts/code_arrays.h"

#include "facts/known_size.h"
#include "language/catalogue.h"
#include "tensor/view_bits.h"

#include <algorithm>

namespace tscope {

namespace {

class NumpyArrays final : public ArrayCode
{
public:
    NumpyArrays(const Tensor& tensor, const CodeOptions& options)
        : ArrayCode(tensor, options),
          m_isSparse(tensor.layout->family == "compressed" || tensor.layout->name == "coo")
    {
    }

protected:
    CodeType typeOf(const DType& dtype) const override
    {
        const auto as = [&](const std::string& other) {
            return CodeType{"np." + other,
                            {},
                            "NumPy has no " + std::string(dtype.name()) + ", " + other + " holds the same numbers",
                            true};
        };
        switch (dtype.type()) {
        case ElementType::opaque:
            return {};
        case ElementType::boolean:
            return {"np.bool_", {}, {}};
        case ElementType::f16:
            return m_isSparse
                       ? CodeType{"np.float32", {}, "SciPy takes no float16, float32 holds the same numbers", true}
                       : CodeType{"np.float16", {}, {}};
        case ElementType::bf16:
        case ElementType::f8e4m3fn:
        case ElementType::f8e5m2:
            return as("float32");
        case ElementType::c32:
            return as("complex64");
        case ElementType::qi8:
            return as("int8");
        case ElementType::qu8:
            return as("uint8");
        default:
            return {"np." + std::string(dtype.name()), {}, {}};
        }
    }
    std::string library() const override { return "np."; }
    std::string listCall() const override { return "np.array("; }
    std::string conversion(const CodeType& /*type*/) const override { return {}; }
    bool spellsNan(const DType& /*dtype*/) const override { return true; }
    bool saysGradient(const Member& /*member*/) const override { return false; }

    // Unlike as_strided this looks at the bounds. Strides and offset are in bytes there.
    std::string view(const std::string& storage, const Array& array) override
    {
        const auto& geometry = array.geometry;
        std::string strides;
        for (const auto stride : geometry.strides)
            strides += std::to_string(stride) + " * " + storage + ".itemsize, ";
        return "np.ndarray(" + pythonText(geometry.sizes) + ", " + storage + ".dtype, " + storage + ", " +
               std::to_string(geometry.offset) + " * " + storage + ".itemsize, (" + strides + "))";
    }

private:
    bool m_isSparse;
};

void writeStrided(ArrayCode& code, const Tensor& tensor)
{
    const auto& array = tensor.members.front().array;
    const bool isComplex = array.dtype.elementClass() == ElementClass::complex;
    std::string call = "values";
    if (isConjugated(tensor) && isComplex)
        call = "np.conj(" + call + ")";
    if (isNegated(tensor))
        call = "np.negative(" + call + ")";
    if (call == "values")
        return code.lineOfAll("t = values");
    if (isNegated(tensor) && !hasNegatives(array.dtype))
        return code.comment("its elements are meant negated, and " + std::string(array.dtype.name()) +
                            " has no negative numbers");
    code.comment("NumPy has no views that conjugate or negate: a copy");
    code.lineOfAll("t = " + (array.geometry.rank() == 0 ? "np.asarray(" + call + ")" : call));
}

bool isPlainSize(const std::optional<Extents>& size, std::size_t rank)
{
    return size && size->size() == rank && std::ranges::none_of(*size, [](auto extent) { return extent < 0; });
}

void writeCoo(ArrayCode& code, const Tensor& tensor, bool isValid)
{
    const auto& indices = tensor.member("indices").array.geometry.sizes;
    const auto rank = indices.size() == 2 ? static_cast<std::size_t>(std::max<std::int64_t>(indices[0], 0)) : 0;
    if (rank == 0 || tensor.member("values").array.geometry.rank() != 1 || !isPlainSize(tensor.size, rank))
        return code.comment("SciPy has no such sparse array: indices and values as they are");
    const auto shape = pythonText(*tensor.size);
    if (isValid)
        return code.lineOfAll("t = scipy.sparse.coo_array((values, tuple(indices)), shape=" + shape + ")");
    code.comment("set behind SciPy's checks, which would refuse it");
    code.lineOfAll("t = scipy.sparse.coo_array(" + shape + ", dtype=values.dtype)");
    code.lineOfAll("t.data, t.coords = values, tuple(indices)");
}

void writeCompressed(ArrayCode& code, const Tensor& tensor, bool isValid)
{
    const auto& layout = *tensor.layout;
    const auto& compressed = tensor.member("compressed");
    const auto& values = tensor.member("values");
    const bool isBlocked = layout.name == "bsr" || layout.name == "bsc";
    const auto batch = std::max(compressed.array.geometry.rank() - 1, 0);
    const auto dense = values.array.geometry.rank() - batch - (isBlocked ? 3 : 1);
    if (dense != 0 || !isPlainSize(tensor.size, static_cast<std::size_t>(batch) + 2) || (!isValid && batch > 0))
        return code.comment("SciPy has no such sparse array: its members as they are");
    const auto rows = (*tensor.size)[static_cast<std::size_t>(batch)];
    const auto columns = (*tensor.size)[static_cast<std::size_t>(batch) + 1];
    // SciPy has no bsc: the transpose of a bsr whose blocks are transposed.
    const bool isTurned = layout.name == "bsc";
    const auto shape = pythonText(isTurned ? Extents{columns, rows} : Extents{rows, columns});
    const auto kind = "scipy.sparse." + std::string(isTurned ? "bsr" : layout.name) + "_array(";
    const auto pointers = ArrayCode::nameOf(compressed), plain = ArrayCode::nameOf(tensor.member("plain"));
    if (isValid) {
        const std::string at = batch > 0 ? "[b]" : "";
        const auto one = kind + "(values" + at + (isTurned ? ".transpose(0, 2, 1)" : "") + ", " + plain + at +
                         ", " + pointers + at + "), shape=" + shape + ")" + (isTurned ? ".T" : "");
        if (batch == 0)
            return code.lineOfAll("t = " + one);
        code.comment("SciPy has no batches: a list of matrices");
        return code.lineOfAll("t = [" + one + " for b in np.ndindex(" + pointers + ".shape[:-1])]");
    }
    if (isBlocked)
        return code.comment("SciPy would refuse it: its members as they are");
    code.comment("set behind SciPy's checks, which would refuse it");
    code.lineOfAll("t = " + kind + shape + ", dtype=values.dtype)");
    code.lineOfAll("t.indptr, t.indices, t.data = " + pointers + ", " + plain + ", values");
}

void writeNested(ArrayCode& code, bool isValid)
{
    code.comment("NumPy has no nested arrays: a list of views of the buffer");
    const std::string call =
        "t = [np.ndarray(tuple(size), buffer.dtype, buffer, int(offset) * buffer.itemsize, "
        "tuple(stride * buffer.itemsize))\n     for size, stride, offset in zip(nested_sizes, nested_strides, "
        "storage_offsets)]";
    if (isValid)
        return code.lineOfAll(call);
    code.comment("which its members, broken as they are, do not describe");
}

void writeJagged(ArrayCode& code, const Tensor& tensor, bool isValid)
{
    code.comment("NumPy has no jagged arrays: a list of views of the values");
    if (!isValid)
        return code.comment("which its members, broken as they are, do not describe");
    const auto ragged = std::max<std::int64_t>(tensor.claims.integer("ragged_idx").value_or(1), 1);
    std::string before;
    for (std::int64_t d = 1; d < ragged; ++d)
        before += ":, ";
    const std::string ends = tensor.find("lengths") != nullptr ? "offsets[:-1] + lengths" : "offsets[1:]";
    code.lineOfAll("t = [values[" + before + "begin:end] for begin, end in zip(offsets[:-1], " + ends + ")]");
}

} // namespace

std::string numpyCode(const Tensor& tensor, const std::string& name, const CodeOptions& options)
{
    const InEnglish english;
    NumpyArrays code(tensor, options);
    const bool isValid = writeHeading(code, tensor, name, options);
    const auto& layout = *tensor.layout;
    const bool isSparse = layout.family == "compressed" || layout.name == "coo";
    const auto sized = isSparse ? withKnownSize(tensor, options.watch) : tensor;
    code.line(std::string("import numpy as np\n") + (isSparse ? "import scipy.sparse\n" : "") +
              "from math import inf, nan\n");
    code.writeMembers();
    if (layout.family == "strided")
        writeStrided(code, tensor);
    else if (layout.name == "coo")
        writeCoo(code, sized, isValid);
    else if (layout.family == "compressed")
        writeCompressed(code, sized, isValid);
    else if (layout.name == "nested")
        writeNested(code, isValid);
    else if (layout.name == "jagged")
        writeJagged(code, tensor, isValid);
    else
        code.comment("NumPy has no layout " + std::string(layout.name));
    return code.code();
}

} // namespace tscope
