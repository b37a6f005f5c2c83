// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "io/sink.h"
#include "io/source.h"
#include "rules/check.h"
#include "tensor/document.h"

#include <cstdio>
#include <cstdlib>

// Whatever opens can be checked without harm; and what is then written as a file of the same kind opens again with
// the same tensors by name.
inline void readWriteAndCheck(const std::uint8_t* data, std::size_t size,
                              tscope::Result<tscope::Document> (*read)(const tscope::Source&),
                              tscope::Result<void> (*write)(const tscope::Document&, tscope::Sink&))
{
    using namespace tscope;
    const auto document = read({heapStorage(std::as_bytes(std::span(data, size)))});
    if (!document)
        return;
    for (const auto& [name, tensor] : document->tensors)
        static_cast<void>(check(tensor, {.maxWitnesses = 2}));
    TextSink file;
    if (!write(*document, file))
        return;
    const auto again = read({heapStorage(std::as_bytes(std::span(file.text())))});
    if (!again || again->tensors.size() != document->tensors.size()) {
        std::fprintf(stderr, "%s\n%s\n", again ? "other tensors" : again.error().text.c_str(),
                     file.text().c_str());
        std::abort();
    }
}
