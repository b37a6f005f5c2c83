// SPDX-License-Identifier: Apache-2.0
#include "io/torch/archive.h"

#include "base/say.h"
#include "io/packed_limit.h"
#include "io/pickle/text.h"
#include "io/torch/file.h"
#include "io/torch/object.h"

#include <algorithm>
#include <charconv>

namespace tscope {

namespace {

constexpr std::string_view pickleName = "/data.pkl";
constexpr std::string_view versionName = "/version"; // all that is there when saving failed before the pickle
constexpr std::int64_t pickleLimit = std::int64_t{256} << 20;
// PyTorch packs nothing, and who packs its files later makes a tenth of a pickle, not a thousandth.
constexpr std::int64_t alwaysUnpacked = std::int64_t{64} << 20;
constexpr std::int64_t mostPerPackedByte = 64;
constexpr int newestVersion = 10;

std::string shown(std::string_view text)
{
    return '"' + printable(text.substr(0, 60)) + '"';
}

class ArchiveReader
{
public:
    ArchiveReader(const ZipArchive& archive, const Source& source)
        : m_archive(archive), m_source(source), m_folder(torchFolder(archive))
    {
    }

    Result<Document> read()
    {
        for (const auto& warning : m_archive.warnings())
            m_warnings.add([&] { return warning; });
        if (auto checked = checkVersion(); !checked)
            return checked.error();
        const auto isBigEndian = readByteOrder();
        if (!isBigEndian)
            return isBigEndian.error();
        std::string warning;
        const auto pickle = torchPickle(m_archive, warning, m_source.watch);
        if (!pickle)
            return pickle.error();
        sayIfAny(warning);
        sayTorchScript();
        const TorchObject object{.pickle = textOf(**pickle),
                                 .fileBytes = static_cast<std::size_t>(m_source.bytes->byteSize()),
                                 .idParts = archiveIdParts,
                                 .isBigEndian = *isBigEndian,
                                 .despiteFaults = m_source.despiteFaults};
        auto document = readTorchObject(
            object, [this](const TorchStorageId& id) { return record(id); }, m_warnings, m_source.watch);
        if (!document)
            return placedIn(document.error(), m_folder + std::string(pickleName));
        return document;
    }

private:
    Result<StoragePtr> bytes(const ZipEntry& entry)
    {
        std::string warning;
        auto read = m_archive.bytes(entry, warning, {}, m_source.watch);
        sayIfAny(warning);
        return read;
    }

    void sayIfAny(const std::string& warning)
    {
        if (!warning.empty())
            m_warnings.add([&] { return warning; });
    }

    // The text of a small entry that need not be there.
    Result<std::optional<std::string>> smallText(std::string_view name)
    {
        const auto* entry = m_archive.find(m_folder + '/' + std::string(name));
        if (entry == nullptr)
            return std::optional<std::string>();
        constexpr std::int64_t limit = 1000;
        if (entry->size > limit)
            return std::optional(std::string("(" + std::to_string(entry->size) + " bytes)"));
        const auto read = bytes(*entry);
        if (!read)
            return read.error();
        return std::optional(std::string(textOf(**read)));
    }

    // PyTorch opens no archive without a version that it knows; here it makes no difference. Fails only if it was
    // cancelled.
    Result<void> checkVersion()
    {
        const auto text = smallText("version");
        if (!text && text.error().code == ErrorCode::cancelled)
            return text.error();
        if (!text || !*text) {
            m_warnings.add([&] {
                return text ? say("the archive has no version record; PyTorch would not open it")
                            : say("the version record can't be read: {0}; PyTorch would not open it",
                                  text.error().text);
            });
            return {};
        }
        int version = 0;
        const auto* end = (*text)->data() + (*text)->size();
        const auto number = std::from_chars((*text)->data(), end, version);
        const bool isNumber = number.ec == std::errc{} && (number.ptr == end || *number.ptr == '\n');
        if (!isNumber || version < 1 || version > newestVersion)
            m_warnings.add([&] {
                return say("wanted a version from 1 to 10, found {0}; PyTorch would not open the archive",
                           shown(**text));
            });
        return {};
    }

    Result<bool> readByteOrder()
    {
        const auto text = smallText("byteorder");
        if (!text)
            return text.error();
        if (!*text || **text == "little")
            return false;
        if (**text == "big")
            return true;
        return corrupt(say("wanted the byte order little or big, found {0}", shown(**text)),
                       m_folder + "/byteorder");
    }

    void sayTorchScript()
    {
        const auto code = m_folder + "/code/", constants = m_folder + "/constants.pkl";
        if (std::ranges::any_of(m_archive.entries(), [&](const ZipEntry& entry) {
                return entry.name == constants || entry.name.starts_with(code);
            }))
            m_warnings.add([] {
                return say(
                    "this is a TorchScript program: its tensors are listed, its code and constants are not");
            });
    }

    Result<TorchStorages::Record> record(const TorchStorageId& id)
    {
        const auto* entry = m_archive.find(m_folder + "/data/" + id.key);
        if (entry == nullptr)
            return TorchStorages::Record{};
        auto whole = bytes(*entry);
        if (!whole)
            return whole.error();
        const auto size = (*whole)->byteSize();
        if (const auto declared = declaredBytes(id); declared && *declared < size)
            m_warnings.add([&] {
                return say("the record of the storage {0} holds {1} bytes, it is declared to hold {2}: the rest "
                           "was left out",
                           id.key, size, *declared);
            });
        return TorchStorages::Record{*whole, 0, size};
    }

    const ZipArchive& m_archive;
    const Source& m_source;
    std::string m_folder;
    WarningList m_warnings;
};

} // namespace

std::string torchFolder(const ZipArchive& archive)
{
    if (archive.entries().empty())
        return {};
    const std::string_view first = archive.entries().front().name;
    return std::string(first.substr(0, std::min(first.find('/'), first.size())));
}

Result<StoragePtr> torchPickle(const ZipArchive& archive, std::string& warning, const Watch& watch)
{
    const auto name = torchFolder(archive) + std::string(pickleName);
    const auto* entry = archive.find(name);
    if (entry == nullptr)
        return corrupt(say("wanted the pickle {0} of a PyTorch archive, found none", shown(name)));
    if (entry->size > pickleLimit)
        return corrupt(say("wanted a pickle of at most 256 MiB, found one of {0} bytes", entry->size),
                       shown(name));
    if (entry->isDeflated && entry->size > alwaysUnpacked && entry->size / mostPerPackedByte > entry->packedSize)
        return corrupt(
            say("wanted a pickle of at most {0} times its packed bytes, found one that makes {1} of {2}",
                mostPerPackedByte, entry->size, entry->packedSize),
            shown(name));
    return archive.bytes(*entry, warning, {}, watch);
}

bool isTorchArchive(const ZipArchive& archive)
{
    return std::ranges::any_of(archive.entries(), [](const ZipEntry& entry) {
        const auto slash = entry.name.find('/');
        const auto name =
            slash == std::string::npos ? std::string_view() : std::string_view(entry.name).substr(slash);
        return name == pickleName || name == versionName;
    });
}

Result<Document> readTorchArchive(const ZipArchive& archive, const Source& source)
{
    return ArchiveReader(archive, source).read();
}

Result<Document> readTorchArchiveIn(const Source& whole, StoragePtr part, std::int64_t& unpackedLeft)
{
    if (part->byteSize() == 0)
        return corrupt(say("wanted a file of torch.save, found no bytes"));
    const Source source{
        .bytes = std::move(part), .watch = {whole.watch.stop}, .despiteFaults = whole.despiteFaults};
    auto archive = ZipArchive::open(source.bytes, source.watch, source.despiteFaults);
    if (!archive)
        return archive.error();
    archive->limitUnpacked(unpackedLeft);
    auto document = readTorchArchive(*archive, source);
    if (document)
        unpackedLeft -= archive->unpackedInAll();
    return document;
}

std::int64_t mostUnpackedIn(const Source& whole)
{
    const auto size = whole.bytes->byteSize();
    return std::min(mostHeldOf(size), std::max<std::int64_t>(whole.mostMemory - size, 0));
}

} // namespace tscope
