// SPDX-License-Identifier: Apache-2.0
#include "io/zip_files.h"

#include "io/npz/npz.h"
#include "io/zip/archive.h"

#include <algorithm>

namespace tscope {

namespace {

// A record data.pkl one folder deep.
bool isTorch(const ZipArchive& archive)
{
    return std::ranges::any_of(archive.entries(), [](const ZipEntry& entry) {
        return entry.name.ends_with("/data.pkl") && std::ranges::count(entry.name, '/') == 1;
    });
}

} // namespace

Result<Document> readZipFile(const Source& source)
{
    const auto archive = ZipArchive::open(source.bytes);
    if (!archive)
        return archive.error();
    if (isTorch(*archive))
        return corrupt("this is a zip archive of PyTorch (.pt), which this build does not read yet");
    // An empty archive is all that NumPy leaves of no arrays; PyTorch never leaves one.
    if (archive->entries().empty() && (source.path.ends_with(".pt") || source.path.ends_with(".pth")))
        return corrupt("wanted a PyTorch file, found a zip archive without entries");
    return readNpz(*archive, source);
}

} // namespace tscope
