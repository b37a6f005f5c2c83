// SPDX-License-Identifier: Apache-2.0
#include "io/torch/object.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/pickle/danger.h"
#include "io/pickle/text.h"
#include "io/torch/names.h"
#include "io/torch/walk.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

using Id = PickleTree::Id;

constexpr std::size_t valuesOfAnyFile = 2'000'000;
constexpr std::uint32_t valuesBetweenLooks = 1 << 12;
constexpr std::int64_t worthTelling = std::int64_t{1} << 20; // bytes of a storage

// What Python would do with any value of the tree, also with those that are dropped again.
Result<void> judgeValue(const PickleTree& tree, Id value)
{
    if (!tree.is(value, PickleKind::call))
        return {};
    const auto& call = tree.call(value);
    const auto name = torchName(tree, call.function);
    const bool isFilled = call.entries != PickleTree::absent || call.appended != PickleTree::absent;
    if (isFilled && (isTensorName(name) || name == TorchName::size || name == TorchName::layoutTag))
        return corrupt(say("wanted a list or dict to put items into, found {0}", pickleText(tree, value, 80)),
                       tree.where(value));
    return {};
}

// What is wrong with the ids of storages in a file of which nothing can be shown, also with those of values that
// are dropped again.
Result<void> judgeIds(const PickleTree& tree, std::size_t idParts, const Watch& watch)
{
    Pace pace(watch, valuesBetweenLooks);
    for (Id value = 0; value < tree.size(); ++value) {
        if (!pace.goesOn(value, tree.size()))
            return openingCancelled();
        if (!tree.is(value, PickleKind::persistent))
            continue;
        if (const auto id = torchStorageId(tree, value, idParts); !id)
            return id.error();
    }
    return {};
}

// A view of a few elements keeps all of its storage in the file.
void sayUnused(const Document& document, WarningList& warnings)
{
    struct Use {
        const std::string* name;
        std::int64_t bytes = 0;
    };
    std::unordered_map<const Storage*, Use> uses;
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members)
            if (member.array.storage->byteSize() >= worthTelling) {
                auto& use = uses.try_emplace(member.array.storage.get(), Use{&name}).first->second;
                use.bytes = saturatingAdd(use.bytes, member.array.byteSize().value_or(0));
            }
    for (const auto& named : document.tensors)
        for (const auto& member : named.tensor.members) {
            const auto use = uses.find(member.array.storage.get());
            if (use == uses.end() || use->second.name != &named.name ||
                use->second.bytes >= use->first->byteSize() / 10)
                continue;
            warnings.add([&] {
                return say(
                    "{0} and those that share its storage use {1} of its {2} bytes, which all lie in the file",
                    named.name.empty() ? say("the tensor") : '"' + named.name + '"', use->second.bytes,
                    use->first->byteSize());
            });
            uses.erase(use);
        }
}

} // namespace

PickleRun runTorchPickle(std::string_view pickle, std::size_t fileBytes, std::size_t idParts, const Watch& watch,
                         std::optional<std::size_t> begin)
{
    PickleLimits limits;
    limits.begin = begin;
    limits.takesSources = idParts == legacyIdParts;
    limits.values = std::min(limits.values, valuesOfAnyFile + fileBytes);
    return runPickle(pickle, limits, watch);
}

Result<void> judgeTorchPickle(const PickleRun& run, const Watch& watch, bool despiteFaults)
{
    // First of all, also of a pickle that breaks off later.
    if (auto danger = dangerIn(run.tree, partOfWatch(watch, 0, 0.5)); danger && !despiteFaults)
        return *danger;
    if (run.error)
        return *run.error;
    const auto secondHalf = partOfWatch(watch, 0.5, 1);
    Pace pace(secondHalf, valuesBetweenLooks);
    for (Id value = 0; value < run.tree.size(); ++value) {
        if (!pace.goesOn(value, run.tree.size()))
            return openingCancelled();
        if (auto judged = judgeValue(run.tree, value); !judged)
            return judged;
    }
    return {};
}

Result<Document> readTorchObject(const TorchObject& object, TorchStorages::Find find, WarningList& warnings,
                                 const Watch& watch)
{
    const auto run = runTorchPickle(object.pickle, object.fileBytes, object.idParts, partOfWatch(watch, 0, 0.5));
    return readTorchObject(run, object, std::move(find), warnings, partOfWatch(watch, 0.5, 1));
}

Result<Document> readTorchObject(const PickleRun& run, const TorchObject& object, TorchStorages::Find find,
                                 WarningList& warnings, const Watch& watch)
{
    if (auto judged = judgeTorchPickle(run, partOfWatch(watch, 0, 0.2), object.despiteFaults); !judged)
        return judged.error();
    TorchStorages storages(std::move(find), object.isBigEndian, object.fileBytes, warnings, watch);
    TorchArrays arrays(run.tree, storages, object.idParts, warnings, watch);
    auto document = readTorchObject(arrays, run.root, warnings, partOfWatch(watch, 0.2, 1));
    if (!document)
        return document;
    if (document->tensors.empty())
        if (auto judged = judgeIds(run.tree, object.idParts, {watch.stop}); !judged)
            return judged.error();
    if (object.pickle.size() > run.end)
        warnings.add([&] {
            const auto rest = object.pickle.substr(run.end);
            return rest.starts_with('\x80')
                       ? say("{0} bytes behind the end of the pickle were left out; they may be another one",
                             rest.size())
                       : say("{0} bytes behind the end of the pickle were left out", rest.size());
        });
    sayUnused(*document, warnings);
    document->warnings = std::move(warnings).take();
    return document;
}

} // namespace tscope
