// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"

#include "base/pace.h"
#include "base/say.h"
#include "layouts/strided/strided.h"
#include "literals/json_array.h"
#include "literals/json_facts.h"
#include "literals/json_sharing.h"
#include "literals/json_tensor_reader.h"
#include "tensor/member_name.h"

#include <iterator>

namespace tscope {

namespace {

using Index = JsonTree::Index;

constexpr std::size_t tensorLimit = 200'000;
// An error names its place, and the way there passes all tensors before: many errors would take quadratic time.
constexpr std::int64_t mostUnread = 1000;

void readTexts(const JsonTree& tree, JsonTree::Index at, std::vector<NamedText>& texts, WarningList& warnings)
{
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1))
        if (tree.kind(key + 1) == JsonKind::word)
            texts.push_back({std::string(tree.word(key)), std::string(tree.word(key + 1))});
        else
            warnings.add([&] { return say("{0} is no text and was left out", tree.path(key)); });
}

// Members that make no tensor together, each as one of its own: "w.col_indices".
void addLoose(std::vector<NamedTensor>& tensors, std::string_view name, std::vector<Member> members)
{
    const auto& layout = stridedLayout();
    for (auto& member : members) {
        const auto word = member.as.empty() ? std::string(usualWord(*member.role)) : std::move(member.as);
        auto made = makeTensor(layout, {{layout.roles.data(), std::move(member.array), std::move(member.layout),
                                         member.requiresGrad}});
        if (made)
            tensors.push_back({name.empty() ? word : std::string(name) + "." + word, std::move(*made)});
    }
}

// How much of a text that breaks off was read, and where it does.
void noteBreak(const JsonTree::Break& at, Document& document, WarningList& warnings)
{
    document.partly =
        say("{0|tensor|tensors} before line {1}, column {2}", std::ssize(document.tensors), at.line, at.column);
    warnings.add([&] {
        return at.within.empty()
                   ? say("what stands behind line {0}, column {1} was not read", at.line, at.column)
                   : say("{0} breaks off at line {1}, column {2}; what is not complete there was left out",
                         at.within, at.line, at.column);
    });
}

} // namespace

Result<Document> readJsonTensors(std::string_view text, const Watch& watch, bool despiteFaults)
{
    const auto tree = JsonTree::parse(text, watch, despiteFaults);
    if (!tree)
        return tree.error();
    if (tree->kind(0) != JsonKind::object)
        return corrupt(say("a JSON tensor is an object with layout and members, found {0}", tree->shortText(0)));

    JsonInput input;
    auto& warnings = input.warnings;
    auto& waiting = input.waiting;
    Document document;
    constexpr std::uint32_t tensorsBetweenLooks = 1 << 8;
    Pace pace(tree->readersWatch(), tensorsBetweenLooks);
    const auto add = [&](std::string_view name, Index at) -> Result<void> {
        if (!pace.goesOn(at, tree->size()))
            return openingCancelled();
        std::vector<Member> loose;
        const auto waitedBefore = waiting.size();
        auto tensor = readJsonTensor(*tree, at, document.tensors.size(), input, loose);
        if (!tensor)
            waiting.resize(waitedBefore);
        if (!tensor && loose.empty())
            return tensor.error();
        if (!tensor) {
            addLoose(document.tensors, name, std::move(loose));
            return {};
        }
        document.tensors.push_back({std::string(name), std::move(*tensor)});
        return {};
    };

    std::int64_t leftOut = 0;
    Index several = 0;
    for (Index key = 1; key < tree->end(0); key = tree->end(key + 1))
        if (tree->word(key) == "tensors")
            several = key + 1;
    if (!several) {
        if (auto added = add("", 0); !added)
            return added.error();
    } else if (tree->kind(several) == JsonKind::list) {
        auto rewritten = tensorsOfFacts(text, warnings);
        if (!rewritten)
            return rewritten.error();
        auto told = readJsonTensors(*rewritten, tree->readersWatch());
        if (told)
            for (auto& warning : std::move(warnings).take())
                told->warnings.push_back(std::move(warning));
        return told;
    } else {
        if (tree->kind(several) != JsonKind::object || tree->count(several) > tensorLimit)
            return jsonError(*tree, several, say("an object with up to 200000 named tensors"));
        document.tensors.reserve(tree->count(several));
        for (auto key = several + 1; key < tree->end(several); key = tree->end(key + 1)) {
            if (document.unread >= mostUnread) {
                ++leftOut;
                continue;
            }
            if (auto added = add(tree->word(key), key + 1); !added) {
                if (!despiteFaults || added.error().code == ErrorCode::cancelled)
                    return added.error();
                ++document.unread;
                warnings.add([&] { return say("{0} can't be read: {1}", tree->path(key), added.error().text); });
            }
        }
        for (Index key = 1; key < tree->end(0); key = tree->end(key + 1))
            if (tree->word(key) != "tensors" && !isJsonTexts(*tree, 0, key))
                warnings.add([&] { return say("the key {0} is not known and was left out", tree->path(key)); });
    }
    for (Index key = 1; key < tree->end(0); key = tree->end(key + 1))
        if (isJsonTexts(*tree, 0, key))
            readTexts(*tree, key + 1, document.others, warnings);
    const auto found = document.tensors.size();
    if (auto shared = shareStorages(*tree, document.tensors, waiting, warnings, despiteFaults); !shared)
        return shared.error();
    document.unread += static_cast<std::int64_t>(found - document.tensors.size()) + leftOut;
    if (tree->brokenAt())
        noteBreak(*tree->brokenAt(), document, warnings);
    document.warnings = std::move(warnings).take();
    if (leftOut > 0) // first, as the list of the others is cut
        document.warnings.insert(
            document.warnings.begin(),
            say("{0#} tensors can't be read; the {1|tensor|tensors} behind them were left out", mostUnread,
                leftOut));
    return document;
}

} // namespace tscope
