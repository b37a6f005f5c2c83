// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflate.h"

#include "base/say.h"
#include "io/zip/inflater.h"

#include <algorithm>
#include <string>

namespace tscope {

namespace {

// So much is unpacked between two looks at the watch: a ms or two, and still in the cache when it is summed.
constexpr std::size_t stepBytes = std::size_t{1} << 19;
} // namespace

Result<Inflated> inflateInto(std::span<const std::byte> packed, std::span<std::byte> out, const Watch& watch)
{
    Inflater inflater(packed, out);
    Inflated done;
    std::size_t filled = 0;
    auto state = Inflater::State::paused;
    while (state == Inflater::State::paused) {
        if (watch.isStopped())
            return Error{ErrorCode::cancelled, say("was not unpacked to its end")};
        state = inflater.run(std::min(filled + stepBytes, out.size()));
        done.crc = crc32Of(out.subspan(filled, inflater.made() - filled), done.crc);
        filled = inflater.made();
        if (watch.progress)
            watch.progress(out.empty() ? 1.0 : static_cast<double>(filled) / static_cast<double>(out.size()));
    }
    if (state == Inflater::State::full)
        return corrupt(say("unpacks to more than the {0} bytes that the directory says", out.size()));
    if (state == Inflater::State::broken)
        return corrupt(say("is damaged: its deflated bytes can't be unpacked beyond byte {0} of {1} bytes", filled,
                           out.size()));
    if (state == Inflater::State::cut || filled < out.size())
        return corrupt(say("ends after {0} of {1} bytes", filled, out.size()));
    done.unused = static_cast<std::int64_t>(inflater.unused());
    return done;
}

} // namespace tscope
