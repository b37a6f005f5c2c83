// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/safetensors.h"

#include "fuzz/support/reader_round_trip.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    readWriteAndCheck(data, size, tscope::readSafetensors, tscope::writeSafetensors);
    return 0;
}
