// SPDX-License-Identifier: Apache-2.0
#include "fuzz/support/open_and_check.h"
#include "io/npz/npz.h"

namespace {

tscope::Result<tscope::Document> read(const tscope::Source& source)
{
    const auto archive = tscope::ZipArchive::open(source.bytes, source.watch, source.despiteFaults);
    if (!archive)
        return archive.error();
    return tscope::readNpz(*archive, source);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = sourceOf(data, size);
    if (const auto document = read(source))
        checkAndRewrite(*document, tscope::writeNpz, read);
    else
        checkWhatIsReadable(source, read);
    return 0;
}
