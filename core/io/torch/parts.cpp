// SPDX-License-Identifier: Apache-2.0
#include "io/torch/parts.h"

#include "io/quoted_name.h"

#include <utility>

namespace tscope {

namespace {

std::string joined(std::string_view part, std::string_view name)
{
    std::string out(part);
    if (!part.empty() && !name.empty() && !name.starts_with('['))
        out += '.';
    return out.append(name);
}

} // namespace

void TorchParts::add(std::string_view name, Document part)
{
    for (auto& [inner, tensor] : part.tensors)
        add(joined(name, inner), std::move(tensor));
    for (auto& [inner, text] : part.others)
        m_document.others.push_back({joined(name, inner), std::move(text)});
    for (const auto& warning : part.warnings)
        m_warnings.add([&] { return name.empty() ? warning : quotedName(name) + ": " + warning; });
    m_document.unread += part.unread;
    m_document.leftOut += part.leftOut;
}

void TorchParts::add(std::string name, Tensor tensor)
{
    m_document.tensors.push_back({m_names.take(std::move(name)), std::move(tensor)});
}

Document TorchParts::take() &&
{
    m_document.warnings = std::move(m_warnings).take();
    return std::move(m_document);
}

} // namespace tscope
