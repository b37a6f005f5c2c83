// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Names the forms of one session. A type in which any two of its forms differ is part of each name, so that no two
// forms share a name and one form has the same name in every sentence and table.
class FormNames
{
public:
    explicit FormNames(const Session& session);

    std::string of(const Variant& variant) const; // "bsr 16x16", "csr float32", "csr float32 int64"

private:
    void add(const Variant& variant);

    std::string m_dtype, m_indexDType; // the first that were added
    bool m_isAny = false, m_hasDTypes = false, m_hasIndexDTypes = false;
};

// With all types: "bsr 16x16 float32 int64".
std::string fullText(const Variant& variant);
// What is on a device of this name: "cuda" of "cuda:0".
std::string deviceKind(std::string_view device);

} // namespace tscope::timing
