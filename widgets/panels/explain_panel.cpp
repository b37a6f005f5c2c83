// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/explain_panel.h"

#include "facts/locate_text.h"
#include "jobs/jobs.h"
#include "panels/nothing_open.h"
#include "panels/text_panel.h"
#include "selection/selection.h"
#include "workspace/log.h"

#include <QCoreApplication>

namespace tscope {

namespace {

constexpr std::int64_t listedElements = 100; // more than is read, and quick to show
constexpr std::int64_t countedElements = 1000;

// How the element that is pointed at is found, step by step; from a slot or a byte, which elements read it. In the
// words of `tscope locate`.
class ExplainPanel : public TextPanel
{
    Q_DECLARE_TR_FUNCTIONS(tscope::ExplainPanel)

public:
    explicit ExplainPanel(const PanelContext& context)
        : TextPanel(QStringLiteral("explain text"), tr("How the element is found"),
                    tr("Point at an element, a slot or a byte.")),
          m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs), m_log(context.log)
    {
        connect(&m_selection, &Selection::hoverChanged, this, &ExplainPanel::refreshWhenSeen);
        connect(&m_selection, &Selection::selectionChanged, this, &ExplainPanel::refreshWhenSeen);
        connect(&m_workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refreshWhenSeen();
        });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] {
            setText({}); // of another tensor
            refreshWhenSeen();
        });
        connect(&m_log, &Log::added, this, [this] {
            if (m_workspace.currentSubject() == nullptr)
                refreshWhenSeen();
        });
    }

private:
    void refresh() override
    {
        const auto& anywhere = m_selection.hovered() ? m_selection.hovered() : m_selection.selected();
        const auto* subject = m_workspace.currentSubject();
        // What is pointed at in another tensor has its place in this one.
        const auto* pointed = anywhere && subject != nullptr ? anywhere->in(subject->id) : nullptr;
        if (pointed == nullptr) {
            m_jobs.stop(this, QStringLiteral("explain"));
            setText(subject == nullptr ? whyNothingIsOpen(m_log).toStdString() : std::string());
            return;
        }
        // A tensor may be seen as it would be in another layout.
        if (const auto* slots = std::get_if<Slots>(&pointed->place);
            slots != nullptr && subject->shown().tensor->find(slots->member) == nullptr) {
            m_jobs.stop(this, QStringLiteral("explain"));
            setText(tr("The selected place is not in this layout.").toStdString());
            return;
        }
        m_jobs.start(
            this, QStringLiteral("explain"),
            [tensor = subject->shown().tensor, place = pointed->place](const Watch& watch) {
                // Of the place alone and as it is now: what is lit up may be of more places, or of the tensor
                // before.
                return plainText(
                    tellPlace(*tensor, place, related(*tensor, place, countedElements, watch), listedElements));
            },
            [this](const std::string& text) { setText(text); }, Jobs::Kind::looks);
    }

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    Log& m_log;
};

} // namespace

QWidget* makeExplainPanel(const PanelContext& context)
{
    return new ExplainPanel(context);
}

} // namespace tscope
