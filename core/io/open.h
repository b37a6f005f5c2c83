// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "io/probe.h"
#include "io/save_watch.h"
#include "tensor/document.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Reads a file of any known format; the content decides which. Tensors come back unproven.
Result<Document> openFile(const std::string& path, const Watch& watch = {});
// The same of bytes that lie in memory, as they come from standard input.
Result<Document> openBytes(StoragePtr bytes, const Watch& watch = {});
// The same for text that is already here (a paste).
Result<Document> openText(std::string_view text);

// The format of a file, by its first bytes; nothing where they can't be read.
std::optional<FileFormat> formatIn(const std::string& path);

// Makes the bytes that are late (memory/late_storage.h), for who shall not wait for them afterwards. A warning is
// added where some were damaged. Fails when it is stopped or there is no memory.
Result<void> unpackAll(Document& document, const Watch& watch = {});

// Fails where a tensor lies in a mapped file of which pages are lost (memory/lost_pages.h).
Result<void> intactOf(const Document& document);

struct SaveLosses {
    std::vector<std::string> texts; // the sentences that saveFile() returns
    bool areOfEntries = false;      // stored entries are among them: the file is no copy of the tensor
};

struct SaveOptions {
    bool forPyTorch1 = false; // as PyTorch 1.x reads it, for formats of PyTorch
    // Asked when all is written and before it takes its place: an error keeps it from its place.
    std::function<Result<void>(const SaveLosses& losses)> mayLose = {};
};

// Writes to `path`; the ending picks the format. Returns what the file could not keep as it was, a sentence each.
Result<std::vector<std::string>> saveFile(const Document& document, const std::string& path,
                                          const SaveWatch& watch = {}, const SaveOptions& options = {});

} // namespace tscope
