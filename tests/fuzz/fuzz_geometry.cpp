// SPDX-License-Identifier: Apache-2.0
// Random geometry, well formed or not, through every question and every view; and the reader of operation chains.
#include "array/contiguity.h"
#include "array/overlap.h"
#include "array/slots.h"
#include "array/transform.h"
#include "base/check.h"
#include "fuzz/support/byte_source.h"

#include <string>

using namespace tscope;

namespace {

Geometry randomGeometry(ByteSource& source)
{
    const auto rank = source.below(7);
    return {source.numbers(rank), source.numbers(source.chance(250) ? rank : source.below(7)), source.number()};
}

void askEverything(const Geometry& geometry, ByteSource& source)
{
    (void)isContiguous(geometry);
    (void)isChannelsLast(geometry);
    (void)isChannelsLast3d(geometry);
    (void)hasChannelsLastStrides(geometry);
    (void)hasChannelsLast3dStrides(geometry);
    (void)isNonOverlappingAndDense(geometry);
    (void)overlap(geometry);
    (void)overlapTorch(geometry);
    (void)minStorage(geometry);
    (void)isInBounds(geometry, source.number());
    (void)readersOf(geometry, source.number(), 20);
    const auto other = randomGeometry(source);
    (void)sharing({geometry, 4}, {other, 8});
    (void)sharesElement({geometry, 4}, {other, 8});
    const auto shape = source.numbers(source.below(5));
    if (const auto answer = view(geometry, shape); const auto* seen = std::get_if<Geometry>(&answer))
        TSCOPE_CHECK(numel(*seen) == numel(geometry), "a view has the same elements");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ByteSource source(data, size);
    auto geometry = randomGeometry(source);
    askEverything(geometry, source);

    const std::string chain(reinterpret_cast<const char*>(data), size);
    if (const auto steps = parseSteps(chain))
        for (const auto& step : *steps)
            if (const auto outcome = applyStep(geometry, step)) {
                geometry = outcome->geometry;
                askEverything(geometry, source);
            }
    return 0;
}
