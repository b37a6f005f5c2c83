// SPDX-License-Identifier: Apache-2.0
#include "cpu/reference/stored_elements.h"

#include "element/element.h"
#include "element/visit.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>

namespace tscope::cpu::reference {

namespace {

DType typeOf(int type)
{
    return static_cast<ElementType>(type);
}

bool isNamed(const tscope_operand& operand, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, std::string_view(operand.layout)) != names.end();
}

Extents sizeOf(const tscope_operand& operand)
{
    return {operand.sizes, operand.sizes + operand.dims};
}

// Every index of a box, in row-major order.
template <class F>
void eachIndex(const Extents& sizes, F&& f)
{
    const auto count = numel(sizes).value_or(0);
    for (std::int64_t at = 0; at < count; ++at)
        f(indexOf(sizes, at));
}

Extents part(const Extents& extents, std::int64_t begin, std::int64_t end)
{
    return {extents.begin() + begin, extents.begin() + end};
}

Extents joined(std::initializer_list<Extents> parts)
{
    Extents out;
    for (const auto& part : parts)
        out.insert(out.end(), part.begin(), part.end());
    return out;
}

// The dense dims of an operand, in which each of its entries has elements. Where they have room for none, an entry
// counts as one zero: it is there, and operations keep it, though nothing of it is in memory.
Extents dimsWithElements(Extents dense)
{
    for (auto& extent : dense)
        extent = std::max<std::int64_t>(extent, 1);
    return dense;
}

// An element of the member with the values; of a member without any, zero.
Value loaded(const Arithmetic& arithmetic, const tscope_array& values, const Extents& index)
{
    return numel(sizesOf(values)) == 0 ? Value{} : arithmetic.load(addressOf(values, index));
}

void stored(const Arithmetic& arithmetic, const Value& value, const tscope_array& values, const Extents& index)
{
    if (numel(sizesOf(values)) != 0)
        arithmetic.store(value, addressOf(values, index));
}

// A compressed operand's dims: batch, the two sparse ones, dense.
struct Compressed {
    explicit Compressed(const tscope_operand& operand)
        : size(sizeOf(operand)), batchDims(operand.batch_dims), block{operand.block[0], operand.block[1]},
          alongRows(isNamed(operand, {"csr", "bsr"})), isBlocked(isNamed(operand, {"bsr", "bsc"})),
          batch(part(size, 0, batchDims)), dense(dimsWithElements(part(size, batchDims + 2, operand.dims)))
    {
    }
    std::int64_t slices() const
    {
        const auto d = alongRows ? 0 : 1;
        return size[static_cast<std::size_t>(batchDims + d)] / block[static_cast<std::size_t>(d)];
    }
    Extents blockSize() const { return isBlocked ? block : Extents{}; }
    // The index of an element inside an entry.
    Extents index(const Extents& line, std::int64_t slice, std::int64_t plain, const Extents& inside,
                  const Extents& tail) const
    {
        const auto row = alongRows ? slice : plain, column = alongRows ? plain : slice;
        return joined(
            {line,
             {row * block[0] + (isBlocked ? inside[0] : 0), column * block[1] + (isBlocked ? inside[1] : 0)},
             tail});
    }

    Extents size;
    std::int64_t batchDims;
    Extents block;
    bool alongRows, isBlocked;
    Extents batch, dense;
};

std::vector<StoredElement> compressedElements(const tscope_operand& operand, const Arithmetic& arithmetic)
{
    const Compressed form(operand);
    const auto pointers = integersOf(operand.members[0]), plain = integersOf(operand.members[1]);
    const auto entries = sizesOf(operand.members[1]).back();
    std::vector<StoredElement> out;
    std::int64_t number = 0;
    eachIndex(form.batch, [&](const Extents& line) {
        const auto* starts = pointers.data() + number * (form.slices() + 1);
        for (std::int64_t slice = 0; slice < form.slices(); ++slice)
            for (auto k = starts[slice]; k < starts[slice + 1]; ++k)
                eachIndex(form.blockSize(), [&](const Extents& inside) {
                    eachIndex(form.dense, [&](const Extents& tail) {
                        const auto at = static_cast<std::size_t>(number * entries + k);
                        out.push_back({form.index(line, slice, plain[at], inside, tail),
                                       loaded(arithmetic, operand.members[2], joined({line, {k}, inside, tail}))});
                    });
                });
        ++number;
    });
    return out;
}

std::vector<StoredElement> cooElements(const tscope_operand& operand, const Arithmetic& arithmetic)
{
    const auto indices = integersOf(operand.members[0]);
    const auto shape = sizesOf(operand.members[0]);
    const auto size = sizeOf(operand);
    const auto dense = dimsWithElements(part(size, shape[0], operand.dims));
    std::vector<StoredElement> out;
    for (std::int64_t k = 0; k < shape[1]; ++k) {
        Extents at;
        for (std::int64_t d = 0; d < shape[0]; ++d)
            at.push_back(indices[static_cast<std::size_t>(d * shape[1] + k)]);
        eachIndex(dense, [&](const Extents& tail) {
            out.push_back({joined({at, tail}), loaded(arithmetic, operand.members[1], joined({{k}, tail}))});
        });
    }
    return out;
}

// The entries of a result: the keys by which they are stored, each once, sorted.
std::set<Extents> keysOf(const tscope_operand& result, const Elements& elements)
{
    std::set<Extents> keys;
    if (isNamed(result, {"coo"})) {
        for (const auto& [index, value] : elements)
            keys.insert(part(index, 0, result.dims - result.dense_dims));
        return keys;
    }
    const Compressed form(result);
    for (const auto& [index, value] : elements) {
        const auto row = index[static_cast<std::size_t>(form.batchDims)] / form.block[0];
        const auto column = index[static_cast<std::size_t>(form.batchDims) + 1] / form.block[1];
        keys.insert(joined(
            {part(index, 0, form.batchDims), form.alongRows ? Extents{row, column} : Extents{column, row}}));
    }
    return keys;
}

Value valueAt(const Elements& elements, const Extents& index)
{
    const auto at = elements.find(index);
    return at == elements.end() ? Value{} : at->second;
}

void storeInteger(std::int64_t value, void* to, int type)
{
    visitIndexType(typeOf(type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto narrow = static_cast<T>(value);
        std::memcpy(to, &narrow, sizeof narrow);
    });
}

void writeCoo(const Elements& elements, tscope_operand& result, const Arithmetic& arithmetic)
{
    const auto keys = keysOf(result, elements);
    const auto sparse = result.dims - result.dense_dims;
    const auto dense = dimsWithElements(part(sizeOf(result), sparse, result.dims));
    std::int64_t k = 0;
    for (const auto& key : keys) {
        for (std::int64_t d = 0; d < sparse; ++d)
            storeInteger(key[static_cast<std::size_t>(d)], addressOf(result.members[0], {d, k}),
                         result.members[0].type);
        eachIndex(dense, [&](const Extents& tail) {
            stored(arithmetic, valueAt(elements, joined({key, tail})), result.members[1], joined({{k}, tail}));
        });
        ++k;
    }
}

void writeCompressed(const Elements& elements, tscope_operand& result, const Arithmetic& arithmetic)
{
    const Compressed form(result);
    const auto keys = keysOf(result, elements);
    auto key = keys.begin();
    eachIndex(form.batch, [&](const Extents& line) {
        std::int64_t k = 0;
        for (std::int64_t slice = 0; slice <= form.slices(); ++slice) {
            storeInteger(k, addressOf(result.members[0], joined({line, {slice}})), result.members[0].type);
            for (; key != keys.end() && part(*key, 0, form.batchDims + 1) == joined({line, {slice}}); ++key, ++k) {
                const auto plain = key->back();
                storeInteger(plain, addressOf(result.members[1], joined({line, {k}})), result.members[1].type);
                eachIndex(form.blockSize(), [&](const Extents& inside) {
                    eachIndex(form.dense, [&](const Extents& tail) {
                        stored(arithmetic, valueAt(elements, form.index(line, slice, plain, inside, tail)),
                               result.members[2], joined({line, {k}, inside, tail}));
                    });
                });
            }
        }
    });
}

} // namespace

Value Arithmetic::load(const void* element) const
{
    const auto type = typeOf(m_type);
    const Element read(type, {static_cast<const std::byte*>(element), static_cast<std::size_t>(type.itemSize())});
    const auto number = read.number();
    if (const auto* truth = std::get_if<bool>(&number))
        return {*truth ? 1U : 0U, 0};
    if (const auto* integer = std::get_if<std::int64_t>(&number))
        return {static_cast<std::uint64_t>(*integer), 0};
    if (const auto* natural = std::get_if<std::uint64_t>(&number))
        return {*natural, 0};
    if (const auto* real = std::get_if<double>(&number))
        return {0, static_cast<long double>(*real)};
    return {0, std::complex<long double>(std::get<std::complex<double>>(number))};
}

void Arithmetic::store(const Value& value, void* element) const
{
    const auto type = typeOf(m_type);
    if (isInteger()) { // two's complement: what lies above the type is cut off
        std::memcpy(element, &value.integer, static_cast<std::size_t>(type.itemSize()));
        return;
    }
    Number number = value.integer != 0;
    if (!isBool()) {
        if (type.elementClass() == ElementClass::complex)
            number = std::complex<double>(value.real);
        else
            number = static_cast<double>(value.real.real());
    }
    const auto made = Element::from(number, type);
    std::memcpy(element, made->bytes().data(), made->bytes().size());
}

Value Arithmetic::sum(const Value& a, const Value& b) const
{
    if (isBool())
        return {a.integer | b.integer, 0};
    return {a.integer + b.integer, a.real + b.real};
}

Value Arithmetic::product(const Value& a, const Value& b) const
{
    // Not std::complex's: a real factor must not turn infinity into NaN.
    const auto re = a.real.real() * b.real.real(), im = a.real.imag() * b.real.imag();
    const bool isComplex = typeOf(m_type).elementClass() == ElementClass::complex;
    const auto real = isComplex ? re - im : re;
    const auto imag = isComplex ? a.real.real() * b.real.imag() + a.real.imag() * b.real.real() : 0;
    return {a.integer * b.integer, {real, imag}};
}

const tscope_array& valuesOf(const tscope_operand& operand)
{
    if (isNamed(operand, {"strided"}))
        return operand.members[0];
    return operand.members[isNamed(operand, {"coo"}) ? 1 : 2];
}

Extents sizesOf(const tscope_array& array)
{
    return {array.sizes, array.sizes + array.dims};
}

void* addressOf(const tscope_array& array, const Extents& index)
{
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < index.size(); ++d)
        offset += index[d] * array.strides[d];
    return static_cast<std::byte*>(array.data) + offset * array.item_size;
}

std::vector<std::int64_t> integersOf(const tscope_array& array)
{
    std::vector<std::int64_t> out;
    eachIndex(sizesOf(array), [&](const Extents& index) {
        visitIndexType(typeOf(array.type), [&](auto tag) {
            using T = typename decltype(tag)::type;
            out.push_back(
                static_cast<std::int64_t>(loadElement<T>(static_cast<const std::byte*>(addressOf(array, index)))));
        });
    });
    return out;
}

std::vector<StoredElement> storedElements(const tscope_operand& operand)
{
    const Arithmetic arithmetic(valuesOf(operand).type);
    if (isNamed(operand, {"coo"}))
        return cooElements(operand, arithmetic);
    if (isNamed(operand, {"csr", "csc", "bsr", "bsc"}))
        return compressedElements(operand, arithmetic);
    std::vector<StoredElement> out;
    eachIndex(sizeOf(operand), [&](const Extents& index) {
        out.push_back({index, arithmetic.load(addressOf(operand.members[0], index))});
    });
    return out;
}

std::int64_t entriesOf(const tscope_operand& result, const Elements& elements, tscope_error* error)
{
    const auto keys = keysOf(result, elements);
    const auto batch = part(sizeOf(result), 0, result.batch_dims);
    const auto lines = numel(batch).value_or(0);
    std::map<Extents, std::int64_t> counts;
    for (const auto& key : keys)
        ++counts[part(key, 0, result.batch_dims)];
    const auto most = lines == 0 ? 0 : static_cast<std::int64_t>(keys.size()) / lines;
    const bool areEqual = std::ranges::all_of(counts, [&](const auto& count) { return count.second == most; }) &&
                          most * lines == static_cast<std::int64_t>(keys.size());
    if (!areEqual) {
        error->code = TSCOPE_UNSUPPORTED;
        std::snprintf(error->text, sizeof error->text,
                      "batch entries with as many entries each were wanted, which a %s must have", result.layout);
        return -1;
    }
    return most;
}

void write(const Elements& elements, tscope_operand& result, const Arithmetic& arithmetic)
{
    if (isNamed(result, {"coo"}))
        writeCoo(elements, result, arithmetic);
    else if (isNamed(result, {"csr", "csc", "bsr", "bsc"}))
        writeCompressed(elements, result, arithmetic);
    else
        eachIndex(sizeOf(result), [&](const Extents& index) {
            arithmetic.store(valueAt(elements, index), addressOf(result.members[0], index));
        });
}

} // namespace tscope::cpu::reference
