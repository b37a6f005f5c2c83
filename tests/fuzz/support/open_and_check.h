// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/sink.h"
#include "io/source.h"
#include "rules/check.h"
#include "tensor/document.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

// A file's bytes, as a reader gets them.
inline tscope::Source sourceOf(const std::uint8_t* data, std::size_t size)
{
    return {tscope::heapStorage(std::as_bytes(std::span(data, size)))};
}

// So can what is readable of a file that does not open.
inline void checkWhatIsReadable(tscope::Source source,
                                tscope::Result<tscope::Document> (*read)(const tscope::Source&))
{
    source.despiteFaults = true;
    if (const auto document = read(source))
        for (const auto& [name, tensor] : document->tensors)
            static_cast<void>(tscope::check(tensor, {.maxWitnesses = 2}));
}

// Whatever opens can be checked without harm, and if a format takes it, reads back from that.
inline void checkAndRewrite(const tscope::Document& document,
                            tscope::Result<void> (*write)(const tscope::Document&, tscope::Sink&),
                            tscope::Result<tscope::Document> (*read)(const tscope::Source&))
{
    for (const auto& [name, tensor] : document.tensors)
        static_cast<void>(tscope::check(tensor));
    tscope::TextSink sink;
    if (!write(document, sink))
        return;
    const auto again = read({tscope::heapStorage(std::as_bytes(std::span(sink.text())))});
    if (!again) {
        std::fprintf(stderr, "%s\n", again.error().text.c_str());
        std::abort();
    }
}
