// SPDX-License-Identifier: Apache-2.0
#include "facts/info_text.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "facts/answers.h"
#include "facts/distribution_text.h"
#include "facts/fact_tree.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace tscope {

namespace {

void tellMember(const MemberInfo& member, const TensorInfo& tensor, Telling& out)
{
    out.push_back({{"  " + memberText(member, tensor)}});
    if (member.data && !member.data->empty()) {
        std::string data = "   ";
        for (const auto& element : *member.data)
            data += " " + element.text();
        out.push_back({{data, Tone::faint}});
    }
    if (const auto& statistics = member.statistics) {
        const auto textOf = [](const std::optional<Element>& element) { return element ? element->text() : "-"; };
        out.push_back({{"    " + say("min {0}, max {1}, zeros {2#}, not finite {3#}", textOf(statistics->min),
                                     textOf(statistics->max), statistics->zeros, statistics->nonfinite())}});
    }
}

// "24 values stored for 60 elements (40%)". Values are counted, those that fill up blocks and those of repeated
// entries among them, so there can be more than elements. Empty where it can't be told or says nothing.
std::string densityText(const TensorInfo& info)
{
    const auto& numel = info.outline.numel;
    if (!info.stored || !numel || *numel <= 0)
        return "";
    if (*info.stored > *numel)
        return say(
            "{0|value|values} stored for {1|element|elements}: more than one to an element, or outside of the "
            "size",
            *info.stored, *numel);
    return say("{0|value|values} stored for {1|element|elements} ({2}%)", *info.stored, *numel,
               percentText(*fillOf(info.stored, info.outline)));
}

std::string formatsText(const TensorInfo& info)
{
    const auto format = memoryFormatText(info);
    auto out = format.empty() ? "" : say("memory format: {0}", format);
    if (info.isCoalesced) // whether a claim is true is for the rules to say
        out +=
            (out.empty() ? "" : say("; ")) + (!*info.isCoalesced                 ? say("not coalesced")
                                              : info.outline.nnz.value_or(0) < 2 ? say("coalesced")
                                                                                 : say("declared as coalesced"));
    return out;
}

// The first letters of a text, up to so many bytes: none of UTF-8 is cut.
std::string_view firstLetters(std::string_view text, std::size_t bytes)
{
    auto length = std::min(text.size(), bytes);
    for (int back = 0; back < 3 && length > 0 && length < text.size() && (text[length] & 0xc0) == 0x80; ++back)
        --length;
    return text.substr(0, length);
}

std::string reachText(const StridedFlags& flags)
{
    auto out = overlapText(flags);
    if (flags.first && flags.last)
        out += say(", reads storage elements {0} to {1}", *flags.first, *flags.last);
    if (flags.minStorage)
        out += say(", needs {0#}", *flags.minStorage);
    return out;
}

} // namespace

Telling tellInfo(const TensorInfo& info)
{
    Telling out{{{titleOf(info.name), Tone::strong}, {"  " + summaryOf(info)}}};
    const auto add = [&](const std::string& text) {
        if (!text.empty())
            out.push_back({{"  " + text}});
    };
    if (const auto dims = dimsText(info.outline); !dims.empty())
        add(say("dims: {0}", dims));
    add(densityText(info));
    add(formatsText(info));
    if (info.strided)
        add(reachText(*info.strided));
    if (!info.quantizer.empty())
        add(say("quantised: {0}", info.quantizer));
    if (info.bytes != info.storageBytes)
        add(say("storages hold {0}", bytesText(info.storageBytes)));
    for (const auto& member : info.members)
        tellMember(member, info, out);
    if (info.values)
        tellValues(*info.values, out);
    return out;
}

Telling tellOthers(const std::vector<NamedText>& others)
{
    constexpr std::size_t most = 40, mostLines = 100, longest = 4000;
    Telling out;
    if (!others.empty())
        out.push_back({{say("beside the tensors:")}});
    for (std::size_t i = 0; i < std::min(others.size(), most); ++i) {
        const auto& [name, text] = others[i];
        std::string_view rest = text;
        std::string start = "  " + (name.empty() ? "" : name + " = ");
        for (std::size_t line = 0; line == 0 || !rest.empty(); ++line, start = "    ") {
            if (line == mostLines) {
                out.push_back({{"    " + say("and more: {0}", bytesText(std::ssize(rest)))}});
                break;
            }
            const auto end = std::min(rest.find('\n'), rest.size());
            const auto shown = firstLetters(rest.substr(0, end), longest);
            out.push_back({{start + std::string(shown)}});
            if (shown.size() < end)
                out.back().push_back(
                    {" " + say("and more: {0}", bytesText(static_cast<std::int64_t>(end - shown.size()))),
                     Tone::faint});
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    if (others.size() > most)
        out.push_back({{"  " + say("and {0#} more", std::ssize(others) - static_cast<std::int64_t>(most))}});
    return out;
}

namespace {

// `text` between quotes, a piece at a time: one may be as long as a file.
void tellJsonText(std::string_view text, const TextWriter& write)
{
    constexpr std::size_t piece = std::size_t{1} << 16;
    write("\"");
    while (!text.empty()) {
        const auto first = firstLetters(text, piece);
        const auto quoted = dumped(Json(std::string(first)));
        write(std::string_view(quoted).substr(1, quoted.size() - 2));
        text.remove_prefix(first.size());
    }
    write("\"");
}

// One tensor at a time: all of them as a tree would take ten times the text. Many at a time on each thread; but
// statistics use all threads themselves.
void tellTensors(const std::vector<NamedTensor>& tensors, const InfoOptions& options, const TextWriter& write)
{
    constexpr std::size_t step = 64, stepsAtOnce = 64;
    for (std::size_t done = 0; done < tensors.size(); done += step * stepsAtOnce) {
        const auto some = std::span(tensors).subspan(done, std::min(step * stepsAtOnce, tensors.size() - done));
        std::vector<std::string> texts((some.size() + step - 1) / step);
        const auto tell = [&](std::int64_t part) {
            const auto begin = static_cast<std::size_t>(part) * step;
            auto& text = texts[static_cast<std::size_t>(part)];
            for (const auto& [name, tensor] : some.subspan(begin, std::min(step, some.size() - begin)))
                text +=
                    (done + begin == 0 && text.empty() ? "" : ",") + dumped(jsonOf(info(tensor, name, options)));
        };
        if (options.statistics || options.values)
            for (std::int64_t part = 0; part < std::ssize(texts); ++part)
                tell(part);
        else
            parallelFor(std::ssize(texts), tell);
        for (const auto& text : texts)
            write(text);
    }
}

} // namespace

void tellInfoJson(const Document& document, const InfoOptions& options, const TextWriter& write)
{
    write(R"({"tensors":[)");
    tellTensors(document.tensors, options, write);
    write("],\"warnings\":" + dumped(Json(document.warnings)) + R"(,"others":[)");
    for (const auto& other : document.others) {
        write(&other == document.others.data() ? R"({"name":)" : R"(,{"name":)");
        tellJsonText(other.name, write);
        write(R"(,"text":)");
        tellJsonText(other.text, write);
        write("}");
    }
    write("]}");
}

std::string infoJson(const Document& document, const InfoOptions& options)
{
    std::string out;
    tellInfoJson(document, options, [&](std::string_view text) { out += text; });
    return out;
}

} // namespace tscope
