// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_tree.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "facts/wording.h"

#include <algorithm>

namespace tscope {

namespace {

void add(Fact& to, std::string name, std::string value, std::string unit = {})
{
    if (!value.empty())
        to.parts.push_back({std::move(name), std::move(value), std::move(unit)});
}

void addCount(Fact& to, std::string name, std::int64_t count, std::string_view one, std::string_view many)
{
    add(to, std::move(name), grouped(count), unitText(count, one, many));
}

// With the exact number below it where that is rounded.
void addBytes(Fact& to, std::string name, std::int64_t bytes)
{
    const auto text = byteSizeText(bytes);
    const auto space = text.find(' ');
    add(to, std::move(name), text.substr(0, space), text.substr(space + 1));
    if (text != counted(bytes, "byte", "bytes"))
        addCount(to.parts.back(), say("exactly"), bytes, "byte", "bytes");
}

std::string fillText(const TensorInfo& info)
{
    const auto fill = fillOf(info.stored, info.outline);
    return fill ? percentText(*fill) : "";
}

std::string coalescedText(const TensorInfo& info)
{
    if (!info.isCoalesced)
        return {};
    if (!*info.isCoalesced)
        return say("no");
    return info.outline.nnz.value_or(0) < 2 ? say("yes")
                                            : say("declared so"); // whether that is true is for the rules to say
}

Fact tensorFact(const TensorInfo& info)
{
    const auto& outline = info.outline;
    Fact out{say("tensor"), titleOf(info.name), {}, {}, true};
    add(out, say("layout"), info.layout);
    add(out, say("size"), sizeText(outline));
    add(out, say("element type"), std::string(info.dtype.name()));
    if (info.bytes)
        addBytes(out, say("memory"), *info.bytes);
    if (outline.nnz)
        addCount(out, say("stored"), *outline.nnz, "entry", "entries");
    if (outline.nnz && outline.batchDims.value_or(0) > 0)
        out.parts.back().unit += say(" in each batch entry");
    if (outline.blocksize)
        add(out, say("blocks"), say("{0#} x {1#}", (*outline.blocksize)[0], (*outline.blocksize)[1]));
    add(out, say("filled"), fillText(info), "%");
    if (outline.numel)
        add(out, say("elements"), grouped(*outline.numel));
    if (info.stored && info.stored != outline.nnz) // of blocks and dense dims an entry has several
        add(out, say("stored values"), grouped(*info.stored));
    if (info.bytes != info.storageBytes)
        addBytes(out, say("storages"), info.storageBytes);
    if (outline.indexDType)
        add(out, say("index type"), std::string(outline.indexDType->name()));
    add(out, say("dims"), dimsText(outline));
    add(out, say("device"), info.device);
    add(out, say("memory format"), memoryFormatText(info));
    add(out, say("coalesced"), coalescedText(info));
    if (const auto& strided = info.strided) {
        add(out, say("overlap"), overlapText(*strided));
        if (strided->first && strided->last)
            add(out, say("reads"), say("{0} to {1}", *strided->first, *strided->last), say("storage elements"));
        if (strided->minStorage)
            addCount(out, say("needs"), *strided->minStorage, "storage element", "storage elements");
    }
    add(out, say("quantised"), info.quantizer);
    return out;
}

Fact memberFact(const MemberInfo& member, const TensorInfo& info)
{
    const auto& word = member.as == member.name ? member.word : member.as;
    const auto& geometry = member.geometry;
    Fact out{word, std::string(member.dtype.name()) + " " + text(geometry.sizes)};
    if (word != member.name)
        add(out, say("role"), member.name);
    add(out, say("strides"), text(geometry.strides), member.contiguous ? say("contiguous") : "");
    if (geometry.offset != 0)
        addCount(out, say("offset"), geometry.offset, "element", "elements");
    if (member.bytes)
        addBytes(out, say("memory"), *member.bytes);
    addCount(out, say("storage"), member.storageNumel, "element", "elements");
    std::string others;
    for (const auto& other : info.members)
        if (&other != &member && other.storageId == member.storageId)
            others += (others.empty() ? "" : ", ") + other.word;
    add(out, say("storage shared with"), others);
    add(out, say("device"), member.device);
    if (member.pinned)
        add(out, say("pinned"), say("yes"));
    if (const auto& statistics = member.statistics) {
        const auto textOf = [](const std::optional<Element>& element) { return element ? element->text() : "-"; };
        add(out, say("smallest"), textOf(statistics->min));
        add(out, say("largest"), textOf(statistics->max));
        addCount(out, say("zeros"), statistics->zeros, "element", "elements");
        addCount(out, say("NaN"), statistics->nans, "element", "elements");
        addCount(out, say("infinite"), statistics->infinities, "element", "elements");
        out.isOpen = true; // they were asked for
    }
    if (member.data && !member.data->empty()) {
        std::string data;
        for (const auto& element : *member.data)
            data += (data.empty() ? "" : " ") + element.text();
        add(out, say("data"), std::move(data));
    }
    return out;
}

// The steps below step `at`, which is moved behind them.
void addSteps(const std::vector<ConstructionStep>& steps, std::size_t& at, int depth, std::vector<Fact>& out)
{
    while (at < steps.size() && steps[at].depth >= depth) {
        if (steps[at].depth > depth && !out.empty()) {
            addSteps(steps, at, steps[at].depth, out.back().parts);
            continue;
        }
        const auto& step = steps[at++];
        std::string rules;
        for (const auto& rule : step.rules)
            rules += (rules.empty() ? "" : " ") + rule;
        const auto outcome = std::string(translated(name(step.outcome)));
        Fact fact{step.call, step.text.empty() ? outcome : say("{0}: {1}", outcome, step.text)};
        if (!rules.empty())
            fact.value = say("{0}, checks {1}", fact.value, rules);
        fact.isOpen = true;
        out.push_back(std::move(fact));
    }
}

} // namespace

std::string unitText(std::int64_t count, std::string_view one, std::string_view many)
{
    const auto text = counted(count, one, many);
    return text.substr(text.find(' ') + 1);
}

std::string dimsText(const Outline& outline)
{
    std::string out;
    const auto note = [&](const std::string& dims) { out += (out.empty() ? "" : say(", ")) + dims; };
    if (const auto count = outline.batchDims.value_or(0); count != 0)
        note(say("{0} batch", count));
    if (const auto count = outline.sparseDims.value_or(0); count != 0)
        note(say("{0} sparse", count));
    if (const auto count = outline.denseDims.value_or(0); count != 0)
        note(say("{0} dense", count));
    return out;
}

std::string memoryFormatText(const TensorInfo& info)
{
    if (!info.contiguous && !info.strided)
        return {};
    std::string out;
    const auto note = [&](bool holds, const std::string& word) {
        if (holds)
            out += (out.empty() ? "" : say(", ")) + word;
    };
    note(info.contiguous.value_or(false), say("contiguous"));
    if (const auto& strided = info.strided) {
        note(strided->channelsLast, "channels_last");
        note(strided->channelsLast3d, "channels_last_3d");
        note(strided->channelsLastStrides, say("channels_last strides"));
        note(strided->channelsLast3dStrides, say("channels_last_3d strides"));
        note(strided->nonOverlappingAndDense, say("non-overlapping and dense"));
    }
    return out.empty() ? say("none") : out;
}

std::string overlapText(const StridedFlags& flags)
{
    const std::string own = flags.overlap == "no"    ? say("elements do not overlap")
                            : flags.overlap == "yes" ? say("elements overlap")
                                                     : say("whether elements overlap is not decided");
    return flags.overlap == flags.overlapTorch ? own : say("{0} (PyTorch: {1})", own, flags.overlapTorch);
}

std::vector<Fact> factsOf(const TensorInfo& info)
{
    Fact members{say("members"), grouped(std::ssize(info.members)), {}, {}, true};
    for (const auto& member : info.members)
        members.parts.push_back(memberFact(member, info));
    return {tensorFact(info), std::move(members)};
}

Fact factOf(const ConstructionTrace& trace)
{
    const auto builder = std::string(translated(trace.builder));
    Fact out{say("construction"), trace.built ? say("built by the {0} builder", builder)
                                              : say("not built by the {0} builder", builder)};
    std::size_t at = 0;
    if (!trace.steps.empty())
        addSteps(trace.steps, at, trace.steps.front().depth, out.parts);
    add(out, say("size"), trace.difference);
    std::string rules;
    for (const auto& rule : trace.certificate)
        rules += (rules.empty() ? "" : " ") + rule;
    add(out, say("certificate"), rules.empty() ? say("none") : rules);
    return out;
}

Fact factOf(const std::vector<NamedText>& others)
{
    constexpr std::size_t most = 40, mostLines = 100;
    Fact out{say("beside the tensors"), grouped(std::ssize(others))};
    for (const auto& [name, whole] : others) {
        if (out.parts.size() == most) {
            out.parts.push_back({say("and more"), grouped(std::ssize(others) - std::ssize(out.parts))});
            break;
        }
        Fact fact{name, {}};
        std::string_view rest = whole;
        for (std::size_t line = 0; line == 0 || (!rest.empty() && line <= mostLines); ++line) {
            const auto end = std::min(rest.find('\n'), rest.size());
            auto text = std::string(rest.substr(0, end));
            if (line == mostLines)
                fact.parts.push_back({say("and more"), byteSizeText(std::ssize(rest))});
            else if (line == 0)
                fact.value = std::move(text);
            else
                fact.parts.push_back({{}, std::move(text)});
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        out.parts.push_back(std::move(fact));
    }
    return out;
}

} // namespace tscope
