// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/call_views.h"
#include "cpu/reference/kernels.h"
#include "cpu/reference/stored_elements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace tscope::cpu::reference {

namespace {

bool isNan(const Value& value)
{
    return std::isnan(value.real.real()) || std::isnan(value.real.imag());
}

// Whether a comes before b; a NaN comes before everything.
template <bool wantsLeast>
bool isBetter(const Value& a, const Value& b)
{
    if (isNan(a) || isNan(b))
        return isNan(a) && !isNan(b);
    const auto integerA = static_cast<std::int64_t>(a.integer), integerB = static_cast<std::int64_t>(b.integer);
    const auto realA = a.real.real(), realB = b.real.real();
    return wantsLeast ? integerA < integerB || realA < realB : integerA > integerB || realA > realB;
}

struct Folded {
    Value value;
    std::int64_t count = 0; // of stored elements
};

// The elements of each result, by its index with 0 in all reduced dims.
template <class F>
std::map<Extents, Folded> folded(const tscope_call& call, const F& fold)
{
    const Arithmetic arithmetic(valuesOf(call.in[0]).type);
    Elements elements;
    for (const auto& [index, value] : storedElements(call.in[0])) {
        const auto [at, isNew] = elements.try_emplace(index, value);
        if (!isNew)
            at->second = arithmetic.sum(at->second, value);
    }
    const auto* dims = paramNamed(call, "dim");
    std::map<Extents, Folded> out;
    for (const auto& [index, sum] : elements) {
        // Duplicates are one element, their sum in the element type.
        alignas(16) std::byte element[16];
        arithmetic.store(sum, element);
        const auto value = arithmetic.load(element);
        auto kept = index;
        for (std::int64_t i = 0; i < dims->integer; ++i)
            kept[static_cast<std::size_t>(dims->list[i])] = 0;
        auto& result = out[kept];
        result.value = result.count == 0 ? value : fold(result.value, value);
        ++result.count;
    }
    return out;
}

// Of sparse tensors more than integers can count.
long double elementsPerResult(const tscope_call& call)
{
    const auto* dims = paramNamed(call, "dim");
    long double count = 1;
    for (std::int64_t i = 0; i < dims->integer; ++i)
        count *= static_cast<long double>(call.in[0].sizes[dims->list[i]]);
    return count;
}

template <bool isMean>
std::int32_t runSum(const tscope_call* call, tscope_error*)
{
    const Arithmetic arithmetic(valuesOf(*call->out).type);
    const auto sums = folded(*call, [&](const Value& a, const Value& b) { return arithmetic.sum(a, b); });
    Elements out;
    const auto count = elementsPerResult(*call);
    const Extents sizes(call->out->sizes, call->out->sizes + call->out->dims);
    for (std::int64_t at = 0; at < numel(sizes).value_or(0); ++at) {
        const auto index = indexOf(sizes, at);
        const auto sum = sums.find(index);
        auto value = sum == sums.end() ? Value{} : sum->second.value;
        if (isMean)
            value.real = {value.real.real() / count, value.real.imag() / count};
        out[index] = value;
    }
    write(out, *call->out, arithmetic);
    return TSCOPE_OK;
}

template <bool wantsLeast>
std::int32_t runExtreme(const tscope_call* call, tscope_error*)
{
    const auto better = [](const Value& a, const Value& b) { return isBetter<wantsLeast>(b, a) ? b : a; };
    Elements out;
    for (const auto& [index, best] : folded(*call, better))
        out[index] = static_cast<long double>(best.count) < elementsPerResult(*call) ? better(best.value, Value{})
                                                                                     : best.value;
    write(out, *call->out, Arithmetic(valuesOf(*call->out).type));
    return TSCOPE_OK;
}

} // namespace

void addReduce(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* layout, std::uint64_t types, Run run) {
        list.push_back({.op = op,
                        .name = "reference.reduce",
                        .layouts = {layout},
                        .result = "strided",
                        .types = types,
                        .indexTypes = anyIndexType,
                        .run = run});
    };
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        add("sum", layout, computingTypes, runSum<false>);
        add("mean", layout, fractionTypes, runSum<true>);
        add("amin", layout, orderedTypes, runExtreme<true>);
        add("amax", layout, orderedTypes, runExtreme<false>);
    }
}

} // namespace tscope::cpu::reference
