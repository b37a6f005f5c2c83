// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/lines.h"

#include "io/torch/archive.h"
#include "io/torch/file.h"
#include "io/torch/object.h"

namespace tscope {

Result<std::vector<std::string>> torchFileLines(const Source& source)
{
    const auto text = source.text();
    if (!text.starts_with("PK")) {
        // The object is the fourth pickle; of what breaks off before, what there is.
        constexpr int before = 3;
        std::size_t at = 0;
        for (int i = 0;; ++i) {
            const auto run = runTorchPickle(text.substr(at), text.size(), legacyIdParts, source.watch, at);
            at += run.end;
            if (i == before || run.error || at >= text.size())
                return pickleLines(run);
        }
    }
    const auto archive = ZipArchive::open(source.bytes, source.watch, source.despiteFaults);
    if (!archive)
        return archive.error();
    std::string warning;
    const auto pickle = torchPickle(*archive, warning, source.watch);
    if (!pickle)
        return pickle.error();
    return pickleLines(runTorchPickle(textOf(**pickle), text.size(), archiveIdParts, source.watch));
}

} // namespace tscope
