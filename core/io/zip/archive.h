// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "memory/storage.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// One file inside a zip archive, as the central directory tells it.
struct ZipEntry {
    std::string name; // a key, never a path
    std::int64_t size = 0, packedSize = 0;
    std::int64_t begin = 0; // of its packed bytes in the archive
    std::uint32_t crc = 0;
    bool isDeflated = false; // else stored as it is
    bool isSummed = true;    // compared with `crc` when it is read
    // What is packed in entries up to this one and with it, unpacked.
    std::int64_t unpackedSoFar = 0;
    std::string whyNot = {}; // why its bytes can't be had: "is encrypted"; empty: they can
};

// A zip archive over mapped bytes, read from its central directory alone. Every range is proven to lie inside the
// archive and apart from all others before it is used.
class ZipArchive
{
public:
    // Precondition: the bytes of `file` lie in one run. With `despiteFaults` an archive without its directory has
    // the entries that can be known without it.
    static Result<ZipArchive> open(StoragePtr file, const Watch& watch = {}, bool despiteFaults = false);

    const std::vector<ZipEntry>& entries() const { return m_entries; } // in the order of the directory
    const ZipEntry* find(std::string_view name) const;                 // the first of that name
    const std::vector<std::string>& warnings() const { return m_warnings; }
    // Whether its end is lost: there may have been more entries.
    bool isCutShort() const { return m_isCutShort; }
    // In the file. Bytes before and after are no part of the archive.
    std::int64_t begin() const { return m_begin; }
    std::int64_t end() const { return m_end; }

    // An archive inside a file shares the memory that the file may take: lowers how many bytes may be unpacked at
    // once. The default fits the size of the archive.
    void limitUnpacked(std::int64_t most) { m_mostUnpacked = std::min(m_mostUnpacked, most); }
    // How many bytes bytes() makes if it is called for each entry.
    std::int64_t unpackedInAll() const;

    // What an entry holds: a part of the archive where it is stored, unpacked where it is deflated. A sum that
    // does not agree is told in `warning`; of long stored entries it is not asked for, as it would read them all.
    // Entries may be asked for from several threads.
    // `change` may still change what was unpacked.
    Result<StoragePtr> bytes(const ZipEntry& entry, std::string& warning, Storage::Label label = {},
                             const Watch& watch = {},
                             const std::function<void(std::span<std::byte> unpacked)>& change = {}) const;

    // Whether so much is packed in the archive that the entry is better unpacked when it is looked at.
    static bool isBetterLate(const ZipEntry& entry);
    // The first bytes of such an entry, as many as are asked for if it has them and they are not damaged; and all
    // of it for later. Preconditions: it is one, and its bytes can be had.
    std::vector<std::byte> head(const ZipEntry& entry, std::int64_t count) const;
    StoragePtr lateBytes(const ZipEntry& entry) const;

private:
    ZipArchive() = default;
    std::span<const std::byte> packed(const ZipEntry& entry) const;

    StoragePtr m_file;
    std::vector<ZipEntry> m_entries;
    std::vector<std::uint32_t> m_byName; // places in m_entries, in the order of their names
    std::vector<std::string> m_warnings;
    std::int64_t m_begin = 0, m_end = 0, m_mostUnpacked = 0;
    bool m_isCutShort = false;
};

} // namespace tscope
