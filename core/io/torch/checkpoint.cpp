// SPDX-License-Identifier: Apache-2.0
#include "io/torch/checkpoint.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/torch/archive.h"
#include "io/torch/checkpoint_index.h"
#include "io/torch/file.h"
#include "io/torch/parts.h"
#include "io/zip/directory.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tscope {

namespace {

constexpr std::string_view indexName = ".metadata";
constexpr std::uintmax_t indexLimit = std::uintmax_t{256} << 20;

constexpr std::string_view entryMark = "PK\3\4"; // what an archive begins with

class CheckpointReader
{
public:
    CheckpointReader(std::span<const ZipPlace> items, const Source& source)
        : m_items(items), m_source(source), m_end(source.bytes->byteSize()), m_unpackedLeft(mostUnpackedIn(source))
    {
    }

    Result<Document> read()
    {
        findNames();
        const auto first = m_items.front().begin, last = m_items.back().end;
        if (first > 0) {
            m_warnings.add([&] {
                return say("{0} bytes before the {1} items of the checkpoint were left out", first,
                           m_items.size());
            });
            (m_items.size() == checkpointItemLimit ? m_leftOut : m_unread) += countMissing(0, first);
        }
        Pace pace(m_source.watch, 1);
        for (std::size_t i = 0; i < m_items.size() && !isFull(m_items.size() - i); ++i) {
            if (!pace.goesOn(i, m_items.size()))
                return openingCancelled();
            if (auto added = addItem(m_items[i], nameOf(m_items[i].begin, i)); !added)
                return added.error();
        }
        if (last < m_end) {
            m_warnings.add([&] {
                return say(
                    "the last {0} bytes are no whole item of the checkpoint: the file was cut short or is damaged",
                    m_end - last);
            });
            if (auto added = addRest(last); !added)
                return added.error();
        } else {
            m_unread += countNamed(last, int64Max);
        }
        auto document = std::move(m_parts).take();
        document.unread += m_unread;
        document.leftOut += m_leftOut;
        return document;
    }

private:
    // None, with a warning, if .metadata is missing, can't be read or is about other files.
    void findNames()
    {
        if (m_source.path.empty())
            return;
        const std::filesystem::path path(m_source.path);
        const auto index = path.parent_path() / indexName;
        std::error_code failed;
        const bool isFile = std::filesystem::is_regular_file(index, failed) &&
                            std::filesystem::file_size(index, failed) <= indexLimit && !failed;
        if (!isFile)
            return m_warnings.add([] {
                return say("the file .metadata, which names the items of a checkpoint, is not beside this one: "
                           "they are numbered");
            });
        const auto bytes = mapFile(index.string());
        auto names = bytes ? checkpointNames(textOf(**bytes), path.filename().string(), {m_source.watch.stop})
                           : Result<CheckpointNames>(bytes.error());
        if (!names)
            return m_warnings.add([&] {
                return say("the items are numbered, as .metadata does not name them: {0}", names.error().text);
            });
        const auto isNamed = [&](const ZipPlace& item) { return names->contains(item.begin); };
        if (std::ranges::none_of(m_items, isNamed))
            return m_warnings.add([] {
                return say("the items are numbered, as .metadata names none of this file: the file may "
                           "have another name than when it was saved");
            });
        m_names = std::move(*names);
    }

    std::string nameOf(std::int64_t begin, std::size_t number) const
    {
        const auto known = m_names.find(begin);
        return known != m_names.end() ? known->second : '[' + std::to_string(number) + ']';
    }

    // How many items .metadata has in a part of the file where none is whole. Tells which.
    std::int64_t countNamed(std::int64_t begin, std::int64_t end)
    {
        std::vector<std::int64_t> places;
        for (const auto& [place, name] : m_names)
            if (place >= begin && place < end)
                places.push_back(place);
        std::ranges::sort(places);
        for (const auto place : places)
            m_warnings.add([&] {
                return say("{0} was left out: .metadata has it at byte {1}, where the file has no whole item",
                           quotedEntry(m_names.at(place)), place);
            });
        return std::ssize(places);
    }
    // Bytes that are there were at least one.
    std::int64_t countMissing(std::int64_t begin, std::int64_t end)
    {
        return std::max<std::int64_t>(countNamed(begin, end), 1);
    }

    Result<void> addItem(const ZipPlace& item, const std::string& name)
    {
        auto document = readItem(item);
        if (document) {
            m_parts.add(name, std::move(*document));
            return {};
        }
        auto error = document.error();
        if (!m_source.despiteFaults || error.code == ErrorCode::cancelled) {
            error.where = name + (error.where.empty() ? "" : ", " + error.where);
            return error;
        }
        ++(error.code == ErrorCode::corrupt ? m_unread : m_leftOut);
        m_warnings.add([&] { return say("{0} was left out: {1}", quotedEntry(name), error.text); });
        return {};
    }

    // Reads the rest after the last whole item. The first elements of an item that was cut short can be read.
    Result<void> addRest(std::int64_t begin)
    {
        auto document = m_source.despiteFaults ? readItem({begin, m_end}) : Result<Document>(corrupt(""));
        if (!document && document.error().code == ErrorCode::cancelled)
            return document.error();
        if (!document) {
            m_unread += countMissing(begin, int64Max);
            return {};
        }
        m_parts.add(nameOf(begin, m_items.size()), std::move(*document));
        m_unread += countNamed(begin + 1, int64Max);
        return {};
    }

    Result<Document> readItem(const ZipPlace& item)
    {
        return readTorchArchiveIn(m_source, partOf(m_source.bytes, item.begin, item.end - item.begin),
                                  m_unpackedLeft);
    }

    bool isFull(std::size_t left)
    {
        if (!m_parts.isFull())
            return false;
        m_parts.leaveOut(static_cast<std::int64_t>(left));
        return true;
    }

    std::span<const ZipPlace> m_items;
    const Source& m_source;
    std::int64_t m_end; // of the file
    CheckpointNames m_names;
    WarningList m_warnings;
    TorchParts m_parts{m_warnings};
    std::int64_t m_unpackedLeft;
    std::int64_t m_unread = 0, m_leftOut = 0;
};

} // namespace

std::vector<ZipPlace> checkpointItems(const ZipArchive& last, const Source& source)
{
    const auto rest = source.text().substr(static_cast<std::size_t>(last.end()));
    const bool isFollowed = rest.starts_with(entryMark);
    if (last.begin() == 0 && !isFollowed)
        return {};
    auto items = archivesInRow(source.bytes, last, checkpointItemLimit, source.watch);
    return items.size() > 1 || isFollowed ? items : std::vector<ZipPlace>();
}

Result<Document> readTorchCheckpoint(std::span<const ZipPlace> items, const Source& source)
{
    return CheckpointReader(items, source).read();
}

} // namespace tscope
