// SPDX-License-Identifier: Apache-2.0
#include "io/gzip/gzip_file.h"

#include "base/pace.h"
#include "base/say.h"
#include "io/gzip/gunzip.h"
#include "io/gzip/gzip_sink.h"
#include "io/matrix_market/matrix_market.h"
#include "io/packed_limit.h"
#include "io/probe.h"

#include <iterator>

namespace tscope {

Result<Document> readGzipFile(const Source& source)
{
    std::vector<std::string> warnings;
    const auto unpacked = gunzip(source, warnings);
    if (!unpacked)
        return unpacked.error();
    const Source inside{.bytes = *unpacked,
                        .watch = partOfWatch(source.watch, 0.5, 1), // unpacking was the first half
                        .path = source.path,
                        .mostMemory = mostHeldOf(source.bytes->byteSize()),
                        .despiteFaults = source.despiteFaults};
    const auto text = inside.text();
    const auto kind = probe(text.substr(0, 512), text.size());
    if (text.empty() || kind != FileFormat::matrixMarket)
        return corrupt(
            say("of gzip files those with a Matrix Market text are opened, in this one is {0}; unpack it first",
                text.empty() ? say("nothing") : description(kind)));
    auto document = readMatrixMarket(inside);
    if (document)
        document->warnings.insert(document->warnings.begin(), std::make_move_iterator(warnings.begin()),
                                  std::make_move_iterator(warnings.end()));
    return document;
}

Result<void> writeGzipMatrixMarket(const Document& document, Sink& sink)
{
    GzipSink packed(sink);
    const auto written = writeMatrixMarket(document, packed);
    sink.takeNotesOf(packed);
    if (!written)
        return written;
    return packed.finish();
}

} // namespace tscope
