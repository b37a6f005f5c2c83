// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/said.h"

namespace tscope {

QString said(const timing::Sentence& sentence)
{
    return QString::fromStdString(text(sentence));
}

QString said(const std::vector<timing::Sentence>& sentences)
{
    return QString::fromStdString(text(sentences));
}

} // namespace tscope
