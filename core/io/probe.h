// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tscope {

enum class FileFormat {
    json,
    text,
    npy,
    zip,
    torchLegacy,  // and any other pickle
    torchPreview, // of 2018
    tar,
    gzip,
    matrixMarket,
    safetensors,
    hdf5,
    gguf,
    arrow,
    lfsPointer, // this and the next two stand in for a file that did not come
    webPage,
    utf16,
    other
};

// What a file is, by its first bytes (some hundred are enough) and its size; never by its name. Text that begins
// with a brace is JSON.
FileFormat probe(std::string_view start, std::uint64_t fileSize);

// "a NumPy array (.npy)"
std::string description(FileFormat format);

} // namespace tscope
