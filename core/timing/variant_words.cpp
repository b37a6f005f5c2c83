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

FormNames::FormNames(const Session& session)
{
    for (const auto& row : session.rows)
        add(row.variant);
    for (const auto& footprint : session.footprints)
        add(footprint.variant);
}

void FormNames::add(const Variant& variant)
{
    if (!m_isAny)
        m_dtype = variant.dtype;
    m_isAny = true;
    m_hasDTypes = m_hasDTypes || variant.dtype != m_dtype;
    if (m_indexDType.empty())
        m_indexDType = variant.indexDType;
    // A layout without indices does not differ in their type.
    m_hasIndexDTypes = m_hasIndexDTypes || (!variant.indexDType.empty() && variant.indexDType != m_indexDType);
}

std::string FormNames::of(const Variant& variant) const
{
    auto out = text(variant);
    if (m_hasDTypes)
        append(out, variant.dtype);
    if (m_hasIndexDTypes)
        append(out, variant.indexDType);
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
