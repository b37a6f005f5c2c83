// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_tree.h"

#include "base/human_numbers.h"
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
    add(to, std::move(name), grouped(count), std::string(count == 1 ? one : many));
}

// With the exact number below it where that is rounded.
void addBytes(Fact& to, std::string name, std::int64_t bytes)
{
    const auto text = byteSizeText(bytes);
    const auto space = text.find(' ');
    add(to, std::move(name), text.substr(0, space), text.substr(space + 1));
    if (text != counted(bytes, "byte", "bytes"))
        addCount(to.parts.back(), "exactly", bytes, "byte", "bytes");
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
        return "no";
    return info.outline.nnz.value_or(0) < 2 ? "yes"
                                            : "declared so"; // whether that is true is for the rules to say
}

Fact tensorFact(const TensorInfo& info)
{
    const auto& outline = info.outline;
    Fact out{"tensor", titleOf(info.name), {}, {}, true};
    add(out, "layout", info.layout);
    add(out, "size", sizeText(outline));
    add(out, "element type", std::string(info.dtype.name()));
    if (info.bytes)
        addBytes(out, "memory", *info.bytes);
    if (outline.nnz)
        addCount(out, "stored", *outline.nnz, "entry", "entries");
    if (outline.nnz && outline.batchDims.value_or(0) > 0)
        out.parts.back().unit += " in each batch entry";
    if (outline.blocksize)
        add(out, "blocks", grouped((*outline.blocksize)[0]) + " x " + grouped((*outline.blocksize)[1]));
    add(out, "filled", fillText(info), "%");
    if (outline.numel)
        add(out, "elements", grouped(*outline.numel));
    if (info.stored && info.stored != outline.nnz) // of blocks and dense dims an entry has several
        add(out, "stored values", grouped(*info.stored));
    if (info.bytes != info.storageBytes)
        addBytes(out, "storages", info.storageBytes);
    if (outline.indexDType)
        add(out, "index type", std::string(outline.indexDType->name()));
    add(out, "dims", dimsText(outline));
    add(out, "device", info.device);
    add(out, "memory format", memoryFormatText(info));
    add(out, "coalesced", coalescedText(info));
    if (const auto& strided = info.strided) {
        add(out, "overlap", overlapText(*strided));
        if (strided->first && strided->last)
            add(out, "reads", std::to_string(*strided->first) + " to " + std::to_string(*strided->last),
                "storage elements");
        if (strided->minStorage)
            addCount(out, "needs", *strided->minStorage, "storage element", "storage elements");
    }
    add(out, "quantised", info.quantizer);
    return out;
}

Fact memberFact(const MemberInfo& member, const TensorInfo& info)
{
    const auto& word = member.as == member.name ? member.word : member.as;
    const auto& geometry = member.geometry;
    Fact out{word, std::string(member.dtype.name()) + " " + text(geometry.sizes)};
    if (word != member.name)
        add(out, "role", member.name);
    add(out, "strides", text(geometry.strides), member.contiguous ? "contiguous" : "");
    if (geometry.offset != 0)
        addCount(out, "offset", geometry.offset, "element", "elements");
    if (member.bytes)
        addBytes(out, "memory", *member.bytes);
    addCount(out, "storage", member.storageNumel, "element", "elements");
    std::string others;
    for (const auto& other : info.members)
        if (&other != &member && other.storageId == member.storageId)
            others += (others.empty() ? "" : ", ") + other.word;
    add(out, "storage shared with", others);
    add(out, "device", member.device);
    if (member.pinned)
        add(out, "pinned", "yes");
    if (const auto& statistics = member.statistics) {
        const auto textOf = [](const std::optional<Element>& element) { return element ? element->text() : "-"; };
        add(out, "smallest", textOf(statistics->min));
        add(out, "largest", textOf(statistics->max));
        addCount(out, "zeros", statistics->zeros, "element", "elements");
        addCount(out, "NaN", statistics->nans, "element", "elements");
        addCount(out, "infinite", statistics->infinities, "element", "elements");
        out.isOpen = true; // they were asked for
    }
    if (member.data && !member.data->empty()) {
        std::string data;
        for (const auto& element : *member.data)
            data += (data.empty() ? "" : " ") + element.text();
        add(out, "data", std::move(data));
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
        Fact fact{step.call, std::string(name(step.outcome)) + (step.text.empty() ? "" : ": " + step.text)};
        if (!rules.empty())
            fact.value += ", checks " + rules;
        fact.isOpen = true;
        out.push_back(std::move(fact));
    }
}

} // namespace

std::string dimsText(const Outline& outline)
{
    std::string out;
    const auto note = [&](const std::optional<std::int64_t>& count, const char* word) {
        if (count && *count != 0)
            out += (out.empty() ? "" : ", ") + std::to_string(*count) + " " + word;
    };
    note(outline.batchDims, "batch");
    note(outline.sparseDims, "sparse");
    note(outline.denseDims, "dense");
    return out;
}

std::string memoryFormatText(const TensorInfo& info)
{
    if (!info.contiguous && !info.strided)
        return {};
    std::string out;
    const auto note = [&](bool holds, const char* word) {
        if (holds)
            out += (out.empty() ? "" : ", ") + std::string(word);
    };
    note(info.contiguous.value_or(false), "contiguous");
    if (const auto& strided = info.strided) {
        note(strided->channelsLast, "channels_last");
        note(strided->channelsLast3d, "channels_last_3d");
        note(strided->channelsLastStrides, "channels_last strides");
        note(strided->channelsLast3dStrides, "channels_last_3d strides");
        note(strided->nonOverlappingAndDense, "non-overlapping and dense");
    }
    return out.empty() ? "none" : out;
}

std::string overlapText(const StridedFlags& flags)
{
    const std::string own = flags.overlap == "no"    ? "elements do not overlap"
                            : flags.overlap == "yes" ? "elements overlap"
                                                     : "whether elements overlap is not decided";
    return flags.overlap == flags.overlapTorch ? own : own + " (PyTorch: " + flags.overlapTorch + ")";
}

std::vector<Fact> factsOf(const TensorInfo& info)
{
    Fact members{"members", grouped(std::ssize(info.members)), {}, {}, true};
    for (const auto& member : info.members)
        members.parts.push_back(memberFact(member, info));
    return {tensorFact(info), std::move(members)};
}

Fact factOf(const ConstructionTrace& trace)
{
    Fact out{"construction", (trace.built ? "built by the " : "not built by the ") + trace.builder + " builder"};
    std::size_t at = 0;
    if (!trace.steps.empty())
        addSteps(trace.steps, at, trace.steps.front().depth, out.parts);
    add(out, "size", trace.difference);
    std::string rules;
    for (const auto& rule : trace.certificate)
        rules += (rules.empty() ? "" : " ") + rule;
    add(out, "certificate", rules.empty() ? "none" : rules);
    return out;
}

Fact factOf(const std::vector<NamedText>& others)
{
    constexpr std::size_t most = 40, mostLines = 100;
    Fact out{"beside the tensors", grouped(std::ssize(others))};
    for (const auto& [name, whole] : others) {
        if (out.parts.size() == most) {
            out.parts.push_back({"and more", grouped(std::ssize(others) - std::ssize(out.parts))});
            break;
        }
        Fact fact{name, {}};
        std::string_view rest = whole;
        for (std::size_t line = 0; line == 0 || (!rest.empty() && line <= mostLines); ++line) {
            const auto end = std::min(rest.find('\n'), rest.size());
            auto text = std::string(rest.substr(0, end));
            if (line == mostLines)
                fact.parts.push_back({"and more", byteSizeText(std::ssize(rest))});
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
