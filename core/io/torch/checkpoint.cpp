// SPDX-License-Identifier: Apache-2.0
#include "io/torch/checkpoint.h"

#include "base/pace.h"
#include "io/torch/archive.h"
#include "io/torch/checkpoint_index.h"
#include "io/torch/file.h"
#include "io/torch/parts.h"

#include <filesystem>
#include <system_error>

namespace tscope {

namespace {

constexpr std::string_view indexName = ".metadata";
constexpr std::uintmax_t indexLimit = std::uintmax_t{256} << 20;

// Empty, with a warning, if .metadata is missing or can't be read.
CheckpointNames namesBeside(const Source& source, WarningList& warnings)
{
    if (source.path.empty())
        return {};
    const std::filesystem::path path(source.path);
    const auto index = path.parent_path() / indexName;
    std::error_code failed;
    const bool isFile = std::filesystem::is_regular_file(index, failed) &&
                        std::filesystem::file_size(index, failed) <= indexLimit && !failed;
    if (!isFile) {
        warnings.add([] {
            return std::string(
                "the file .metadata, which names the items of a checkpoint, is not beside this one: "
                "they are numbered");
        });
        return {};
    }
    const auto bytes = mapFile(index.string());
    auto names = bytes ? checkpointNames(textOf(**bytes), path.filename().string(), {source.watch.stop})
                       : Result<CheckpointNames>(bytes.error());
    if (names)
        return std::move(*names);
    warnings.add([&] { return "the items are numbered, as .metadata does not name them: " + names.error().text; });
    return {};
}

} // namespace

Result<Document> readTorchCheckpoint(std::span<const ZipPlace> places, const Source& source)
{
    WarningList warnings;
    const auto names = namesBeside(source, warnings);
    if (places.front().begin > 0)
        warnings.add([&] {
            return std::to_string(places.front().begin) + " bytes before the " + std::to_string(places.size()) +
                   " items of the checkpoint were left out";
        });
    TorchParts parts(warnings);
    Pace pace(source.watch, 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!pace.goesOn(i, places.size()))
            return openingCancelled();
        const auto& [begin, end] = places[i];
        const auto known = names.find(begin);
        const auto name = known != names.end() ? known->second : '[' + std::to_string(i) + ']';
        Source item{.bytes = partOf(source.bytes, begin, end - begin),
                    .watch = {source.watch.stop},
                    .mostMemory = source.mostMemory,
                    .despiteFaults = source.despiteFaults};
        const auto archive = ZipArchive::open(item.bytes, item.watch, item.despiteFaults);
        auto document = archive ? readTorchArchive(*archive, item) : Result<Document>(archive.error());
        if (document) {
            parts.add(name, std::move(*document));
        } else if (!source.despiteFaults) {
            auto error = document.error();
            error.where = name + (error.where.empty() ? "" : ", " + error.where);
            return error;
        }
    }
    return std::move(parts).take();
}

} // namespace tscope
