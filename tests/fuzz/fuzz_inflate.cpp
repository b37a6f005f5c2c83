// SPDX-License-Identifier: Apache-2.0
// Deflate data are unpacked as zlib does it, or refused as it does. The first two bytes say how much room there is
// and in which steps.
#include "base/check.h"
#include "io/zip/inflater.h"
#include "support/zlib_oracle.h"

#include <algorithm>
#include <cstdint>

using namespace tscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t room = std::size_t{data[0]} * 300, step = 1 + std::size_t{data[1]} * 40;
    const auto packed = std::as_bytes(std::span(data, size)).subspan(2);
    std::vector<std::byte> out(room);
    Inflater inflater(packed, out);
    auto state = Inflater::State::paused;
    while (state == Inflater::State::paused)
        state = inflater.run(std::min(inflater.made() + step, room));
    const auto wanted = test::unpackedByZlib(packed, room);
    TSCOPE_CHECK((state == Inflater::State::done) == wanted.has_value(), "zlib judges it the same");
    if (!wanted)
        return 0;
    out.resize(inflater.made());
    TSCOPE_CHECK(out == wanted->bytes, "the same comes out");
    TSCOPE_CHECK(packed.size() - inflater.unused() == wanted->used, "of the same bytes");
    return 0;
}
