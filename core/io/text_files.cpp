// SPDX-License-Identifier: Apache-2.0
#include "io/text_files.h"

#include "base/say.h"
#include "io/lost_claims.h"
#include "literals/json_scipy_form.h"
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "literals/text_writer.h"

#include <string>

namespace tscope {

namespace {

constexpr std::int64_t jsonLimit = std::int64_t{1} << 30;
constexpr std::int64_t textLimit = std::int64_t{16} << 20;

Error tooLong(const Source& source, const std::string& what, const char* limit)
{
    return corrupt(say("this is {0} of {1} bytes, the limit is {2}", what, source.bytes->byteSize(), limit));
}

} // namespace

Result<Document> readJsonFile(const Source& source)
{
    if (source.bytes->byteSize() > jsonLimit)
        return tooLong(source, say("a JSON tensor"), "1 GiB");
    return readJsonTensors(source.text(), source.watch, source.despiteFaults);
}

Result<Document> readTextFile(const Source& source)
{
    if (source.bytes->byteSize() > textLimit)
        return tooLong(source, say("a text literal"), "16 MiB");
    return readTextLiteral(source.text(), source.watch);
}

Result<void> writeJsonFile(const Document& document, Sink& sink)
{
    if (auto lost = lostScipyKeysText(document); !lost.empty())
        sink.note(std::move(lost));
    return writeJsonTensors(document, [&](std::string_view text) {
        sink.put(text);
        return !sink.isStopped();
    });
}

Result<void> writeTextFile(const Document& document, Sink& sink)
{
    if (document.tensors.size() != 1)
        return unsupported(
            say("a text literal is one tensor, these are {0}; choose one by FILE::NAME", document.tensors.size()));
    const auto& tensor = document.tensors.front().tensor;
    const auto text = writeTextLiteral(tensor);
    if (!text)
        return text.error();
    const bool isSparse = tensor.layout->family != "strided";
    const auto claims = claimsBesideMembers(tensor, [&](std::string_view claim) {
        return (isSparse && claim == "size") || (tensor.layout->family == "coo" && claim == "is_coalesced");
    });
    if (!claims.empty())
        sink.note(say("a text literal does not keep what the tensor claims beside its elements: {0}", claims));
    noteLostTexts(document, sink, say("a text literal"), [](std::string_view) { return false; });
    sink.put(*text);
    return {};
}

} // namespace tscope
