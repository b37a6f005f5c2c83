// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "io/pickle/machine.h"
#include "io/torch/storages.h"
#include "tensor/document.h"

namespace tscope {

// How many parts the id of a storage has, in either form.
inline constexpr std::size_t archiveIdParts = 5;
inline constexpr std::size_t legacyIdParts = 6;

// One saved object: its pickle, and how the file around it keeps storages.
struct TorchObject {
    std::string_view pickle;
    std::size_t fileBytes = 0;            // what the tree may take is in proportion to them
    std::size_t idParts = archiveIdParts; // of the id of a storage
    bool isBigEndian = false;
    bool despiteFaults = false; // read also where it names what would run something: here nothing does
};

// Follows a pickle within limits that fit the file. `begin`: where it begins there, if it lies there as it is.
PickleRun runTorchPickle(std::string_view pickle, std::size_t fileBytes, std::size_t idParts, const Watch& watch,
                         std::optional<std::size_t> begin = {});
// Why it can't be read: it names what would run something, it is no whole pickle, or holds what no such file does.
Result<void> judgeTorchPickle(const PickleRun& run, const Watch& watch, bool despiteFaults = false);

// The tensors of an object and what lies beside them. Fails where the pickle is one of the above.
Result<Document> readTorchObject(const TorchObject& object, TorchStorages::Find find, WarningList& warnings,
                                 const Watch& watch);
Result<Document> readTorchObject(const PickleRun& run, const TorchObject& object, TorchStorages::Find find,
                                 WarningList& warnings, const Watch& watch);

} // namespace tscope
