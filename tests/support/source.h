// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/source.h"

#include <string>
#include <string_view>

namespace tscope::test {

// These bytes as if they were a file.
inline Source sourceOf(std::string_view bytes)
{
    return {heapStorage(std::as_bytes(std::span(bytes)))};
}

// What stands wrong with a file: the sentence and its place; empty when it opens.
template <class Opened>
std::string problemOf(const Opened& opened)
{
    return opened ? std::string() : opened.error().text + " (" + opened.error().where + ")";
}

} // namespace tscope::test
