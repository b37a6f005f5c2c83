// SPDX-License-Identifier: Apache-2.0
#include "io/text_files.h"
#include "literals/json_tensor.h"

#include "fuzz/support/open_and_check.h"
#include "fuzz/support/round_trip.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto document = tscope::readJsonTensors({reinterpret_cast<const char*>(data), size}))
        writeReadAndCheck(*document);
    else
        checkWhatIsReadable(sourceOf(data, size), tscope::readJsonFile);
    return 0;
}
