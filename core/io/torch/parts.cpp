// SPDX-License-Identifier: Apache-2.0
#include "io/torch/parts.h"

#include "base/say.h"
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
    for (std::size_t i = 0; i < part.tensors.size(); ++i) {
        if (isFull()) {
            leaveOut(std::ssize(part.tensors) - static_cast<std::ptrdiff_t>(i));
            break;
        }
        auto& [inner, tensor] = part.tensors[i];
        add(joined(name, inner), std::move(tensor));
    }
    for (auto& [inner, text] : part.others) {
        if (m_document.others.size() >= torchOtherLimit || m_nameBytesLeft == 0) {
            if (!std::exchange(m_saidOthers, true))
                m_warnings.add([&] {
                    return say("only the first {0} values beside the tensors are listed",
                               m_document.others.size());
                });
            break;
        }
        m_document.others.push_back({joined(name, inner), std::move(text)});
        chargeName(m_document.others.back().name.size());
    }
    for (const auto& warning : part.warnings)
        m_warnings.add([&] { return name.empty() ? warning : quotedName(name) + ": " + warning; });
    m_document.unread += part.unread;
    m_document.leftOut += part.leftOut;
}

void TorchParts::add(std::string name, Tensor tensor)
{
    if (isFull())
        return leaveOut(1);
    chargeName(name.size());
    m_document.tensors.push_back({m_names.take(std::move(name)), std::move(tensor)});
}

void TorchParts::leaveOut(std::int64_t tensors)
{
    m_document.leftOut += tensors;
    if (!std::exchange(m_saidFull, true))
        m_warnings.add([&] {
            return say(
                "only the first {0} tensors are listed, as the file has too many or their names are too long",
                m_document.tensors.size());
        });
}

Document TorchParts::take() &&
{
    m_document.warnings = std::move(m_warnings).take();
    return std::move(m_document);
}

} // namespace tscope
