// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::test {

// The device that operations are tested on: the tests of operations and conversions are built once more into a
// program that sets another one.
inline std::string& testDevice()
{
    static std::string device = "cpu";
    return device;
}

} // namespace tscope::test
