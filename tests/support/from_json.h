// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "literals/json_tensor.h"

#include <gtest/gtest.h>

#include <string>

namespace tscope::test {

// The one tensor of a JSON text that is known to be right.
inline Tensor fromJson(const std::string& text)
{
    const auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << (document ? "" : document.error().text);
    return document ? document->tensors.front().tensor : Tensor{};
}

} // namespace tscope::test
