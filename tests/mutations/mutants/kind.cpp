// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/kind.h"

#include <algorithm>

namespace tscope::mutations {

using namespace std::string_view_literals;

Kind kindOf(std::string_view bytes)
{
    if (bytes.starts_with("PK"))
        return Kind::zip;
    if (bytes.starts_with("\x93NUMPY"))
        return Kind::npy;
    if (bytes.starts_with("\x1f\x8b"))
        return Kind::gzip;
    if (bytes.starts_with("%%MatrixMarket"))
        return Kind::matrixMarket;
    if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
        return Kind::pickle;
    if (bytes.size() > 8 && bytes[8] == '{' && bytes.substr(4, 4) == "\0\0\0\0"sv)
        return Kind::safetensors;
    if (bytes.starts_with('{'))
        return Kind::json;
    const auto head = bytes.substr(0, 256);
    const auto isText = [](unsigned char c) { return c >= ' ' || c == '\n' || c == '\t' || c == '\r'; };
    return !head.empty() && std::ranges::all_of(head, isText) ? Kind::text : Kind::other;
}

} // namespace tscope::mutations
