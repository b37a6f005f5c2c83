// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/torch/file.h"
#include "support/pickle_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tscope::test {

inline Result<Document> openTorch(const std::string& bytes)
{
    const Source source{.bytes = storageOf(bytes)};
    if (!bytes.starts_with("PK"))
        return readTorchLegacy(source);
    const auto archive = ZipArchive::open(source.bytes);
    return archive ? readTorchArchive(*archive, source) : archive.error();
}

inline Document readTorch(const std::string& bytes)
{
    auto document = openTorch(bytes);
    EXPECT_TRUE(document) << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

// The sentence with which a file is refused.
inline std::string refusal(const std::string& bytes)
{
    const auto document = openTorch(bytes);
    EXPECT_FALSE(document);
    if (document)
        return {};
    return document.error().text + (document.error().where.empty() ? "" : " (" + document.error().where + ")");
}

inline std::vector<std::string> namesOf(const Document& document)
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : document.tensors)
        names.push_back(name);
    return names;
}

inline std::vector<std::string> othersOf(const Document& document)
{
    std::vector<std::string> out;
    for (const auto& [name, text] : document.others)
        out.push_back(name + " = " + text);
    return out;
}

inline std::string valuesOf(const Array& array)
{
    std::string out;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i)
        out += (i > 0 ? " " : "") + array.at(i).text();
    return out;
}

} // namespace tscope::test
