// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/place_pattern.h"
#include "jobs/jobs.h"
#include "panels/broken_here.h"
#include "panels/cause_box.h"
#include "panels/place_walk.h"
#include "panels/rule_places.h"
#include "panels/rules_tree.h"
#include "panels/verdict_row.h"
#include "rules/places.h"
#include "selection/selection.h"
#include "views/rule_delegate.h"
#include "workspace/log.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace tscope {

namespace {

// The head says what is most likely wrong, what repairs it, and the verdict of the chosen contract. The list has
// every rule with its places and keeps half of the height wherever the head's first lines leave that. A panel that
// is too low for both, with some repairs while these are unfolded, has the head in front of the list, and both are
// scrolled together.
class RulesPanel : public QWidget
{
public:
    explicit RulesPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs), m_log(context.log)
    {
        makeParts(context);
        connect(&m_workspace, &Workspace::currentChanged, this, &RulesPanel::refresh);
        connect(&m_workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refresh();
        });
        connect(&m_log, &Log::added, this, [this] {
            if (m_workspace.currentSubject() == nullptr)
                refresh();
        });
        connect(&m_selection, &Selection::repairsWanted, this, [this] {
            for (auto* above = parentWidget(); above != nullptr; above = above->parentWidget())
                if (auto* dock = qobject_cast<QDockWidget*>(above)) {
                    dock->show();
                    dock->raise();
                }
            m_causes->showRepairs();
        });
        // Not at once: the request may come while the part that asks is laid out.
        connect(m_causes, &CauseBox::needsRoom, this, &RulesPanel::share, Qt::QueuedConnection);
        connect(
            m_causes, &CauseBox::unfolded, this,
            [this] {
                share();
                if (m_head->parentWidget() != this) // it is in front of the list now
                    m_list->verticalScrollBar()->setValue(0);
            },
            Qt::QueuedConnection);
        refresh();
    }

    // Rows of the list and the steps from place to place are in sight wherever the window has room for them.
    QSize minimumSizeHint() const override
    {
        return {QWidget::minimumSizeHint().width(), leastOfList() + below()};
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
            share();
        return QWidget::event(event);
    }

private:
    static constexpr int margin = 6, spacing = 4;
    static constexpr int leastRows = 4; // of the list, in sight whatever else is open

    void makeParts(const PanelContext& context)
    {
        m_causes = new CauseBox(context);
        m_verdict = new VerdictRow(context);
        m_tree = new RulesTree(m_workspace, m_selection);
        m_walk = new PlaceWalk(m_tree->rows(), *m_tree);
        m_places = new RulePlaces(context, *m_tree, *m_walk, this);
        m_here = new BrokenHere(context, *m_tree, *m_places);
        m_here->setContentsMargins(margin, 0, margin, 0);
        m_walk->setContentsMargins(margin, 0, margin, margin);

        m_head = new QWidget;
        auto* head = new QVBoxLayout(m_head);
        head->setContentsMargins(margin, margin, margin, 0);
        head->setSpacing(spacing);
        head->addWidget(m_causes);
        head->addWidget(m_verdict);
        auto* list = new QWidget;
        m_scrolled = new QVBoxLayout(list);
        m_scrolled->setContentsMargins(margin, spacing, margin, margin);
        m_scrolled->addWidget(m_tree);
        m_scrolled->addWidget(&m_verdict->details());
        m_scrolled->addStretch(1);
        m_list = new QScrollArea;
        m_list->setObjectName(QStringLiteral("rules area"));
        m_list->setWidgetResizable(true);
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setFocusPolicy(Qt::NoFocus);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setMinimumWidth(std::max(list->minimumSizeHint().width(), m_head->minimumSizeHint().width()));
        m_list->setMinimumHeight(2 * m_list->fontMetrics().lineSpacing());
        m_list->setWidget(list);
        m_parts = new QVBoxLayout(this);
        m_parts->setContentsMargins(0, 0, 0, 0);
        m_parts->setSpacing(0);
        m_parts->addWidget(m_head);
        m_parts->addWidget(m_list, 1);
        m_parts->addWidget(m_here);
        m_parts->addWidget(m_walk);
    }

    int leastOfList() const { return leastRows * RuleDelegate::oneLine(m_list->fontMetrics()); }

    // The height of the parts below the list.
    int below() const
    {
        return (m_here->isHidden() ? 0 : m_here->sizeHint().height()) + m_walk->sizeHint().height();
    }

    // Divides the height among head and list.
    void share()
    {
        const auto inner = width() - 2 * margin;
        const auto verdict = margin + (m_verdict->hasHeightForWidth() ? m_verdict->heightForWidth(inner)
                                                                      : m_verdict->sizeHint().height());
        const auto least = m_causes->isHidden() ? 0 : m_causes->leastHeight();
        const auto beside = below() + verdict + spacing; // causes and list
        const bool isFixed = height() - beside >= least + leastOfList();
        setHeadFixed(isFixed);
        if (isFixed)
            m_causes->setRoom(height() / 2 - beside, height() - beside - leastOfList());
        else
            m_causes->setRoom(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
        // From the inside out, at once: else each turn of the event loop brings one of them to its new height.
        m_causes->layout()->activate();
        m_head->layout()->activate();
        layout()->activate();
    }

    // Above the list, or scrolled with it.
    void setHeadFixed(bool isFixed)
    {
        if (isFixed == (m_head->parentWidget() == this))
            return;
        auto* focused = QApplication::focusWidget();
        focused = m_head->isAncestorOf(focused) ? focused : nullptr;
        (isFixed ? m_parts : m_scrolled)->insertWidget(0, m_head);
        m_head->show();
        if (focused != nullptr)
            focused->setFocus(Qt::OtherFocusReason);
    }

    void refresh()
    {
        const auto* subject = m_workspace.currentSubject();
        m_causes->refresh();
        const auto shown = subject == nullptr ? Shown() : subject->shown();
        const auto& report = shown.report;
        m_report = report;
        m_verdict->refresh(shown);
        tellPatterns(shown);
        m_places->setReport(report);
        m_tree->setSubject(report ? shown.tensor : nullptr, report, m_workspace.contract());
        m_selection.markRule(m_walk->rule()); // which may have no places any more
        m_here->setReport(report);
        share();
        if (std::exchange(m_shown, m_workspace.current()) != m_workspace.current()) {
            m_causes->scrollToTop();
            m_list->verticalScrollBar()->setValue(0);
        }
    }

    // Where many places lie, in words, as soon as a job has looked at all of them.
    void tellPatterns(const Shown& shown)
    {
        m_jobs.stop(this, QStringLiteral("patterns"));
        if (!shown.report || std::ranges::none_of(shown.report->findings, [](const Finding& finding) {
                return finding.count >= fewestOfPattern;
            }))
            return;
        m_jobs.start(
            this, QStringLiteral("patterns"),
            [shown, contract = &m_workspace.contract()](const Watch& watch) {
                std::map<QString, QString> patterns; // by rule
                Places places(*shown.tensor, *contract, watch);
                for (const auto& finding : shown.report->findings)
                    if (const auto pattern = placePattern(*shown.tensor, finding, places); !pattern.empty())
                        patterns.emplace(QString::fromStdString(finding.rule), QString::fromStdString(pattern));
                return watch.isStopped() ? decltype(patterns)() : patterns;
            },
            [this, report = shown.report](const std::map<QString, QString>& patterns) {
                if (report != m_report || patterns.empty())
                    return;
                for (const auto& [rule, pattern] : patterns)
                    m_tree->rows().setPattern(rule, pattern);
                m_tree->fit();
                m_causes->setPatterns(report, patterns);
            });
    }

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    Log& m_log;
    ReportPtr m_report;    // that the rows are of
    SubjectId m_shown = 0; // whose
    CauseBox* m_causes;
    VerdictRow* m_verdict;
    QWidget* m_head; // both of them
    RulesTree* m_tree;
    QScrollArea* m_list;
    RulePlaces* m_places;
    BrokenHere* m_here;
    PlaceWalk* m_walk;
    QVBoxLayout *m_parts, *m_scrolled; // of the panel, and of what is scrolled in it
};

} // namespace

QWidget* makeRulesPanel(const PanelContext& context)
{
    return new RulesPanel(context);
}

} // namespace tscope
