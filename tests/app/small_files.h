// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::app {

// What stands in a file without a fault, and in one with a single entry outside its size.
inline const std::string good = "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 5\n";
inline const std::string broken =
    R"({"layout":"csr","size":[1,2],"members":{"compressed":[0,1],"plain":[5],"values":[1]}})";

} // namespace tscope::app
