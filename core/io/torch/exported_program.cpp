// SPDX-License-Identifier: Apache-2.0
#include "io/torch/exported_program.h"

#include "base/say.h"
#include "io/torch/archive.h"
#include "io/torch/file.h"
#include "io/torch/parts.h"
#include "io/torch/payloads.h"
#include "io/zip/directory.h"
#include "layouts/strided/strided.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

constexpr std::string_view weightsEnding = "_weights_config.json", constantsEnding = "_constants_config.json";
constexpr std::string_view savedEnding = ".pt";
constexpr std::string_view olderProgram = "serialized_exported_program.json"; // of PyTorch 2.1 to 2.7
constexpr std::int64_t configLimit = std::int64_t{64} << 20;

std::string_view afterLast(std::string_view text, char separator)
{
    return text.substr(text.rfind(separator) + 1); // all of it, if there is none
}

// The prefix of the names from a file of torch.save in the archive; empty for the weights themselves. The folder
// tells what a file holds, unless it is that of the whole archive.
std::string_view partName(std::string_view entry)
{
    const auto file = afterLast(entry, '/');
    if (file == "serialized_state_dict.pt")
        return {};
    if (file == "serialized_constants.pt")
        return "constants";
    if (file == "serialized_example_inputs.pt")
        return "sample_inputs";
    const auto folder = entry.substr(0, entry.size() - std::min(entry.size(), file.size() + 1));
    const bool isNested = folder.find('/') != std::string_view::npos;
    return isNested ? afterLast(folder, '/') : file.substr(0, file.size() - savedEnding.size());
}

class ExportedProgram
{
public:
    ExportedProgram(const ZipArchive& archive, const Source& source)
        : m_archive(archive), m_source(source),
          m_unpackedLeft(std::max<std::int64_t>(mostUnpackedIn(source) - archive.unpackedInAll(), 0))
    {
    }

    Result<Document> read()
    {
        for (const auto& warning : m_archive.warnings())
            m_warnings.add([&] { return warning; });
        m_warnings.add(
            [] { return say("this is a program exported by PyTorch: its tensors are listed, its graph is not"); });
        for (const auto& entry : m_archive.entries())
            if (entry.name.ends_with(weightsEnding) || entry.name.ends_with(constantsEnding))
                if (auto added = addPayloads(entry); !added)
                    return added.error();
        for (const auto& entry : m_archive.entries())
            if (entry.name.ends_with(savedEnding) && !m_read.contains(entry.name))
                if (auto added = addSaved(partName(entry.name), entry); !added)
                    return added.error();
        auto document = std::move(m_parts).take();
        document.unread += m_unread;
        document.leftOut += m_leftOut;
        return document;
    }

private:
    Result<StoragePtr> bytes(const ZipEntry& entry, Storage::Label label = {})
    {
        std::string warning;
        auto read = m_archive.bytes(entry, warning, std::move(label), m_source.watch);
        if (!warning.empty())
            m_warnings.add([&] { return warning; });
        return read;
    }

    // A file of torch.save that is an entry of the archive.
    Result<void> addSaved(std::string_view name, const ZipEntry& entry)
    {
        m_read.insert(entry.name);
        // torch.export gives each tensor a file of its own, so that nothing is lost by reading each one once.
        const auto [known, isNew] = m_saved.try_emplace(entry.name, name);
        if (!isNew)
            return leaveOut(name, unsupported(say("its entry {0} was read already, for {1}",
                                                  quotedEntry(entry.name), quotedEntry(known->second))));
        if (m_parts.isFull()) {
            m_parts.leaveOut(1);
            return {};
        }
        const auto inner = bytes(entry);
        if (!inner)
            return leaveOut(entry.name, inner.error());
        auto document = readTorchArchiveIn(m_source, *inner, m_unpackedLeft);
        if (document)
            m_parts.add(name, std::move(*document));
        else if (document.error().reason == "runs-code" && !m_source.despiteFaults)
            return document.error();
        else
            return leaveOut(entry.name, document.error());
        return {};
    }

    Result<void> addPayloads(const ZipEntry& config)
    {
        const auto text =
            config.size <= configLimit ? bytes(config) : Result<StoragePtr>(corrupt(say("it is too long")));
        if (!text)
            return leaveOut(config.name, text.error());
        const auto payloads = readPayloads(textOf(**text), {m_source.watch.stop});
        if (!payloads)
            return leaveOut(config.name, payloads.error());
        const auto folder = config.name.substr(0, config.name.rfind('/') + 1);
        for (const auto& payload : *payloads) {
            const auto* entry = m_archive.find(folder + payload.file);
            if (entry == nullptr) {
                if (auto out = leaveOut(payload.name, corrupt(say("wanted its bytes in the entry {0}, found none",
                                                                  quotedEntry(folder + payload.file))));
                    !out)
                    return out;
            } else if (payload.isSaved) {
                if (auto added = addSaved(payload.name, *entry); !added)
                    return added;
            } else if (auto added = addStored(payload, *entry); !added) {
                return added;
            }
        }
        return {};
    }

    Result<void> addStored(const Payload& payload, const ZipEntry& entry)
    {
        m_read.insert(entry.name);
        if (!payload.dtype)
            return leaveOut(payload.name, unsupported(say("it is no tensor of fixed size and known type")));
        auto known = m_storages.find(entry.name);
        if (known == m_storages.end())
            known = m_storages.emplace(entry.name, bytes(entry, {Device::parse(payload.device), false})).first;
        const auto& storage = known->second;
        if (!storage)
            return leaveOut(payload.name, storage.error());
        Tensor tensor;
        tensor.layout = &stridedLayout();
        tensor.members.push_back({.role = roleNamed(stridedLayout(), "values"),
                                  .array = {*storage, *payload.dtype, payload.geometry},
                                  .requiresGrad = payload.requiresGrad});
        m_parts.add(payload.name, std::move(tensor));
        return {};
    }

    // Reading goes on with the others. Fails only if it was stopped.
    Result<void> leaveOut(std::string_view name, const Error& why)
    {
        if (why.code == ErrorCode::cancelled)
            return why;
        m_warnings.add([&] { return say("{0} was left out: {1}", quotedEntry(name), why.text); });
        ++(why.code == ErrorCode::corrupt ? m_unread : m_leftOut);
        return {};
    }

    const ZipArchive& m_archive;
    const Source& m_source;
    WarningList m_warnings;
    TorchParts m_parts{m_warnings};
    std::unordered_set<std::string> m_read;               // entries
    std::unordered_map<std::string, std::string> m_saved; // entries, and what each is listed as
    // By entry, as several names may mean the same. What can't be had is not tried again.
    std::unordered_map<std::string, Result<StoragePtr>> m_storages;
    std::int64_t m_unpackedLeft;              // by archives in this one
    std::int64_t m_unread = 0, m_leftOut = 1; // the graph
};

} // namespace

bool isExportedProgram(const ZipArchive& archive)
{
    return std::ranges::any_of(archive.entries(), [](const ZipEntry& entry) {
        const auto file = afterLast(entry.name, '/');
        return file == olderProgram || file.ends_with(weightsEnding) || file == "archive_format";
    });
}

Result<Document> readExportedProgram(const ZipArchive& archive, const Source& source)
{
    return ExportedProgram(archive, source).read();
}

} // namespace tscope
