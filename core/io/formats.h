// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/lost_placement.h"
#include "io/probe.h"
#include "io/sink.h"
#include "io/source.h"
#include "tensor/document.h"

#include <span>
#include <string_view>

namespace tscope {

// What can be done with one kind of file. The readers and writers themselves lie in a folder each.
struct Format {
    FileFormat kind;
    Result<Document> (*read)(const Source& source) = nullptr; // null: only named, not read
    // The endings, in small letters, under which it is written.
    std::span<const std::string_view> endings = {};
    Result<void> (*write)(const Document& document, Sink& sink) = nullptr; // null: not written
    // The same as versions of PyTorch before 2.0 read it; null: there is no such form.
    Result<void> (*writeFor1x)(const Document& document, Sink& sink) = nullptr;
    bool keepsViewBits = false; // that elements are meant conjugated or negated; not in the form for 1.x
    KeptOrder keptOrder = KeptOrder::rowMajor;
    std::string_view asFile = {}; // what sentences call a file of the kind that is written: "a .npy file"
};

std::span<const Format> allFormats();
const Format& formatOf(FileFormat kind);
// By the ending of a path; null when nothing is written under it.
const Format* writtenAs(std::string_view path);

} // namespace tscope
