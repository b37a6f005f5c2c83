// SPDX-License-Identifier: Apache-2.0
#include "fuzz/support/open_and_check.h"
#include "io/npy/reader.h"
#include "io/npy/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = sourceOf(data, size);
    if (const auto document = tscope::readNpyFile(source))
        checkAndRewrite(*document, tscope::writeNpyFile, tscope::readNpyFile);
    else
        checkWhatIsReadable(source, tscope::readNpyFile);
    return 0;
}
