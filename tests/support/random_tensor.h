// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/visit.h"
#include "layouts/registry.h"
#include "make/faults.h"
#include "make/generators.h"
#include "make/random.h"

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tscope::test {

// What a format can hold of all that can be random.
struct RandomWish {
    std::vector<std::string> layouts = {"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"};
    std::vector<ElementType> types = {};
    bool isMatrix = false;     // two dims, without batch and dense ones
    bool hasAnyBits = true;    // also infinite, not a number and every payload
    bool runsBackwards = true; // some strides are negative
    bool isBroken = false;     // some have a pointer or an index that a rule forbids
};

// Tensors of any layout, whose members lie anyhow in their storages: turned, backwards, with gaps, expanded, and
// with other bytes before and behind.
class RandomTensors
{
public:
    RandomTensors(std::uint64_t seed, RandomWish wish) : m_random(seed), m_wish(std::move(wish)) {}

    Random& random() { return m_random; }
    bool oneIn(std::int64_t count) { return m_random.below(count) == 0; }

    Tensor next()
    {
        const auto type = oneOf(m_wish.types);
        auto made = makeTensorOf(spec());
        if (!made)
            throw std::runtime_error(made.error().text);
        if (made->layout->name == "jagged" && oneIn(2))
            addLengths(*made);
        if (made->layout->name == "nested" && oneIn(2))
            turnComponents(*made);
        if (m_wish.isBroken && oneIn(3))
            breakIndices(*made);
        for (auto& member : made->members) {
            const bool isValues = member.role->kind == RoleKind::values;
            if (isValues)
                member.array = elsewhere(member.array, type, true);
            else if (!oneIn(3))
                member.array = elsewhere(member.array, member.array.dtype, false);
        }
        if (oneIn(3))
            shareStorages(*made);
        return *made;
    }

    template <class T>
    const T& oneOf(const std::vector<T>& choices)
    {
        return choices[static_cast<std::size_t>(m_random.below(std::ssize(choices)))];
    }

private:
    MakeSpec spec()
    {
        MakeSpec spec;
        spec.layout = oneOf(m_wish.layouts);
        const bool isRagged = spec.layout == "nested" || spec.layout == "jagged";
        const bool isBlocked = spec.layout == "bsr" || spec.layout == "bsc";
        spec.seed = m_random.next();
        spec.dtype = ElementType::f32;
        spec.indexDType = oneIn(2) ? ElementType::i32 : ElementType::i64;
        if (isBlocked)
            spec.blocksize = {m_random.between(1, 3), m_random.between(1, 3)};
        spec.size = {m_random.between(0, 4) * (isBlocked ? spec.blocksize[0] : 1),
                     m_random.between(0, 4) * (isBlocked ? spec.blocksize[1] : 1)};
        if (isRagged)
            spec.size = {m_random.between(1, 4), m_random.between(1, 4), m_random.between(1, 3)};
        if (!isRagged)
            spec.density = static_cast<double>(m_random.below(11)) / 10;
        if (m_wish.isMatrix || isRagged)
            return spec;
        if (spec.layout == "strided") {
            spec.size.resize(2);
            for (auto more = m_random.below(3); more > 0; --more)
                spec.size.push_back(m_random.between(0, 3));
        } else {
            for (auto batch = spec.layout == "coo" ? 0 : m_random.below(3); batch > 0; --batch)
                spec.batch.push_back(m_random.between(0, 3));
            for (auto dense = m_random.below(3); dense > 0; --dense)
                spec.dense.push_back(m_random.between(0, 3));
        }
        return spec;
    }

    static std::vector<std::int64_t> numbersIn(const Array& array)
    {
        std::vector<std::int64_t> out(static_cast<std::size_t>(*numel(array.geometry)));
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = std::stoll(array.at(static_cast<std::int64_t>(i)).text());
        return out;
    }

    // Components that end before the next one begins.
    void addLengths(Tensor& tensor)
    {
        const auto& offsets = tensor.member("offsets").array;
        const auto ends = numbersIn(offsets);
        std::vector<std::int64_t> lengths;
        for (std::size_t i = 1; i < ends.size(); ++i)
            lengths.push_back(m_random.between(0, ends[i] - ends[i - 1]));
        auto array = Array::fromInts({std::ssize(lengths)}, lengths, offsets.dtype);
        tensor.members.push_back({.role = roleNamed(*tensor.layout, "lengths"), .array = std::move(array)});
    }

    // Breaks one rule that looks at what index members hold, if one can be.
    void breakIndices(Tensor& tensor)
    {
        std::vector<std::string_view> rules;
        for (const auto& rule : tensor.layout->rules)
            if (rule.cost != Cost::metadata && rule.asked &&
                std::ranges::count(plantableRules(*tensor.layout), rule.id) > 0)
                rules.push_back(rule.id);
        if (rules.empty())
            return;
        if (auto broken = plant(tensor, oneOf(rules), {}, m_random.next()))
            tensor = std::move(*broken);
    }

    // Components that lie column by column.
    static void turnComponents(Tensor& tensor)
    {
        const auto sizes = numbersIn(tensor.member("nested_sizes").array);
        const auto shape = tensor.member("nested_sizes").array.geometry.sizes;
        const auto dims = static_cast<std::size_t>(shape[1]);
        std::vector<std::int64_t> strides(sizes.size(), 1);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            strides[i] = i % dims == 0 ? 1 : strides[i - 1] * sizes[i - 1];
        for (auto& member : tensor.members)
            if (member.role->name == "nested_strides")
                member.array = Array::fromInts(shape, strides);
    }

    // Members of one type in one storage, one behind the other.
    static void shareStorages(Tensor& tensor)
    {
        for (std::size_t i = 1; i < tensor.members.size(); ++i) {
            auto& first = tensor.members[i - 1].array;
            auto& second = tensor.members[i].array;
            if (!(first.dtype == second.dtype))
                continue;
            const auto before = static_cast<std::size_t>(first.storage->byteSize());
            std::vector<std::byte> bytes(before + static_cast<std::size_t>(second.storage->byteSize()));
            first.storage->read(0, std::span(bytes).first(before));
            second.storage->read(0, std::span(bytes).subspan(before));
            second.geometry.offset += first.storage->byteSize() / first.dtype.itemSize();
            const auto shared = heapStorage(bytes);
            for (std::size_t k = 0; k < i; ++k)
                if (tensor.members[k].array.storage == first.storage && k + 1 != i)
                    tensor.members[k].array.storage = shared;
            first.storage = second.storage = shared;
        }
    }

    // Where elements of these sizes lie in a new storage.
    Geometry scattered(const Extents& sizes, bool mayOverlap)
    {
        Geometry out{sizes, Extents(sizes.size()), m_random.below(4)};
        if (oneIn(4))
            return {sizes, Geometry::rowMajor(sizes).strides, 0};
        std::vector<std::size_t> order(sizes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (auto i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(i)))]);
        std::int64_t step = 1;
        for (const auto d : order) {
            out.strides[d] = mayOverlap && oneIn(8) ? 0 : sizes[d] == 1 ? m_random.below(6) : step;
            step *= std::max<std::int64_t>(sizes[d], 1) + (oneIn(3) ? m_random.between(1, 2) : 0);
        }
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (m_wish.runsBackwards && oneIn(6)) {
                out.offset += std::max<std::int64_t>(sizes[d] - 1, 0) * out.strides[d];
                out.strides[d] = -out.strides[d];
            }
        return out;
    }

    // The same elements of a type somewhere else, or others.
    Array elsewhere(const Array& from, DType type, bool isFilled)
    {
        auto geometry = scattered(from.geometry.sizes, isFilled);
        auto last = geometry.offset;
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
            last +=
                std::max<std::int64_t>(geometry.sizes[d] - 1, 0) * std::max<std::int64_t>(geometry.strides[d], 0);
        const auto size = type.itemSize();
        std::vector<std::byte> bytes(static_cast<std::size_t>((last + 1 + m_random.below(3)) * size));
        for (auto& byte : bytes)
            byte = static_cast<std::byte>(m_random.next());
        if (isFilled)
            makeTrue(bytes, type);
        Array out{heapStorage(bytes), type, geometry};
        if (isFilled)
            return out;
        std::vector<std::byte> element(static_cast<std::size_t>(size));
        for (std::int64_t i = 0; i < *numel(geometry); ++i) {
            from.storage->read(from.byteRange(i).first, element);
            std::ranges::copy(element, bytes.begin() + out.byteRange(i).first);
        }
        out.storage = heapStorage(bytes);
        return out;
    }

    // Of random bytes elements that can be: a bool is 0 or 1, and where it is wanted every number is finite.
    void makeTrue(std::vector<std::byte>& bytes, const DType& type) const
    {
        if (type == ElementType::boolean)
            for (auto& byte : bytes)
                byte &= std::byte{1};
        const auto kind = type.elementClass();
        if (m_wish.hasAnyBits || (kind != ElementClass::real && kind != ElementClass::complex))
            return;
        const auto part = static_cast<std::size_t>(type.itemSize()) / (kind == ElementClass::complex ? 2 : 1);
        for (auto at = part - 1; at < bytes.size(); at += part)
            bytes[at] &= std::byte{0xBF}; // the highest bit of the exponent
    }

    Random m_random;
    RandomWish m_wish;
};

} // namespace tscope::test
