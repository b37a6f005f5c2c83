// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/zip_bytes.h"

#include <string>
#include <string_view>

namespace tscope::test {

// .npy files put together by hand, from the format's description and not by the writer under test.

inline std::string npyOf(std::string_view header, std::string_view data, int version = 1)
{
    return "\x93NUMPY" + little(static_cast<std::uint64_t>(version), 2) +
           little(header.size(), version == 1 ? 2 : 4) + std::string(header) + std::string(data);
}

inline std::string npyOf(std::string_view descr, std::string_view shape, std::string_view data,
                         bool isFortran = false)
{
    return npyOf("{'descr': '" + std::string(descr) + "', 'fortran_order': " + (isFortran ? "True" : "False") +
                     ", 'shape': " + std::string(shape) + ", }\n",
                 data);
}

template <class T>
std::string bytesOf(std::initializer_list<T> values)
{
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

} // namespace tscope::test
