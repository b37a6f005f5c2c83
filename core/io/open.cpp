// SPDX-License-Identifier: Apache-2.0
#include "io/open.h"

#include "base/pace.h"
#include "base/printable.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "io/formats.h"
#include "io/quoted_name.h"
#include "io/remainder.h"
#include "io/whole_file.h"
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "memory/lost_pages.h"
#include "tensor/view_bits.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <new>
#include <system_error>

namespace tscope {

namespace {

constexpr std::size_t probeLength = 512;

std::string quoted(const std::string& path)
{
    return '"' + path + '"';
}

// The first bytes, as hexadecimal digits.
std::string startOf(std::string_view bytes)
{
    constexpr std::size_t shown = 8;
    std::string text;
    for (const auto byte : bytes.substr(0, shown)) {
        constexpr auto digits = "0123456789abcdef";
        text += text.empty() ? "" : " ";
        text += digits[static_cast<unsigned char>(byte) >> 4];
        text += digits[static_cast<unsigned char>(byte) & 15];
    }
    return text;
}

Error notRead(const Source& source, const std::string& what, FileFormat kind)
{
    if (const auto* named = writtenAs(source.path); kind == FileFormat::other)
        return corrupt(named == nullptr ? say("{0} is not a known format (it begins with the bytes {1})", what,
                                              startOf(source.text()))
                                        : say("{0} is not {1}, as its name says (it begins with the bytes {2})",
                                              what, description(named->kind), startOf(source.text())),
                       "byte 0");
    return corrupt(say("{0} is {1}, which this build does not read yet", what, description(kind)), "byte 0");
}

// Rows of numbers are a matrix elsewhere; here they are entries without the line that says what they are.
bool beginsWithNumber(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n+-.");
    return first != std::string_view::npos && text[first] >= '0' && text[first] <= '9';
}

bool isNamedMatrixMarket(const Source& source)
{
    const auto* named = writtenAs(source.path);
    return named != nullptr && named->kind == FileFormat::matrixMarket;
}

// Its name says what was meant, which a complaint about a text literal would hide.
Error withoutBanner(const Source& source, const std::string& what)
{
    constexpr std::size_t shown = 40;
    const auto text = source.text();
    const auto line = text.substr(0, std::min(text.find_first_of("\r\n"), shown));
    return corrupt(say("a Matrix Market file begins with %%MatrixMarket, {0} begins with {1}", what,
                       quotedName(cutText(line, shown))),
                   "line 1");
}

// Sentences quote what the input holds, which may be of any length.
void bound(std::string& sentence)
{
    constexpr std::size_t longest = 4000;
    if (sentence.size() <= longest)
        return;
    sentence.resize(cutText(sentence, longest).size());
    sentence += "...";
}

Result<Document> withBoundedSentences(Result<Document> document)
{
    if (!document) {
        auto error = document.error();
        bound(error.text);
        bound(error.where);
        return error;
    }
    std::ranges::for_each(document->warnings, bound);
    return document;
}

// `what` is it called in sentences.
Result<Document> openSource(const Source& source, const std::string& what)
{
    if (source.bytes->byteSize() == 0)
        return corrupt(say("wanted a tensor, {0} is empty", what));
    const auto kind = probe(source.text().substr(0, probeLength), source.text().size());
    const auto& format = formatOf(kind);
    if (format.read == nullptr)
        return notRead(source, what, kind);
    const bool lacksBanner = kind == FileFormat::text && isNamedMatrixMarket(source);
    if (lacksBanner && beginsWithNumber(source.text()))
        return withoutBanner(source, what);
    auto document = format.read(source);
    if (lacksBanner && !document && document.error().code != ErrorCode::cancelled &&
        document.error().code != ErrorCode::outOfMemory)
        return withoutBanner(source, what);
    if (document && document->partly.empty())
        document->partly = partlyText(std::ssize(document->tensors), document->unread);
    if (document && document->tensors.empty())
        document->warnings.emplace_back(say("the file holds no tensor"));
    return withBoundedSentences(std::move(document));
}

std::string endingsThatAreWritten()
{
    std::string list;
    for (const auto& format : allFormats())
        for (const auto ending : format.endings)
            if (format.write != nullptr)
                list += (list.empty() ? "" : " ") + std::string(ending);
    return list;
}

// For files that have no place for what the elements are meant as: what is written are those that are meant.
Result<Document> asMeant(const Document& document, std::vector<std::string>& notes)
{
    auto out = document;
    for (auto& [name, tensor] : out.tensors) {
        if (!hasViewBits(tensor))
            continue;
        auto meant = withMeantElements(tensor);
        if (!meant)
            return meant.error();
        if (!hasViewBits(*meant))
            notes.push_back(say("{0} is a view that conjugates or negates its elements; what it means was written",
                                name.empty() ? say("the tensor") : quotedName(name)));
        tensor = std::move(*meant);
    }
    return out;
}

} // namespace

Result<Document> openFile(const std::string& path, const Watch& watch)
{
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return Error{ErrorCode::notFound,
                     std::filesystem::is_symlink(path, failed)
                         ? say("{0} is a link to a file that is not there", quoted(path))
                         : say("there is no file {0}", quoted(path)),
                     {},
                     {}};
    if (failed)
        return corrupt(say("can't open {0}: {1}", quoted(path), failed.message()));
    if (std::filesystem::is_directory(status))
        return corrupt(say("wanted a file, {0} is a directory", quoted(path)));
    if (!std::filesystem::is_regular_file(status))
        return corrupt(
            say("wanted a file, {0} is a device or a pipe; use - to read standard input", quoted(path)));
    const auto mapped = mapFile(path);
    if (!mapped)
        return mapped.error();
    auto document = openSource({.bytes = *mapped, .watch = watch, .path = path}, quoted(path));
    if (liesInLostMapping((*mapped)->data())) // what was parsed of it is of zeros, whether it made sense or not
        return Error{ErrorCode::corrupt,
                     say("{0} is damaged, or was cut short while it was read", quoted(path)),
                     {},
                     "short"};
    return document;
}

std::optional<FileFormat> formatIn(const std::string& path)
{
    std::error_code failed;
    const auto size =
        std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
    if (failed || size == 0)
        return std::nullopt;
    const auto start = mapFile(path, 0, static_cast<std::int64_t>(std::min<std::uintmax_t>(size, probeLength)));
    if (!start)
        return std::nullopt;
    return probe({reinterpret_cast<const char*>((*start)->data()), static_cast<std::size_t>((*start)->byteSize())},
                 size);
}

Result<Document> openBytes(StoragePtr bytes, const Watch& watch)
{
    return openSource({.bytes = std::move(bytes), .watch = watch}, say("what was given"));
}

Result<Document> openText(std::string_view text)
{
    const auto format = probe(text.substr(0, probeLength), text.size());
    if (format != FileFormat::json && format != FileFormat::text)
        return corrupt(say("wanted a JSON tensor or a text literal, found {0}", description(format)));
    return withBoundedSentences(format == FileFormat::json ? readJsonTensors(text) : readTextLiteral(text));
}

Result<void> unpackAll(Document& document, const Watch& watch)
{
    const auto lost = mappingsWithLostPages();
    std::vector<const Storage*> late;
    for (const auto& entry : document.tensors)
        for (const auto& member : entry.tensor.members)
            if (member.array.storage->isLate())
                late.push_back(member.array.storage.get());
    std::atomic<bool> isTooMuch = false;
    parallelFor(std::ssize(late), [&](std::int64_t i) {
        try {
            if (!watch.isStopped())
                (void)late[static_cast<std::size_t>(i)]->data();
        } catch (const std::bad_alloc&) {
            isTooMuch = true;
        }
    });
    if (isTooMuch)
        return Error{ErrorCode::outOfMemory, say("there is no memory for what is packed in this file"), {}, {}};
    if (watch.isStopped())
        return openingCancelled();
    if (mappingsWithLostPages() != lost)
        document.warnings.push_back(
            say("the file is damaged: what could not be unpacked of it was taken for zeros"));
    return {};
}

Result<std::vector<std::string>> saveFile(const Document& document, const std::string& path,
                                          const SaveWatch& watch, const SaveOptions& options)
{
    const auto* format = writtenAs(path);
    if (format == nullptr)
        return unsupported(say("can't write {0}: the ending of the name says in which format, one of {1}",
                               quoted(path), endingsThatAreWritten()));
    if (options.forPyTorch1 && format->writeFor1x == nullptr)
        return invalidArgument(
            say("wanted the ending of a PyTorch file, .pt or .pth, as it is to be read by PyTorch 1.x, found {0}",
                quoted(path)));
    if (watch.lostMappings)
        if (const auto intact = intactOf(document); !intact)
            return intact.error();
    SaveLosses losses{lostPlacement(document, format->keptOrder, translated(format->asFile))};
    auto& notes = losses.texts;
    const bool isMeant = std::ranges::any_of(document.tensors, hasViewBits, &NamedTensor::tensor) &&
                         (!format->keepsViewBits || options.forPyTorch1);
    const auto meant = isMeant ? asMeant(document, notes) : Result<Document>(Document{});
    if (!meant)
        return meant.error();
    const auto write = [&](Sink& sink) {
        const auto writeAs = options.forPyTorch1 ? format->writeFor1x : format->write;
        auto written = writeAs(isMeant ? *meant : document, sink);
        notes.insert(notes.end(), sink.notes().begin(), sink.notes().end());
        losses.areOfEntries = sink.losesEntries();
        return written;
    };
    auto asking = watch;
    if (options.mayLose)
        asking.mayStay = [&] {
            if (auto stays = watch.mayStay ? watch.mayStay() : Result<void>(); !stays)
                return stays;
            return options.mayLose(losses);
        };
    if (const auto written = writeWholeFile(path, write, asking); !written)
        return written.error();
    return notes;
}

Result<void> intactOf(const Document& document)
{
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members) {
            const auto& storage = *member.array.storage;
            if (!storage.isLate() && storage.hasBytes() && liesInLostMapping(storage.data()))
                return Error{
                    ErrorCode::corrupt,
                    say("{0} lies in a file that is damaged, or was cut short: zeros stand for some of it",
                        name.empty() ? say("the tensor") : quotedName(name)),
                    {},
                    "short"};
        }
    return {};
}

} // namespace tscope
