// SPDX-License-Identifier: Apache-2.0
#include "io/open.h"

#include "io/probe.h"
#include "io/whole_file.h"
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "memory/storage.h"

#include <filesystem>
#include <system_error>

namespace tscope {

namespace {

constexpr std::size_t probeLength = 512;
constexpr std::int64_t jsonLimit = std::int64_t{1} << 30;
constexpr std::int64_t textLimit = std::int64_t{16} << 20;

std::string quoted(const std::string& path)
{
    return '"' + path + '"';
}

Error notRead(const std::string& path, FileFormat format)
{
    return corrupt(quoted(path) + " is " + std::string(description(format)) +
                   ", which this build does not read yet");
}

// What a text is read as.
Result<Document> readText(std::string_view text, FileFormat format)
{
    return format == FileFormat::json ? readJsonTensors(text) : readTextLiteral(text);
}

} // namespace

Result<Document> openFile(const std::string& path)
{
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return Error{ErrorCode::notFound, "there is no file " + quoted(path), {}, {}};
    if (failed)
        return corrupt("can't open " + quoted(path) + ": " + failed.message());
    if (std::filesystem::is_directory(status))
        return corrupt("wanted a file, " + quoted(path) + " is a directory");
    if (!std::filesystem::is_regular_file(status))
        return corrupt("wanted a file, " + quoted(path) + " is a device or a pipe; use - to read standard input");
    const auto mapped = mapFile(path);
    if (!mapped)
        return mapped.error();
    const auto& file = **mapped;
    if (file.byteSize() == 0)
        return corrupt("wanted a tensor, " + quoted(path) + " is empty");
    const std::string_view all(reinterpret_cast<const char*>(file.data()),
                               static_cast<std::size_t>(file.byteSize()));
    const auto format = probe(all.substr(0, probeLength), all.size());
    if (format != FileFormat::json && format != FileFormat::text)
        return notRead(path, format);
    const bool isJson = format == FileFormat::json;
    if (file.byteSize() > (isJson ? jsonLimit : textLimit))
        return corrupt(quoted(path) + " is " + std::string(description(format)) + " of " +
                       std::to_string(file.byteSize()) + " bytes, the limit is " + (isJson ? "1 GiB" : "16 MiB"));
    return readText(all, format);
}

Result<Document> openText(std::string_view text)
{
    const auto format = probe(text.substr(0, probeLength), text.size());
    if (format != FileFormat::json && format != FileFormat::text)
        return corrupt("wanted a JSON tensor or a text literal, found " + std::string(description(format)));
    return readText(text, format);
}

Result<void> saveFile(const Document& document, const std::string& path)
{
    const auto ending = std::filesystem::path(path).extension().string();
    if (ending != ".json")
        return unsupported("can't write " + quoted(path) + ": this build writes .json files, found the ending \"" +
                           ending + '"');
    const auto text = writeJsonTensors(document);
    if (!text)
        return text.error();
    return writeWholeFile(*text, path);
}

} // namespace tscope
