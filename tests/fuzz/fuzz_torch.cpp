// SPDX-License-Identifier: Apache-2.0
#include "io/torch/file.h"

#include "fuzz/support/open_and_check.h"
#include "fuzz/support/torch_document.h"

#include <cstdint>

namespace {

tscope::Result<tscope::Document> read(const tscope::Source& source)
{
    if (!source.text().starts_with("PK"))
        return readTorchLegacy(source);
    const auto archive = tscope::ZipArchive::open(source.bytes, source.watch, source.despiteFaults);
    return archive ? readTorchArchive(*archive, source) : archive.error();
}

} // namespace

// Whole files of torch.save, of both forms.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const tscope::Source source{.bytes = tscope::heapStorage(std::as_bytes(std::span(data, size)))};
    if (const auto document = read(source))
        writeTorchAndCheck(*document);
    else
        checkWhatIsReadable(source, read);
    static_cast<void>(torchFileLines(source));
    return 0;
}
