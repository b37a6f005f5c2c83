// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/torch/file.h"
#include "rules/check.h"
#include "support/same_document.h"

#include <cstdio>
#include <cstdlib>

// What a file of torch opens to can be checked without harm, and written; what is written reads back the same, as
// often as one likes. (Of what was read first some claims may be more than a file holds.)
inline void writeTorchAndCheck(const tscope::Document& document)
{
    using namespace tscope;
    const auto written = [](const Document& from) {
        TextSink sink;
        const auto done = writeTorchArchive(from, sink, {});
        return done ? sink.text() : std::string();
    };
    const auto read = [](const std::string& text) {
        const Source source{.bytes = heapStorage(std::as_bytes(std::span(text)))};
        const auto archive = ZipArchive::open(source.bytes);
        auto again = archive ? readTorchArchive(*archive, source) : archive.error();
        if (!again) {
            std::fprintf(stderr, "%s\n", again.error().text.c_str());
            std::abort();
        }
        return std::move(*again);
    };
    std::size_t checked = 0;
    for (const auto& [name, tensor] : document.tensors)
        if (checked++ < 16)
            static_cast<void>(check(tensor));
    if (document.tensors.size() > 16)
        return;
    const auto text = written(document);
    if (text.empty())
        return;
    const auto once = read(text);
    const auto difference = test::firstDifference(once, read(written(once)));
    if (!difference.empty()) {
        std::fprintf(stderr, "%s\n", difference.c_str());
        std::abort();
    }
}
