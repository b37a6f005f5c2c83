// SPDX-License-Identifier: Apache-2.0
#include "io/torch/file.h"
#include "io/zip_files.h"

#include "fuzz/support/torch_document.h"

#include <cstdint>

// Whole files of torch.save, of both forms.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const tscope::Source source{.bytes = tscope::heapStorage(std::as_bytes(std::span(data, size)))};
    const auto document = source.text().starts_with("PK") ? readZipFile(source) : readTorchLegacy(source);
    if (document)
        writeTorchAndCheck(*document);
    static_cast<void>(torchFileLines(source));
    return 0;
}
