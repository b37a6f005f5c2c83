// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "literals/json_tensor.h"
#include "rules/check.h"
#include "support/same_document.h"

#include <cstdio>
#include <cstdlib>

// Whatever reads must be writable, read back the same, and be checked without harm.
inline void writeReadAndCheck(const tscope::Document& document)
{
    const auto text = tscope::writeJsonTensors(document);
    if (!text)
        std::abort();
    const auto again = tscope::readJsonTensors(*text);
    const auto difference = again ? tscope::test::firstDifference(document, *again) : again.error().text;
    if (!difference.empty()) {
        std::fprintf(stderr, "%s\n%s\n", difference.c_str(), text->c_str());
        std::abort();
    }
    for (const auto& [name, tensor] : document.tensors)
        static_cast<void>(tscope::check(tensor));
}
