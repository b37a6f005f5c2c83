// SPDX-License-Identifier: Apache-2.0
#include "timing/variant_words.h"

namespace tscope::timing {

namespace {

void append(std::string& text, const std::string& word)
{
    if (!word.empty())
        text += ' ' + word;
}

} // namespace

std::pair<std::string, std::string> wordsOf(const Variant& a, const Variant& b)
{
    std::pair out{text(a), text(b)};
    if (a.dtype != b.dtype) {
        append(out.first, a.dtype);
        append(out.second, b.dtype);
    }
    // Of two layouts one may have no indices at all; then there is nothing to tell apart.
    if (a.indexDType != b.indexDType && !a.indexDType.empty() && !b.indexDType.empty()) {
        append(out.first, a.indexDType);
        append(out.second, b.indexDType);
    }
    return out;
}

std::string fullText(const Variant& variant)
{
    auto out = text(variant);
    append(out, variant.dtype);
    append(out, variant.indexDType);
    return out;
}

std::string deviceKind(std::string_view device)
{
    return std::string(device.substr(0, device.find(':')));
}

} // namespace tscope::timing
