// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"
#include "element/element.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "make/random.h"
#include "proof/prove.h"

#include <complex>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace tscope::test {

using Complex = std::complex<double>;
// What stands at each index, as entries say it; duplicates added up.
using Logical = std::map<Extents, Complex>;

inline Complex complexOf(const Element& element)
{
    return std::visit([](auto number) { return Complex(static_cast<std::complex<double>>(number)); },
                      std::visit(
                          [](auto number) -> std::variant<double, Complex> {
                              if constexpr (std::is_same_v<decltype(number), Complex>)
                                  return number;
                              else
                                  return static_cast<double>(number);
                          },
                          element.number()));
}

inline Element elementOf(Complex value, const DType& type)
{
    Number number = value.real();
    if (type.elementClass() == ElementClass::complex)
        number = value;
    else if (type.elementClass() != ElementClass::real)
        number = static_cast<std::int64_t>(value.real());
    if (type == DType(ElementType::boolean))
        number = value.real() != 0;
    const auto made = Element::from(number, type);
    if (!made)
        throw std::runtime_error(made.error().text);
    return *made;
}

// An independent reading: through the layout's own entries, one by one.
inline Logical logicalOf(const Tensor& tensor)
{
    Logical out;
    const auto& values = *std::ranges::find(tensor.members, RoleKind::values,
                                            [](const Member& member) { return member.role->kind; });
    const auto read = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        out[index] += complexOf(values.array.at(slot));
        return true;
    });
    if (!read)
        throw std::runtime_error(read.error().text);
    return out;
}

inline Sound proven(Tensor tensor)
{
    auto proved = prove(std::move(tensor));
    if (auto* sound = std::get_if<Sound>(&proved))
        return std::move(*sound);
    const auto& report = std::get<Report>(proved);
    throw std::runtime_error("not sound: " + (report.findings.empty() ? "?" : report.findings.front().statement));
}

// Tensors of small whole numbers, of which sums and products are exact in every type.
class SmallTensors
{
public:
    explicit SmallTensors(std::uint64_t seed) : m_random(seed) {}

    struct Wish {
        std::string_view layout = "strided";
        Extents size;
        DType dtype = ElementType::f32, indexDType = ElementType::i64;
        std::int64_t denseDims = 0;
        std::array<std::int64_t, 2> block{1, 1};
        std::int64_t most = 2; // numbers from -most to most (0 and 1 for bool, 0 to most for unsigned ones)
    };

    Tensor next(Wish wish)
    {
        if (wish.layout == "nested" || wish.layout == "jagged")
            return components(wish);
        if (wish.layout == "coo")
            return scatteredCoo(wish);
        if (wish.layout == "strided")
            return turned(denseOf(wish));
        const auto& layout = *layoutNamed(wish.layout);
        ConvertRequest request{.layout = &layout, .indexDType = wish.indexDType, .denseDims = wish.denseDims};
        if (wish.layout == "bsr" || wish.layout == "bsc")
            request.block = wish.block;
        const bool isBatched = static_cast<std::int64_t>(wish.size.size()) - wish.denseDims > 2;
        auto dense = isBatched ? withSamePattern(wish) : denseOf(wish); // batch entries need as many entries each
        if (wish.denseDims > 0 && *numel(wish.size) == 0) // a dense tensor would say nothing of entries
            dense = scatteredCoo(wish);
        auto converted = convert(proven(dense), request);
        if (!converted)
            throw std::runtime_error(converted.error().text);
        return std::move(converted->tensor);
    }

    Random& random() { return m_random; }

    Element number(const Wish& wish)
    {
        const auto kind = wish.dtype.elementClass();
        const auto least = kind == ElementClass::unsignedInteger || kind == ElementClass::boolean ? 0 : -wish.most;
        const auto part = [&] { return static_cast<double>(m_random.between(least, wish.most)); };
        return elementOf({part(), part()}, wish.dtype);
    }

private:
    static Array arrayOf(const Extents& sizes, const DType& type, const std::vector<Element>& elements)
    {
        std::vector<std::byte> bytes;
        for (const auto& element : elements)
            bytes.insert(bytes.end(), element.bytes().begin(), element.bytes().end());
        return Array::fromBytes(type, sizes, bytes);
    }

    Tensor denseOf(const Wish& wish)
    {
        std::vector<Element> elements;
        for (std::int64_t i = 0; i < *numel(wish.size); ++i)
            elements.push_back(m_random.below(2) == 0 ? Element::zero(wish.dtype) : number(wish));
        const auto& layout = *layoutNamed("strided");
        return *makeTensor(layout, {{roleNamed(layout, "values"), arrayOf(wish.size, wish.dtype, elements)}});
    }

    // Ragged rows as wish.size bounds them, packed.
    Tensor components(const Wish& wish)
    {
        MakeSpec spec;
        spec.kind = "ragged";
        spec.layout = wish.layout;
        spec.size = wish.size;
        spec.seed = m_random.next();
        auto made = makeTensorOf(spec);
        if (!made)
            throw std::runtime_error(made.error().text);
        auto& array = made->members.front().array; // the values of both
        std::vector<Element> elements;
        for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
            elements.push_back(number(wish));
        array = arrayOf(array.geometry.sizes, wish.dtype, elements);
        made->dtype.reset();
        return std::move(*made);
    }

    // The dims lie in any order in memory.
    Tensor turned(Tensor dense)
    {
        auto& array = dense.members[0].array;
        const auto rank = array.geometry.sizes.size();
        if (rank < 2 || m_random.below(2) == 0)
            return dense;
        const auto a = static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(rank)));
        const auto b = static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(rank)));
        std::vector<Element> elements;
        auto sizes = array.geometry.sizes;
        std::swap(sizes[a], sizes[b]);
        for (std::int64_t i = 0; i < *numel(sizes); ++i) {
            auto index = indexOf(sizes, i);
            std::swap(index[a], index[b]);
            elements.push_back(array.at(index));
        }
        array = arrayOf(sizes, array.dtype, elements);
        std::swap(array.geometry.sizes[a], array.geometry.sizes[b]);
        std::swap(array.geometry.strides[a], array.geometry.strides[b]);
        return dense;
    }

    Tensor withSamePattern(const Wish& wish)
    {
        auto dense = denseOf(wish);
        auto& array = dense.members[0].array;
        const auto matrix =
            static_cast<std::size_t>(wish.size.size()) - static_cast<std::size_t>(wish.denseDims) - 2;
        const Extents inner(wish.size.begin() + static_cast<std::ptrdiff_t>(matrix), wish.size.end());
        const auto each = *numel(inner);
        std::vector<bool> isStored;
        for (std::int64_t i = 0; i < each; ++i)
            isStored.push_back(m_random.below(2) == 0);
        std::vector<Element> elements;
        for (std::int64_t i = 0; i < *numel(wish.size); ++i) {
            auto element = Element::zero(wish.dtype);
            while (isStored[static_cast<std::size_t>(i % each)] && element.isZero())
                element = number(wish);
            elements.push_back(element);
        }
        array = arrayOf(wish.size, wish.dtype, elements);
        return dense;
    }

    // Entries in any order, some of them twice.
    Tensor scatteredCoo(const Wish& wish)
    {
        const auto sparse = wish.size.size() - static_cast<std::size_t>(wish.denseDims);
        const Extents places(wish.size.begin(), wish.size.begin() + static_cast<std::ptrdiff_t>(sparse));
        const Extents tail(wish.size.begin() + static_cast<std::ptrdiff_t>(sparse), wish.size.end());
        const auto count = *numel(places) == 0 ? 0 : m_random.below(*numel(places) + 3);
        std::vector<std::vector<std::int64_t>> rows(sparse);
        std::vector<Element> elements;
        for (std::int64_t k = 0; k < count; ++k) {
            const auto at = indexOf(places, m_random.below(*numel(places)));
            for (std::size_t d = 0; d < sparse; ++d)
                rows[d].push_back(at[d]);
            for (std::int64_t i = 0; i < *numel(tail); ++i)
                elements.push_back(number(wish));
        }
        std::vector<std::int64_t> indices;
        for (const auto& row : rows)
            indices.insert(indices.end(), row.begin(), row.end());
        Extents valueSizes{count};
        valueSizes.insert(valueSizes.end(), tail.begin(), tail.end());
        const auto& layout = *layoutNamed("coo");
        auto tensor = *makeTensor(
            layout, {{roleNamed(layout, "indices"),
                      Array::fromInts({static_cast<std::int64_t>(sparse), count}, indices, ElementType::i64)},
                     {roleNamed(layout, "values"), arrayOf(valueSizes, wish.dtype, elements)}});
        tensor.size = wish.size;
        return tensor;
    }

    Random m_random;
};

} // namespace tscope::test
