// SPDX-License-Identifier: Apache-2.0
#include "io/npz/members.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "io/npy/reader.h"
#include "io/npy/text_scalar.h"
#include "io/zip/directory.h"

#include <algorithm>
#include <mutex>

namespace tscope {

namespace {

constexpr std::string_view ending = ".npy";
constexpr std::int64_t headBytes = std::int64_t{1} << 16; // more than any header that is read
constexpr std::int64_t worthThreads = std::int64_t{1} << 20;

// A member and what is said of it.
struct Loaded {
    NpzMember member;
    std::vector<std::string> warnings;

    void take(NpyArray array)
    {
        member.array = std::move(array.array);
        for (const auto& text : array.warnings)
            warnings.push_back(quotedEntry(member.name) + ": " + text);
    }
};

// The members' own progress as that of all their bytes together.
class SharedProgress
{
public:
    SharedProgress(const Watch& watch, std::int64_t bytes)
        : m_watch(watch), m_bytes(std::max<std::int64_t>(bytes, 1))
    {
    }

    Watch part(std::int64_t bytes)
    {
        auto out = m_watch.withoutProgress();
        if (m_watch.progress)
            out.progress = [this, bytes, told = 0.0](double done) mutable {
                const std::lock_guard lock(m_mutex);
                m_done += (done - told) * static_cast<double>(bytes);
                told = done;
                m_watch.progress(std::min(1.0, m_done / static_cast<double>(m_bytes)));
            };
        return out;
    }

private:
    const Watch& m_watch;
    std::int64_t m_bytes;
    std::mutex m_mutex;
    double m_done = 0;
};

bool isUnpackedNow(const ZipEntry& entry)
{
    return entry.isDeflated && entry.whyNot.empty() && !ZipArchive::isBetterLate(entry);
}

Loaded load(const ZipArchive& archive, const ZipEntry& entry, const Watch& watch, bool despiteFaults)
{
    Loaded out;
    out.member.name = entry.name.substr(0, entry.name.size() - ending.size());
    if (ZipArchive::isBetterLate(entry))
        if (auto array = readNpyLate(archive.lateBytes(entry), archive.head(entry, headBytes))) {
            out.take(std::move(*array));
            return out;
        }
    std::string warning;
    bool wasTurned = false; // where it was unpacked, as a copy would take as much again
    const auto bytes = archive.bytes(entry, warning, {}, watch,
                                     [&](std::span<std::byte> unpacked) { wasTurned = turnNpyRound(unpacked); });
    if (!warning.empty())
        out.warnings.push_back(std::move(warning));
    if (!bytes) {
        out.member.error = bytes.error();
        return out;
    }
    const std::span<const std::byte> file((*bytes)->data(), static_cast<std::size_t>((*bytes)->byteSize()));
    if (const auto header = readNpyHeader(file); header && isNpyText(*header)) {
        auto text = readNpyText(file, *header);
        if (text)
            out.member.text = std::move(*text);
        else
            out.member.error = text.error();
        return out;
    }
    auto array = readNpy(*bytes, {watch.stop}, wasTurned, despiteFaults);
    if (array)
        out.take(std::move(*array));
    else
        out.member.error = array.error();
    return out;
}

} // namespace

Result<NpzMembers> NpzMembers::read(const ZipArchive& archive, const Source& source, WarningList& warnings)
{
    const auto& watch = source.watch;
    std::vector<const ZipEntry*> entries;
    std::vector<std::string_view> others;
    std::int64_t packed = 0;
    for (const auto& entry : archive.entries()) {
        if (entry.name.ends_with(ending) && archive.find(entry.name) == &entry) {
            entries.push_back(&entry);
            packed = isUnpackedNow(entry) ? saturatingAdd(packed, entry.size) : packed;
        } else if (!entry.name.ends_with(ending) && !entry.name.ends_with('/')) {
            others.push_back(entry.name);
        }
    }
    if (entries.empty() && !archive.entries().empty())
        return corrupt(say("this zip archive holds no arrays: none of its {0} entries, such as {1}, ends in .npy",
                           archive.entries().size(), quotedEntry(archive.entries().front().name)));
    if (!others.empty())
        warnings.add([&] {
            const auto example = quotedEntry(others.front());
            return others.size() == 1
                       ? say("1 entry that is no array was left out, such as {0}", example)
                       : say("{0} entries that are no array were left out, such as {1}", others.size(), example);
        });

    std::vector<Loaded> loaded(entries.size());
    SharedProgress progress(watch, packed);
    const auto loadOne = [&](std::int64_t i) {
        const auto& entry = *entries[static_cast<std::size_t>(i)];
        if (!watch.isStopped())
            loaded[static_cast<std::size_t>(i)] =
                load(archive, entry, progress.part(entry.size), source.despiteFaults);
    };
    if (packed >= worthThreads)
        parallelFor(std::ssize(entries), loadOne);
    else
        for (std::int64_t i = 0; i < std::ssize(entries); ++i)
            loadOne(i);
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, say("the archive was not read to its end"), {}, {}};

    NpzMembers out;
    for (auto& [member, told] : loaded) {
        for (auto& text : told)
            warnings.add([&] { return std::move(text); });
        out.m_all.push_back(std::move(member));
    }
    return out;
}

const NpzMember* NpzMembers::find(std::string_view name) const
{
    const auto at = std::ranges::find(m_all, name, &NpzMember::name);
    return at == m_all.end() ? nullptr : &*at;
}

} // namespace tscope
