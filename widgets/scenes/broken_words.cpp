// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/broken_words.h"

#include "base/human_numbers.h"
#include "layouts/shared/sentences.h"
#include "style/brief.h"

#include <algorithm>

namespace tscope {

namespace {

// Sentences quote claims of a tensor, which may have any length.
QString sentence(const std::string& text)
{
    return brief(QString::fromStdString(text), longestLine);
}

} // namespace

bool BrokenWords::isFull() const
{
    constexpr qsizetype most = 3;
    return m_lines.size() >= most;
}

void BrokenWords::add(const Finding& finding, const Witness& witness)
{
    if (isFull())
        return addCount(1);
    m_lines << tr("broken rule %1: %2")
                   .arg(QString::fromStdString(finding.rule),
                        sentence(placeSentence(m_tensor, finding.rule, witness)));
}

void BrokenWords::add(const Cause& cause)
{
    const auto text = sentence(cause.text);
    const bool isSaid =
        std::ranges::any_of(m_lines, [&](const QString& line) { return line.endsWith(text); }); // by a rule
    if (!isFull() && !isSaid)
        m_lines << tr("likely cause: %1").arg(text);
}

QString BrokenWords::text() const
{
    auto lines = m_lines;
    if (m_more > 0)
        lines << tr("and %1 more").arg(QString::fromStdString(grouped(m_more)));
    return lines.join(QLatin1Char('\n'));
}

} // namespace tscope
