// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/torch/file.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "io/little_endian.h"
#include "io/pickle/text.h"
#include "io/torch/arguments.h"
#include "io/torch/object.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

using namespace std::string_view_literals;
using enum PickleKind;
using Id = PickleTree::Id;

constexpr std::int64_t protocolVersion = 1001;
constexpr std::string_view magic = "\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19"sv; // 0x1950a86a20f9469cfc6c

// The file .metadata of a distributed checkpoint.
bool isCheckpointIndex(const PickleTree& tree, Id root)
{
    return tree.is(root, call) &&
           tree.fullName(tree.call(root).function) == "torch.distributed.checkpoint.metadata.Metadata";
}

class LegacyReader
{
public:
    explicit LegacyReader(const Source& source)
        : m_source(source), m_silent{source.watch.stop}, m_file(source.text())
    {
    }

    Result<Document> read()
    {
        if (auto read = readHead(); !read)
            return read.error();
        const auto object = next(partOfWatch(m_source.watch, 0, 0.5));
        // What the object would run is said before what is wrong behind it.
        if (auto judged = judgeTorchPickle(object, m_silent, m_source.despiteFaults); !judged)
            return judged.error();
        const auto keys = next();
        if (auto judged = judgeTorchPickle(keys, m_silent); !judged)
            return judged.error();
        collectIds(object.tree);
        if (auto laid = layOutStorages(keys); !laid)
            return laid.error();
        const TorchObject how{.pickle = {},
                              .fileBytes = m_file.size(),
                              .idParts = legacyIdParts,
                              .isBigEndian = m_isBigEndian,
                              .despiteFaults = m_source.despiteFaults};
        return readTorchObject(
            object, how, [this](const TorchStorageId& id) { return record(id); }, m_warnings,
            partOfWatch(m_source.watch, 0.5, 1));
    }

private:
    PickleRun next() { return next(m_silent); }
    PickleRun next(const Watch& watch)
    {
        auto run = runTorchPickle(m_file.substr(m_at), m_file.size(), legacyIdParts, watch, m_at);
        m_at += run.end;
        return run;
    }

    // The magic number, the version, and what the machine was like that wrote it.
    Result<void> readHead()
    {
        const auto first = next();
        if (auto judged = judgeTorchPickle(first, m_silent); !judged)
            return judged;
        if (isCheckpointIndex(first.tree, first.root))
            return corrupt(say("this is the index of a distributed checkpoint of PyTorch, which has no elements "
                               "in it; the .distcp files beside it have them"));
        if (!first.tree.is(first.root, bigInteger) || first.tree.text(first.root) != magic)
            return corrupt(say("wanted a file of torch.save, found a Python pickle of {0}",
                               pickleText(first.tree, first.root, 100)),
                           first.tree.where(first.root));
        const auto version = next();
        if (auto judged = judgeTorchPickle(version, m_silent); !judged)
            return judged;
        if (!version.tree.is(version.root, integer) || version.tree.integer(version.root) != protocolVersion)
            return corrupt(say("wanted the protocol version 1001 of old PyTorch files, found {0}",
                               pickleText(version.tree, version.root, 60)),
                           version.tree.where(version.root));
        const auto machine = next();
        if (auto judged = judgeTorchPickle(machine, m_silent); !judged)
            return judged;
        const auto flag = valueUnder(machine.tree, machine.root, "little_endian");
        if (!machine.tree.is(flag, boolean))
            m_warnings.add([] { return say("the file does not tell its byte order; little-endian was taken"); });
        else
            m_isBigEndian = !machine.tree.flag(flag);
        return {};
    }

    // A storage lies in the stream without its type: that stands in the ids of the object alone.
    void collectIds(const PickleTree& tree)
    {
        for (Id value = 0; value < tree.size(); ++value)
            if (tree.is(value, persistent))
                if (auto id = torchStorageId(tree, value, legacyIdParts))
                    m_ids.emplace(id->key, *id);
    }

    Result<void> layOutStorages(const PickleRun& keys)
    {
        if (!keys.tree.is(keys.root, list))
            return corrupt(say("wanted the list of storages behind the object, found {0}",
                               pickleText(keys.tree, keys.root, 60)),
                           keys.tree.where(keys.root));
        for (const auto key : keys.tree.children(keys.root)) {
            if (!keys.tree.is(key, string))
                return corrupt(say("wanted the key of a storage, found {0}", pickleText(keys.tree, key, 60)),
                               keys.tree.where(key));
            if (!layOut(keys.tree.text(key)))
                return {};
        }
        if (m_at < m_file.size())
            m_warnings.add(
                [&] { return say("{0} bytes behind the last storage were left out", m_file.size() - m_at); });
        return {};
    }

    // Where the bytes of the next storage lie. Whether what follows can be found.
    bool layOut(std::string_view key)
    {
        const auto known = m_ids.find(std::string(key));
        if (m_file.size() - m_at < sizeof(std::int64_t) || known == m_ids.end()) {
            m_warnings.add([&] {
                const auto name = printable(key.substr(0, 60));
                return known == m_ids.end()
                           ? say("the storage \"{0}\" is used by nothing, what follows it was left out", name)
                           : say("the storage \"{0}\" and what follows are not in the file: it was cut short",
                                 name);
            });
            return false;
        }
        const auto& id = known->second;
        const auto* from = m_source.bytes->data() + m_at;
        const auto numel = static_cast<std::int64_t>(littleEndian<std::uint64_t>(from));
        m_at += sizeof(std::int64_t);
        if (numel != id.numel)
            m_warnings.add([&] {
                return say("the storage {0} is said to have {1} elements and {2} where it lies", id.key, id.numel,
                           numel);
            });
        const auto left = static_cast<std::int64_t>(m_file.size() - m_at);
        const auto size =
            checkedMul(std::max<std::int64_t>(numel, 0), std::max<std::int64_t>(id.dtype.itemSize(), 1));
        const auto whole = std::min(size.value_or(left), left);
        m_records.insert_or_assign(id.key,
                                   TorchStorages::Record{m_source.bytes, static_cast<std::int64_t>(m_at), whole});
        m_at += static_cast<std::size_t>(whole);
        return size && *size <= left && numel >= 0;
    }

    Result<TorchStorages::Record> record(const TorchStorageId& id) const
    {
        const auto known = m_records.find(id.key);
        // Of a file that was cut short the shapes are still shown.
        return known != m_records.end() ? known->second
                                        : TorchStorages::Record{m_source.bytes, m_source.bytes->byteSize(), 0};
    }

    const Source& m_source;
    Watch m_silent; // may stop, but is told nothing
    std::string_view m_file;
    std::size_t m_at = 0;
    bool m_isBigEndian = false;
    std::unordered_map<std::string, TorchStorageId> m_ids;
    std::unordered_map<std::string, TorchStorages::Record> m_records;
    WarningList m_warnings;
};

} // namespace

Result<Document> readTorchLegacy(const Source& source)
{
    return LegacyReader(source).read();
}

} // namespace tscope
