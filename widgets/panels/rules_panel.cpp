// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/cause_place.h"
#include "facts/place_pattern.h"
#include "facts/remark_place.h"
#include "jobs/jobs.h"
#include "models/rules_model.h"
#include "panels/cause_box.h"
#include "panels/place_walk.h"
#include "panels/verdict_row.h"
#include "rules/places.h"
#include "selection/selection.h"
#include "views/lit_places.h"
#include "views/rule_delegate.h"
#include "views/whole_tree.h"
#include "workspace/log.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tscope {

namespace {

// What is most likely wrong and what repairs it; then the verdict of the chosen contract, and every rule with its
// places.
class RulesPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::RulesPanel)

public:
    explicit RulesPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs), m_log(context.log)
    {
        m_causes = new CauseBox(context);
        m_here = new QLabel;
        m_here->setObjectName(QStringLiteral("broken here"));
        m_here->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_model = new RulesModel(this);
        makeView();
        m_walk = new PlaceWalk(*m_model, *m_view);

        m_verdict = new VerdictRow(context);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(6, 6, 6, 6);
        layout->addWidget(m_causes);
        layout->addWidget(m_verdict);
        layout->addWidget(m_view);
        layout->addStretch(1);

        connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RulesPanel::moved);
        connect(m_view, &QTreeView::activated, this, &RulesPanel::goTo);
        connect(m_view, &QTreeView::clicked, this, &RulesPanel::goTo);
        connect(m_walk, &PlaceWalk::ruleChosen, this, [this](const QModelIndex& rule) {
            m_selection.markRule(m_walk->rule());
            goTo(rule);
        });
        connect(m_walk, &PlaceWalk::zoomWanted, &m_selection, &Selection::zoomWanted);
        connect(m_walk, &PlaceWalk::moreWanted, this, &RulesPanel::loadPlaces);
        connect(&m_workspace, &Workspace::currentChanged, this, &RulesPanel::refresh);
        connect(&m_workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refresh();
        });
        connect(&m_log, &Log::added, this, [this] {
            if (m_workspace.currentSubject() == nullptr)
                refresh();
        });
        connect(m_view, &QTreeView::entered, this, &RulesPanel::lightUp);
        connect(m_view, &QTreeView::viewportEntered, &m_selection, &Selection::leave);
        connect(&m_selection, &Selection::hoverChanged, this, &RulesPanel::markPointed);
        connect(&m_selection, &Selection::selectionChanged, this, &RulesPanel::followSelection);
        connect(&m_selection, &Selection::wentTo, this, &RulesPanel::bringMarkedIntoSight);
        connect(&m_selection, &Selection::nextPlaceWanted, this, &RulesPanel::goToNextOfMarked);
        connect(&m_selection, &Selection::repairsWanted, this, [this] {
            for (auto* above = parentWidget(); above != nullptr; above = above->parentWidget())
                if (auto* dock = qobject_cast<QDockWidget*>(above)) {
                    dock->show();
                    dock->raise();
                }
            m_causes->showRepairs();
        });
        refresh();
    }

    // Below the list, always in sight.
    QWidget& here() { return *m_here; }
    QWidget& walk() { return *m_walk; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        // The type first: the last events come while the view is half gone.
        if ((event->type() == QEvent::Leave && object == m_view->viewport()) ||
            (event->type() == QEvent::FocusOut && object == m_view))
            m_selection.leave();
        if (event->type() == QEvent::KeyPress && object == m_view &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            m_selection.leave();
            m_selection.clear();
            return true;
        }
        return QWidget::eventFilter(object, event);
    }

private:
    void makeView()
    {
        m_view = new WholeTree;
        m_view->setObjectName(QStringLiteral("rules"));
        m_view->setAccessibleName(tr("Rules"));
        m_view->setModel(m_model);
        m_view->setHeaderHidden(true);
        m_view->setItemDelegate(new RuleDelegate(*m_view));
        m_view->setWordWrap(true);
        m_view->setIndentation(12);
        m_view->header()->setMinimumSectionSize(0);
        m_view->setMouseTracking(true);
        m_view->viewport()->installEventFilter(this);
        m_view->installEventFilter(this);
        const auto fold = [this](const QModelIndex& index, bool isOpen) {
            const auto state = index.data(RulesModel::StateRole).toInt();
            if (m_model->isGroup(index))
                keep(m_openGroups, state, isOpen);
            else
                keep(m_openRules, index.data(RulesModel::RuleRole).toString(), isOpen);
        };
        connect(m_view, &QTreeView::expanded, this, [fold](const QModelIndex& index) { fold(index, true); });
        connect(m_view, &QTreeView::collapsed, this, [fold](const QModelIndex& index) { fold(index, false); });
    }

    template <class Key>
    static void keep(std::set<Key>& open, const Key& key, bool isOpen)
    {
        if (isOpen)
            open.insert(key);
        else
            open.erase(key);
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
        m_model->setSubject(report ? shown.tensor : nullptr, report, m_workspace.contract());
        m_selection.markRule(m_walk->rule()); // which may have no places any more
        openRows();
        markPointed();
        m_here->setVisible(report &&
                           !report->valid); // an empty line, so that nothing moves when it says something
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
                    m_model->setPattern(rule, pattern);
                m_view->fit();
                m_causes->setPatterns(report, patterns);
            });
    }

    // As they were before the rows were made anew.
    void openRows()
    {
        const QSignalBlocker blocker(m_view);
        for (int group = 0; group < m_model->rowCount(); ++group)
            if (const auto index = m_model->index(group, 0);
                m_openGroups.contains(index.data(RulesModel::StateRole).toInt()))
                m_view->expand(index);
        for (const auto& rule : m_model->rules())
            if (m_openRules.contains(rule.data(RulesModel::RuleRole).toString()))
                m_view->expand(rule);
        m_view->fit();
    }

    // Of all places of a rule, the first is where views go; of a remark one after the other.
    void goTo(const QModelIndex& index)
    {
        if (const auto remark = index.data(RulesModel::RemarkRole).toString(); !remark.isEmpty())
            return goToRemark(remark.toStdString());
        if (const auto rule = m_model->moreOf(index); rule.isValid())
            return loadPlaces(rule);
        if (auto places = m_model->placesOf(index); !places.empty()) {
            const auto first = takeFirst(places);
            m_rulesPlace = {index.data(RulesModel::RuleRole).toString(), first};
            m_selection.select(m_workspace.current(), first, nullptr, std::move(places));
        }
    }

    // The next places of a rule: the report keeps the first ones only.
    void loadPlaces(const QModelIndex& rule)
    {
        constexpr std::int64_t perPage = 1000;
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr || !m_model->hasMore(rule))
            return;
        const auto id = rule.data(RulesModel::RuleRole).toString();
        const auto listed = m_model->listedOf(rule);
        m_jobs.start(
            this, QStringLiteral("places"),
            [shown = subject->shown(), id = id.toStdString(), listed,
             contract = &m_workspace.contract()](const Watch& watch) {
                std::vector<Witness> places;
                std::int64_t met = 0;
                Places(*shown.tensor, *contract, watch)
                    .forEach(*shown.report->find(id), listed + perPage, [&](const Witness& witness) {
                        if (met++ >= listed)
                            places.push_back(witness);
                        return !watch.isStopped();
                    });
                return std::pair(shown.report, std::move(places));
            },
            [this, id, listed](const std::pair<ReportPtr, std::vector<Witness>>& found) {
                const auto now = m_model->ruleNamed(id);
                if (found.first != m_report || !now.isValid() || m_model->listedOf(now) != listed)
                    return; // the rows are others by now
                m_model->add(id, found.second);
                m_walk->goOn(m_model->index(static_cast<int>(listed), 0, now));
            });
    }

    void goToRemark(const std::string& remark)
    {
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr)
            return;
        const auto& selected = m_selection.selected();
        const auto* here = selected ? selected->in(subject->id) : nullptr;
        const auto* slots = here == nullptr ? nullptr : std::get_if<Slots>(&here->place);
        const auto from = slots == nullptr ? std::nullopt : std::optional(*slots);
        m_jobs.start(
            this, QStringLiteral("remark"),
            [tensor = subject->shown().tensor, remark, from](const Watch& watch) {
                return remarkPlace(*tensor, remark, from, watch);
            },
            [this, id = subject->id](const std::optional<Slots>& place) {
                if (place && m_workspace.find(id) != nullptr)
                    m_selection.select(id, *place);
            });
    }

    // By keys: to a place, which is where views go; on a rule its places light up. The first row of all becomes
    // the current one when the list gets the focus, which is nobody's wish.
    void moved(const QModelIndex& current, const QModelIndex& before)
    {
        if (current.data(RulesModel::PlaceRole).isValid() || m_model->moreOf(current).isValid())
            goTo(current);
        else if (before.isValid())
            lightUp(current);
    }

    void lightUp(const QModelIndex& index)
    {
        auto places = m_model->placesOf(index);
        if (places.empty())
            return m_selection.leave();
        const auto first = takeFirst(places);
        m_selection.hover(m_workspace.current(), first, std::move(places));
    }

    static Slots takeFirst(std::vector<Slots>& places)
    {
        const auto first = places.front();
        places.erase(places.begin());
        return first;
    }

    // What is let go of elsewhere is no place of the list any more.
    void followSelection()
    {
        if (!m_selection.selected())
            m_view->setCurrentIndex({});
        markPointed();
    }

    // Which rules are broken at what is pointed at, or selected: in words, and with a mark at their rows. First
    // the one that led there.
    void markPointed()
    {
        const auto& pointed = m_selection.hovered() ? m_selection.hovered() : m_selection.selected();
        m_leading.clear();
        QString caused;
        if (const auto* here = pointed ? pointed->in(m_workspace.current()) : nullptr) {
            const LitPlaces lit(here->place, here->related);
            const auto* slots = std::get_if<Slots>(&here->place);
            if (slots != nullptr)
                caused = ruleCausedAt(*slots);
            m_leading = slots != nullptr && m_rulesPlace.place == *slots ? m_rulesPlace.rule : caused;
            // A rule that compares a slot with the one beside it may have its place there.
            m_model->mark([&](const QString& rule, const Slots& place) {
                return lit.has(place) || (!caused.isEmpty() && rule == caused && touch(*slots, place));
            });
        } else {
            m_model->mark([](const QString&, const Slots&) { return false; });
        }
        QStringList ids;
        for (const auto& rule : m_model->markedRules())
            ids << rule.data(RulesModel::RuleRole).toString();
        if (ids.removeOne(m_leading) || (!caused.isEmpty() && m_leading == caused))
            ids.prepend(m_leading);
        else
            m_leading.clear();
        m_here->setText(ids.isEmpty() ? QString() : tr("Broken here: %1").arg(ids.join(QStringLiteral(", "))));
        m_here->setToolTip(m_here->text()); // of many not all have room
    }

    // The rule that fails because of this slot, if the report names it as a likely cause.
    QString ruleCausedAt(const Slots& slots) const
    {
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr || !m_report)
            return {};
        const auto found = std::ranges::find_if(m_report->causes, [&](const Cause& cause) {
            return !cause.rules.empty() && placeOf(*subject->shown().tensor, cause) == slots;
        });
        return found == m_report->causes.end() ? QString() : QString::fromStdString(found->rules.front());
    }
    static bool touch(const Slots& a, const Slots& b)
    {
        return a.member == b.member && a.begin <= b.end && b.begin <= a.end;
    }

    // The one that led there, or another of them; what the user picks in the list itself stays where it is.
    void bringMarkedIntoSight()
    {
        const auto marked = m_model->markedRules();
        const auto isInSight = [&](const QModelIndex& rule) { return m_view->isInSight(rule); };
        const auto current = m_view->currentIndex();
        if (const auto leading = m_model->ruleNamed(m_leading);
            leading.isValid() && leading != current && leading != current.parent() && !isInSight(leading))
            m_view->scrollTo(leading);
        else if (!marked.empty() && std::ranges::none_of(marked, isInSight))
            m_view->scrollTo(marked.front());
    }

    // From the place that is selected to the one behind it, round and round, of the rule that is broken there.
    void goToNextOfMarked()
    {
        const auto marked = m_model->markedRules();
        const auto leading = m_model->ruleNamed(m_leading);
        const auto rule = leading.isValid() ? leading : marked.empty() ? QModelIndex() : marked.front();
        const auto places = m_model->placesOf(rule);
        if (places.empty())
            return;
        const auto& selected = m_selection.selected();
        const auto* here = selected ? std::get_if<Slots>(&selected->place) : nullptr;
        int next = 0;
        for (int row = 0; row < static_cast<int>(places.size()); ++row) {
            const auto place = m_model->index(row, 0, rule);
            const auto slots = m_model->placesOf(place);
            const bool isHere = here != nullptr && std::ranges::find(slots, *here) != slots.end();
            // Neighbours that touch what is selected are marked, too.
            if (isHere || place.data(RulesModel::MarkedRole).toBool())
                next = (row + 1) % static_cast<int>(places.size());
            if (isHere)
                break;
        }
        m_view->setCurrentIndex(m_model->index(next, 0, rule));
    }

    struct RulesPlace {
        QString rule;
        std::optional<Slots> place;
    };

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    Log& m_log;
    RulesModel* m_model;
    ReportPtr m_report;      // that the rows are of
    RulesPlace m_rulesPlace; // that was gone to last
    QString m_leading;       // the rule that led to what is pointed at, or is broken by this very number
    QLabel* m_here;
    CauseBox* m_causes;
    VerdictRow* m_verdict;
    WholeTree* m_view;
    PlaceWalk* m_walk;
    // What stays open when the rows are made anew: groups by their state, rules by their id.
    std::set<int> m_openGroups{static_cast<int>(RulesModel::State::violated),
                               static_cast<int>(RulesModel::State::advisory),
                               static_cast<int>(RulesModel::State::remark)};
    std::set<QString> m_openRules;
};

// Rows of the list are in sight wherever the window has room for them, beside whatever else is open.
class RulesBox : public QWidget
{
public:
    explicit RulesBox(const QWidget& room) : m_room(room) {}

    // The scroll area itself may be lower: in a low window the steps below it are not pushed out of sight.
    QSize minimumSizeHint() const override
    {
        constexpr int leastRows = 4;
        auto size = QWidget::minimumSizeHint();
        size.rheight() +=
            std::max(0, leastRows * RuleDelegate::oneLine(m_room.fontMetrics()) - m_room.minimumHeight());
        return size;
    }

private:
    const QWidget& m_room;
};

} // namespace

// All of it is scrolled together. The steps from place to place are below that, always in sight.
QWidget* makeRulesPanel(const PanelContext& context)
{
    auto* panel = new RulesPanel(context);
    auto* room = new QScrollArea;
    room->setWidgetResizable(true);
    room->setFrameShape(QFrame::NoFrame);
    room->setFocusPolicy(Qt::NoFocus);
    room->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    room->setMinimumWidth(panel->minimumSizeHint().width());
    room->setMinimumHeight(2 * room->fontMetrics().lineSpacing());
    room->setWidget(panel);
    panel->here().setContentsMargins(6, 0, 6, 0);
    panel->walk().setContentsMargins(6, 0, 6, 6);
    auto* box = new RulesBox(*room);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(room, 1);
    layout->addWidget(&panel->here());
    layout->addWidget(&panel->walk());
    return box;
}

} // namespace tscope
