// SPDX-License-Identifier: Apache-2.0
// Generators of any sizes, faults planted in what they make, and its mending without loss.
#include "base/thread_pool.h"
#include "fuzz/support/byte_source.h"
#include "layouts/registry.h"
#include "make/faults.h"
#include "make/generators.h"
#include "rules/repair.h"

#include <algorithm>
#include <limits>

using namespace tscope;

namespace {

// Sizes that may be made, and would take long.
bool isLarge(const MakeSpec& spec)
{
    Wide product = 1;
    bool isLong = false;
    for (const auto* list : {&spec.size, &spec.batch, &spec.dense})
        for (const auto extent : *list) {
            isLong = isLong || (extent > 1024 && extent <= makeLimit);
            product = product * Wide(std::max<std::int64_t>(extent, 1));
        }
    // Pointers are made for each batch entry, however few entries are drawn.
    Wide pointers = 1;
    for (const auto extent : spec.batch)
        pointers = pointers * Wide(std::max<std::int64_t>(extent, 1));
    if (!spec.size.empty())
        pointers = pointers * Wide(std::max<std::int64_t>(std::ranges::max(spec.size), 1));
    isLong = isLong || (pointers > Wide(1 << 14) && pointers <= Wide(makeLimit));
    for (const auto extent : spec.blocksize)
        isLong = isLong || (extent > 64 && extent <= makeLimit);
    // Where places are drawn there may be far more of them than elements are made.
    const bool draws = spec.kind == "random" || spec.kind == "powerlaw" || spec.kind == "blocks";
    const auto limit = !draws ? Wide(makeLimit) : Wide(spec.nnz && *spec.nnz < 1024 ? makeLimit : int64Max);
    return isLong || (product > Wide(1 << 14) && product <= limit);
}

MakeSpec randomSpec(ByteSource& source)
{
    MakeSpec spec;
    spec.kind = makeKinds()[source.below(makeKinds().size())].name;
    const auto known = layouts();
    spec.layout = known[source.below(known.size())]->name;
    spec.size = source.numbers(source.chance(200) ? 2 : source.below(5));
    if (source.chance(100))
        spec.nnz = source.number();
    if (source.chance(60))
        spec.density = source.chance(20) ? std::numeric_limits<double>::quiet_NaN() : source.byte() / 200.0;
    if (source.chance(100))
        spec.blocksize = {source.number(), source.number()};
    if (source.chance(60))
        spec.batch = source.numbers(source.below(4));
    if (source.chance(60))
        spec.dense = source.numbers(source.below(4));
    const auto types = knownElementTypes();
    spec.dtype = source.chance(200) ? DType(types[source.below(types.size())]) : DType::opaque("odd", 3);
    spec.indexDType = source.chance(128) ? ElementType::i64 : ElementType::i32;
    if (source.chance(100))
        spec.bandwidth = source.number();
    spec.seed = source.byte();
    return spec;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const auto spec = randomSpec(source);
    if (isLarge(spec))
        return 0;
    const auto tensor = makeTensorOf(spec);
    if (!tensor)
        return 0;
    const auto rules = plantableRules(*tensor->layout);
    const auto rule = rules[source.below(rules.size())];
    const auto slot = [&] { return source.chance(128) ? std::optional(source.number()) : std::nullopt; };
    auto broken = plant(*tensor, rule, slot());
    if (!broken)
        return 0;
    (void)repairedWithoutLoss(*broken, {.maxWitnesses = 5});
    for (auto more = source.below(4); more > 0 && broken; --more) // faults in what is broken already
        broken = plant(*broken, rules[source.below(rules.size())], slot());
    return 0;
}
