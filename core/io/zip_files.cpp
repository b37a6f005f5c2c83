// SPDX-License-Identifier: Apache-2.0
#include "io/zip_files.h"

#include "base/say.h"
#include "io/npz/npz.h"
#include "io/torch/checkpoint.h"
#include "io/torch/exported_program.h"
#include "io/torch/file.h"
#include "io/zip/archive.h"

#include <iterator>

namespace tscope {

namespace {

Result<Document> readArchive(const ZipArchive& archive, const Source& source)
{
    if (isTorchArchive(archive)) {
        if (const auto items = checkpointItems(archive, source); !items.empty())
            return readTorchCheckpoint(items, source);
        return readTorchArchive(archive, source);
    }
    if (isExportedProgram(archive))
        return readExportedProgram(archive, source);
    // An empty archive is all that NumPy leaves of no arrays; PyTorch never leaves one.
    if (archive.entries().empty() && (source.path.ends_with(".pt") || source.path.ends_with(".pth")))
        return corrupt(say("wanted a PyTorch file, found a zip archive without entries"));
    return readNpz(archive, source);
}

} // namespace

Result<Document> readZipFile(const Source& source)
{
    auto archive = ZipArchive::open(source.bytes, source.watch, source.despiteFaults);
    if (!archive)
        return archive.error();
    archive->limitUnpacked(mostUnpackedIn(source));
    auto document = readArchive(*archive, source);
    // How many tensors the lost end held is not known.
    if (document && archive->isCutShort() && document->partly.empty() && document->unread == 0)
        document->partly = say("{0|tensor|tensors} before the end of the cut file", std::ssize(document->tensors));
    return document;
}

} // namespace tscope
