// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language/catalogue.h"

#include <string_view>

namespace tscope::test {

// While it lives the core's sentences are in this language; English after it.
class SpokenLanguage
{
public:
    explicit SpokenLanguage(std::string_view code) { setLanguage(code); }
    ~SpokenLanguage() { setLanguage("en"); }
    SpokenLanguage(const SpokenLanguage&) = delete;
    SpokenLanguage& operator=(const SpokenLanguage&) = delete;
};

} // namespace tscope::test
