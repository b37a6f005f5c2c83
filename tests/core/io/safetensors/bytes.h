// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/safetensors/safetensors.h"
#include "support/npy_bytes.h"
#include "support/source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tscope::test {

// A safetensors file, put together by hand.
inline std::string safetensorsFile(std::string_view header, std::string_view data = {})
{
    std::string out;
    for (int i = 0; i < 8; ++i)
        out += static_cast<char>(header.size() >> (8 * i) & 0xFF);
    return out.append(header).append(data);
}

inline Result<Document> openSafetensors(std::string_view header, std::string_view data = {})
{
    return readSafetensors(sourceOf(safetensorsFile(header, data)));
}

inline const Tensor* tensorNamed(const Document& document, std::string_view name)
{
    for (const auto& entry : document.tensors)
        if (entry.name == name)
            return &entry.tensor;
    return nullptr;
}

} // namespace tscope::test
