// SPDX-License-Identifier: Apache-2.0
#include "convert/cast_array.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "convert/element_cast.h"
#include "convert/placed_elements.h"
#include "element/visit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace tscope {

namespace {

constexpr std::int64_t castPiece = std::int64_t{1} << 16; // elements between two looks at the watch

// Numbers between whose types a C++ conversion is what castElement() does, as long as `fits` says so.
template <class From, class To>
bool fits(From value)
{
    if constexpr (std::is_integral_v<From> && std::is_integral_v<To>)
        return std::in_range<To>(value);
    else
        return true;
}

template <class From, class To>
inline constexpr bool isPlain = (std::is_integral_v<From> && std::is_arithmetic_v<To>) ||
                                (std::is_floating_point_v<From> && std::is_floating_point_v<To>);

// Only comparisons, so that the compiler can vectorise the loop around it.
template <class From, class To>
void countLosses(From from, To to, CastLosses& losses)
{
    if constexpr (std::is_floating_point_v<From> && sizeof(To) < sizeof(From)) {
        const bool isOver =
            std::abs(to) > std::numeric_limits<To>::max() && std::abs(from) <= std::numeric_limits<From>::max();
        const bool isUnder = to == 0 && from != 0;
        const bool differs = static_cast<From>(to) != from && from == from;
        losses.infinite += isOver ? 1 : 0;
        losses.zero += isUnder ? 1 : 0;
        losses.rounded += differs && !isOver && !isUnder ? 1 : 0;
    } else if constexpr (std::is_integral_v<From> && std::is_floating_point_v<To> &&
                         std::numeric_limits<From>::digits > std::numeric_limits<To>::digits) {
        losses.rounded += isHeld(from, to) ? 0 : 1;
    }
}

// Casts the elements [begin, end): the position of the first that does not fit, or `end`.
using CastItems = std::int64_t (*)(const std::byte* from, std::byte* to, std::int64_t begin, std::int64_t end,
                                   CastLosses& losses);

template <class From, class To>
std::int64_t castItems(const std::byte* from, std::byte* to, std::int64_t begin, std::int64_t end,
                       CastLosses& losses)
{
    const auto at = [from](std::int64_t i) {
        return loadElement<From>(from + i * static_cast<std::int64_t>(sizeof(From)));
    };
    bool areFine = true;
    CastLosses counted;
    for (auto i = begin; i < end; ++i) {
        const auto value = at(i);
        const auto made = static_cast<To>(value);
        areFine = areFine && fits<From, To>(value);
        countLosses(value, made, counted);
        storeElement(made, to + i * static_cast<std::int64_t>(sizeof(To)));
    }
    losses = counted;
    while (!areFine && begin < end && fits<From, To>(at(begin)))
        ++begin;
    return areFine ? end : begin;
}

// Null: these are cast one by one.
CastItems castBetween(const DType& from, const DType& to)
{
    CastItems cast = nullptr;
    visitElement(from, [&]<class From>(std::type_identity<From>) {
        visitElement(to, [&]<class To>(std::type_identity<To>) {
            if constexpr (isPlain<From, To>)
                cast = castItems<From, To>;
        });
    });
    return cast;
}

// The position of the first element that does not fit; nothing: all were cast, or the watch stopped it.
std::optional<std::int64_t> castAll(CastItems cast, const std::byte* from, std::byte* to, std::int64_t count,
                                    const Watch& watch, CastLosses& losses)
{
    std::mutex mutex; // of the losses
    std::atomic<std::int64_t> bad{count};
    parallelFor((count + castPiece - 1) / castPiece, [&](std::int64_t part) {
        const auto end = std::min((part + 1) * castPiece, count);
        if (watch.isStopped() || bad.load(std::memory_order_relaxed) < part * castPiece)
            return;
        CastLosses lost;
        const auto first = cast(from, to, part * castPiece, end, lost);
        {
            const std::lock_guard lock(mutex);
            losses.add(lost);
        }
        auto known = bad.load();
        while (first < end && first < known && !bad.compare_exchange_weak(known, first))
            ;
    });
    return bad.load() < count ? std::optional(bad.load()) : std::nullopt;
}

Error doesNotFit(const Array& array, std::int64_t position, const DType& type, bool isIndex)
{
    const auto element = array.at(position);
    if (isIndex)
        return invalidArgument(say("the index {0} does not fit {1}", element.text(), type.name()));
    return castElement(element, type).error();
}

} // namespace

Result<CastArray> castArray(const Array& array, const DType& type, bool isIndex, std::int64_t maxBytes,
                            const Watch& watch)
{
    if (!array.isReadable())
        return unsupported(
            array.dtype.isOpaque()
                ? say("numbers were wanted to be cast to {0}, found {1} elements, which are none", type.name(),
                      array.dtype.name())
                : say("numbers were wanted to be cast to {0}, found a storage whose bytes are not here",
                      type.name()));
    const auto count = *numel(array.geometry);
    const auto bytes = checkedMul(count, type.itemSize());
    if (!bytes || *bytes > maxBytes)
        return overBudget(say("a copy as {0}", type.name()), bytes.value_or(int64Max), maxBytes);
    auto builder = StorageBuilder::unset(*bytes);
    if (!builder)
        return builder.error();
    auto* to = builder->bytes().data();
    const auto* data = array.storage->data();
    const bool isRun = data != nullptr && isContiguous(array.geometry);
    const auto cast = array.dtype.isOpaque() || type.isOpaque() ? nullptr : castBetween(array.dtype, type);
    CastLosses losses;
    if (isRun && cast != nullptr && count > 0) {
        const auto bad =
            castAll(cast, data + array.geometry.offset * array.dtype.itemSize(), to, count, watch, losses);
        if (bad)
            return doesNotFit(array, *bad, type, isIndex);
        if (watch.isStopped())
            return conversionStopped();
    } else {
        for (std::int64_t position = 0; position < count; ++position) {
            if ((position & 4095) == 0 && watch.isStopped())
                return conversionStopped();
            const auto before = array.at(position);
            const auto element = castElement(before, type);
            if (!element)
                return doesNotFit(array, position, type, isIndex);
            losses.add(before, *element);
            to = std::ranges::copy(element->bytes(), to).out;
        }
    }
    return CastArray{{std::move(*builder).seal(), type, Geometry::rowMajor(array.geometry.sizes)}, losses};
}

} // namespace tscope
