// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/support/open_and_check.h"

#include <cstdio>
#include <cstdlib>

// Whatever opens can be checked without harm; and what is then written as a file of the same kind opens again with
// the same tensors by name.
inline void readWriteAndCheck(const std::uint8_t* data, std::size_t size,
                              tscope::Result<tscope::Document> (*read)(const tscope::Source&),
                              tscope::Result<void> (*write)(const tscope::Document&, tscope::Sink&))
{
    using namespace tscope;
    const auto source = sourceOf(data, size);
    const auto document = read(source);
    if (!document)
        return checkWhatIsReadable(source, read);
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
