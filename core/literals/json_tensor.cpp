// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"

#include "base/pace.h"
#include "base/say.h"
#include "literals/json_array.h"
#include "literals/json_facts.h"
#include "literals/json_sharing.h"
#include "literals/json_tensor_reader.h"

namespace tscope {

namespace {

using Index = JsonTree::Index;

constexpr std::size_t tensorLimit = 200'000;

void readTexts(const JsonTree& tree, JsonTree::Index at, std::vector<NamedText>& texts, WarningList& warnings)
{
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1))
        if (tree.kind(key + 1) == JsonKind::word)
            texts.push_back({std::string(tree.word(key)), std::string(tree.word(key + 1))});
        else
            warnings.add([&] { return say("{0} is no text and was left out", tree.path(key)); });
}

} // namespace

Result<Document> readJsonTensors(std::string_view text, const Watch& watch, bool despiteFaults)
{
    const auto tree = JsonTree::parse(text, watch);
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
        auto tensor = readJsonTensor(*tree, at, document.tensors.size(), input);
        if (!tensor)
            return tensor.error();
        document.tensors.push_back({std::string(name), std::move(*tensor)});
        return {};
    };

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
            const auto waitedBefore = waiting.size();
            if (auto added = add(tree->word(key), key + 1); !added) {
                if (!despiteFaults || added.error().code == ErrorCode::cancelled)
                    return added.error();
                waiting.resize(waitedBefore);
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
    document.unread += static_cast<std::int64_t>(found - document.tensors.size());
    document.warnings = std::move(warnings).take();
    return document;
}

} // namespace tscope
