// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QString>

#include <string_view>

namespace tscope {

// What the core says, for a widget.
inline QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// What is to be done first: a hint and no fault.
inline Error stillMissing(const QString& hint)
{
    return {ErrorCode::invalidArgument, hint.toStdString(), {}, "missing"};
}

} // namespace tscope
