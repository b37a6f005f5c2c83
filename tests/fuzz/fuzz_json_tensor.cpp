// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"

#include "fuzz/support/round_trip.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto document = tscope::readJsonTensors({reinterpret_cast<const char*>(data), size}))
        writeReadAndCheck(*document);
    return 0;
}
