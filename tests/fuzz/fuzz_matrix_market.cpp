// SPDX-License-Identifier: Apache-2.0
// Plain and packed: the first bytes of an input tell, as they do in files.
#include "io/gzip/gzip_file.h"
#include "io/matrix_market/matrix_market.h"

#include "base/check.h"
#include "base/thread_pool.h"
#include "fuzz/support/reader_round_trip.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tscope;
    setThreadCount(1);
    if (size > 1 && data[0] == 0x1F && data[1] == 0x8B) {
        readWriteAndCheck(data, size, readGzipFile, writeGzipMatrixMarket);
        return 0;
    }
    readWriteAndCheck(data, size, readMatrixMarket, writeMatrixMarket);
    // Chunks of one line each must give the same answer.
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto whole = readMatrixMarket(Source{heapStorage(bytes)}, mtxChunkBytes);
    const auto pieces = readMatrixMarket(Source{heapStorage(bytes)}, 1);
    TSCOPE_CHECK(static_cast<bool>(whole) == static_cast<bool>(pieces), "chunks make no difference");
    TSCOPE_CHECK(whole || whole.error().text == pieces.error().text, "nor for what is wrong");
    return 0;
}
