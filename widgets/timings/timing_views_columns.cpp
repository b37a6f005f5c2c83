// SPDX-License-Identifier: GPL-3.0-or-later
// The page "Columns k" shows an operation that has columns, whichever one the other pages show.
#include "build/words.h"
#include "timing/workload.h"
#include "timings/timing_views.h"
#include "timings/work_choice.h"

#include <QTabBar>

#include <utility>

namespace tscope {

std::optional<TimedWork> TimingViews::workWithColumns() const
{
    const auto work = m_work->work();
    const auto* shown = m_timings.shown();
    if (!work || shown == nullptr || timing::columnsIn(work->op) > 0)
        return std::nullopt;
    for (auto& each : timedWorksOf(*shown->session))
        if (each.tensor == work->tensor && timing::columnsIn(each.op) > 0)
            return std::move(each);
    return std::nullopt;
}

bool TimingViews::preferColumns()
{
    const auto work = m_tabs->currentIndex() == m_columnsPage ? workWithColumns() : std::nullopt;
    if (work) {
        m_workBefore = m_work->work();
        m_work->choose(*work);
    }
    return work.has_value();
}

bool TimingViews::leaveColumns()
{
    if (!m_workBefore || m_tabs->currentIndex() == m_columnsPage)
        return false;
    const auto before = *std::exchange(m_workBefore, std::nullopt);
    if (!m_work->has(before)) // of another session
        return false;
    m_work->choose(before);
    return true;
}

// Where the user chose an operation without columns, which others have them.
QStringList TimingViews::columnSentences() const
{
    if (const auto other = workWithColumns())
        return {tr("%1 has no dense operand of k columns: choose %2 above.")
                    .arg(qt(m_work->work()->op), qt(timing::workloadKindOf(other->op)))};
    return m_told.columns.sentences;
}

} // namespace tscope
