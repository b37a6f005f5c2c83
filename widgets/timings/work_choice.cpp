// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/work_choice.h"

#include "build/words.h"
#include "timings/whole_titles.h"

#include <algorithm>

namespace tscope {

WorkChoice::WorkChoice(QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("timed work"));
    setAccessibleName(tr("Operation"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    connect(this, &QComboBox::activated, this, &WorkChoice::chosen);
    connect(this, &QComboBox::currentTextChanged, this, &QWidget::setToolTip);
}

void WorkChoice::setWorks(std::vector<TimedWork> works)
{
    if (works == m_works)
        return;
    const auto before = work().value_or(TimedWork());
    m_works = std::move(works);
    const auto areTensorsMany =
        std::ranges::any_of(m_works, [&](const TimedWork& each) { return each.tensor != m_works.front().tensor; });
    clear();
    for (const auto& each : m_works)
        addItem(areTensorsMany ? tr("%1 of %2").arg(qt(each.op), qt(each.tensor)) : qt(each.op));
    auto same = std::ranges::find(m_works, before);
    if (same == m_works.end())
        same = std::ranges::find(m_works, before.op, &TimedWork::op);
    setCurrentIndex(same == m_works.end() ? 0 : static_cast<int>(same - m_works.begin()));
    showWholeTitles(*this);
}

std::optional<TimedWork> WorkChoice::work() const
{
    const auto at = currentIndex();
    return at < 0 || m_works.empty() ? std::nullopt : std::optional(m_works[static_cast<std::size_t>(at)]);
}

bool WorkChoice::has(const TimedWork& work) const
{
    return std::ranges::find(m_works, work) != m_works.end();
}

void WorkChoice::choose(const TimedWork& work)
{
    const auto at = std::ranges::find(m_works, work);
    Q_ASSERT(at != m_works.end());
    setCurrentIndex(static_cast<int>(at - m_works.begin()));
}

} // namespace tscope
