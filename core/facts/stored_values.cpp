// SPDX-License-Identifier: Apache-2.0
#include "facts/stored_values.h"

#include "base/say.h"
#include "element/real_types.h"
#include "element/visit.h"
#include "tensor/view_bits.h"

#include <algorithm>

namespace tscope {

namespace {

// Like Element::number(), many at a time.
template <class T>
void load(const std::byte* from, std::size_t count, ExactNumbers& out)
{
    const auto each = [&](auto&& real) {
        for (std::size_t i = 0; i < count; ++i)
            out.real[i] = real(loadElement<T>(from + i * sizeof(T)));
    };
    const auto eachPair = [&](auto&& real, auto&& imaginary) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = loadElement<T>(from + i * sizeof(T));
            out.real[i] = real(value);
            out.imaginary[i] = imaginary(value);
        }
    };
    if constexpr (std::same_as<T, BoolByte>)
        each([](T value) { return static_cast<ExactReal>(value.byte != 0 ? 1 : 0); });
    else if constexpr (std::same_as<T, QInt8> || std::same_as<T, QUInt8>)
        each([](T value) { return static_cast<ExactReal>(value.stored); });
    else if constexpr (RealType<T>)
        each([](T value) { return static_cast<ExactReal>(toDouble(value)); });
    else if constexpr (std::integral<T>)
        each([](T value) { return static_cast<ExactReal>(value); });
    else if constexpr (std::same_as<T, ComplexHalf>)
        eachPair([](T value) { return static_cast<ExactReal>(toDouble(value.real)); },
                 [](T value) { return static_cast<ExactReal>(toDouble(value.imag)); });
    else
        eachPair([](T value) { return static_cast<ExactReal>(value.real()); },
                 [](T value) { return static_cast<ExactReal>(value.imag()); });
}

} // namespace

void ExactNumbers::setZero(std::size_t count)
{
    isComplex = false;
    real.assign(count, 0);
}

Result<StoredValues> StoredValues::of(const Tensor& tensor)
{
    for (const auto& role : tensor.layout->roles)
        if (role.kind == RoleKind::values && !tensor.find(role.name))
            return unsupported(say("a tensor without {0} has nothing to compare", role.name));
    StoredValues out;
    out.m_tensor = &tensor;
    out.m_member = &*std::ranges::find_if(
        tensor.members, [](const Member& member) { return member.role->kind == RoleKind::values; });
    if (!out.m_member->isReadable())
        return out;
    if (auto fine = canBeMeant(tensor); !fine)
        return fine.error();
    out.m_isChanged = changesElements(tensor);
    out.m_reader.emplace(out.m_member->array);
    return out;
}

std::span<const std::byte> StoredValues::bytes(std::int64_t slot, std::int64_t count)
{
    const auto stored = m_reader->read(slot, slot + count, m_scratch);
    if (!m_isChanged)
        return stored;
    m_meant.assign(stored.begin(), stored.end());
    makeMeant(*m_tensor, m_meant);
    return m_meant;
}

void StoredValues::numbers(std::span<const std::byte> bytes, ExactNumbers& out) const
{
    const auto count = bytes.size() / static_cast<std::size_t>(m_reader->itemSize());
    out.isComplex = dtype().elementClass() == ElementClass::complex;
    out.real.resize(count);
    if (out.isComplex)
        out.imaginary.resize(count);
    visitElement(dtype(), [&](auto tag) { load<typename decltype(tag)::type>(bytes.data(), count, out); });
}

Element StoredValues::at(std::int64_t slot)
{
    return Element(dtype(), bytes(slot, 1));
}

} // namespace tscope
