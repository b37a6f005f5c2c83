// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/remark_place.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "models/rules_model.h"
#include "panels/nothing_open.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "views/limited_label.h"
#include "views/lit_places.h"
#include "views/rule_delegate.h"
#include "workspace/log.h"
#include "workspace/offers.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTreeView>
#include <QVBoxLayout>

namespace tscope {

namespace {

// The verdict of the chosen contract: summary, likely cause, every rule with its places, what can be repaired.
// What is chosen of the latter is seen in all views before it is done.
class RulesPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::RulesPanel)

public:
    explicit RulesPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs), m_log(context.log)
    {
        m_contract = new QComboBox;
        m_contract->setObjectName(QStringLiteral("contract"));
        m_contract->setAccessibleName(tr("Contract"));
        for (const auto& contract : contracts())
            m_contract->addItem(QString::fromUtf8(contract.name()));

        m_summary = new QLabel;
        m_summary->setObjectName(QStringLiteral("verdict"));
        m_cause = new LimitedLabel(7);
        m_cause->label().setObjectName(QStringLiteral("cause"));
        m_cause->setAccessibleName(tr("Likely causes"));
        m_note = new QLabel;
        m_note->setObjectName(QStringLiteral("repair note"));
        m_here = new QLabel;
        m_here->setObjectName(QStringLiteral("broken here"));
        m_here->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        for (auto* label : {m_summary, m_note}) {
            label->setWordWrap(true);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        }

        m_model = new RulesModel(this);
        m_view = new QTreeView;
        m_view->setObjectName(QStringLiteral("rules"));
        m_view->setAccessibleName(tr("Rules"));
        m_view->setModel(m_model);
        m_view->setHeaderHidden(true);
        m_view->setItemDelegate(new RuleDelegate(*m_view));
        m_view->setWordWrap(true);
        m_view->setIndentation(14);
        m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_view->header()->setMinimumSectionSize(0);
        m_view->setMouseTracking(true);
        m_view->viewport()->installEventFilter(this);
        m_view->installEventFilter(this);

        m_back = new QPushButton(tr("Previous place"));
        m_on = new QPushButton(tr("Next place"));
        m_back->setToolTip(tr("To the place before, in all views (Shift+F8)"));
        m_on->setToolTip(tr("To the next place, in all views (F8)"));
        m_back->setObjectName(QStringLiteral("previous place"));
        m_on->setObjectName(QStringLiteral("next place"));

        m_repairs = new QListWidget;
        m_repairs->setObjectName(QStringLiteral("repairs"));
        m_repairs->setAccessibleName(tr("Repairs"));
        m_repairs->setWordWrap(true);
        m_repairs->setMinimumHeight(m_repairs->fontMetrics().height() * 3);
        m_repairs->setMaximumHeight(m_repairs->fontMetrics().height() * 8);
        m_repairs->setResizeMode(QListView::Adjust);
        m_repairs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_repairs->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_repairsTitle = new QLabel(tr("What would mend it: choose one to see it first"));
        m_repairsTitle->setWordWrap(true);
        m_repairsTitle->setBuddy(m_repairs);
        m_apply = new QPushButton(tr("Apply it"));
        m_apply->setObjectName(QStringLiteral("apply repair"));

        auto* top = new QHBoxLayout;
        top->addWidget(new QLabel(tr("Contract")));
        top->addWidget(m_contract, 1);
        auto* walk = new QHBoxLayout;
        walk->addWidget(m_back);
        walk->addWidget(m_on);
        m_drop = new QPushButton(tr("Drop it"));
        m_drop->setObjectName(QStringLiteral("drop repair"));
        auto* decide = new QHBoxLayout;
        decide->addWidget(m_apply);
        decide->addWidget(m_drop);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(6, 6, 6, 6);
        layout->addLayout(top);
        layout->addWidget(m_summary);
        layout->addWidget(m_cause);
        layout->addWidget(m_here);
        layout->addWidget(m_view, 4);
        layout->addLayout(walk);
        layout->addWidget(m_repairsTitle);
        layout->addWidget(m_repairs, 1);
        layout->addWidget(m_note);
        layout->addLayout(decide);

        connect(m_contract, &QComboBox::currentIndexChanged, this,
                [this](int index) { m_workspace.setContract(contracts()[static_cast<std::size_t>(index)]); });
        connect(&m_workspace, &Workspace::contractChanged, this, &RulesPanel::showContract);
        showContract();
        connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RulesPanel::moved);
        connect(m_view, &QTreeView::activated, this, &RulesPanel::goTo);
        connect(m_view, &QTreeView::clicked, this, &RulesPanel::goTo);
        connect(new QShortcut(Qt::Key_F8, this), &QShortcut::activated, this, [this] { walkPlaces(1); });
        connect(new QShortcut(Qt::SHIFT | Qt::Key_F8, this), &QShortcut::activated, this,
                [this] { walkPlaces(-1); });
        connect(m_on, &QPushButton::clicked, this, [this] { walkPlaces(1); });
        connect(m_back, &QPushButton::clicked, this, [this] { walkPlaces(-1); });
        connect(m_apply, &QPushButton::clicked, &m_workspace, &Workspace::applyPreview);
        connect(m_drop, &QPushButton::clicked, &m_workspace, &Workspace::dropPreview);
        connect(m_repairs, &QListWidget::itemSelectionChanged, this, &RulesPanel::offer);
        connect(m_repairs, &QListWidget::itemActivated, &m_workspace, &Workspace::applyPreview);
        connect(&m_workspace, &Workspace::previewChanged, this, &RulesPanel::followPreview);
        connect(&m_workspace, &Workspace::previewFailed, this, [this](const QString& why) {
            choose(-1);
            tellNote(why);
        });
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
        connect(&m_selection, &Selection::selectionChanged, this, &RulesPanel::markPointed);
        connect(&m_selection, &Selection::wentTo, this, &RulesPanel::bringMarkedIntoSight);
        refresh();
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        // The type first: the last events come while the view is half gone.
        if ((event->type() == QEvent::Leave && object == m_view->viewport()) ||
            (event->type() == QEvent::FocusOut && object == m_view))
            m_selection.leave();
        return QWidget::eventFilter(object, event);
    }

private:
    void showContract()
    {
        const QSignalBlocker blocker(m_contract);
        m_contract->setCurrentText(QString::fromUtf8(m_workspace.contract().name()));
    }

    void refresh()
    {
        const auto* subject = m_workspace.currentSubject();
        listOffers(subject == nullptr ? nullptr : subject->report);
        const auto shown = subject == nullptr ? Shown() : subject->shown();
        const auto& report = shown.report;
        m_model->setSubject(report ? shown.tensor.get() : nullptr, report, m_workspace.contract());
        markPointed();
        const bool anyPlace = report && !report->valid;
        m_here->setVisible(anyPlace); // an empty line, so that nothing moves when it says something
        m_on->setEnabled(anyPlace);
        m_back->setEnabled(anyPlace);
        m_cause->setVisible(report && (!report->causes.empty() || !report->misreadings.empty()));
        if (!report) {
            m_summary->setText(subject == nullptr ? whyNothingIsOpen(m_log) : tr("checking"));
            return;
        }
        const auto verdict = (report->valid ? QStringLiteral("\u2713 ") : QStringLiteral("\u25b2 ")) +
                             QString::fromStdString(verdictText(*report));
        m_summary->setText(report == subject->report ? verdict : tr("%1 (preview)").arg(verdict));
        QStringList lines;
        for (const auto& cause : report->causes)
            lines << tr("likely cause: %1").arg(brief(QString::fromStdString(cause.text), longestLine));
        for (const auto& misreading : report->misreadings)
            lines << brief(QString::fromStdString(misreading.text), longestLine);
        m_cause->setText(lines.join(QLatin1Char('\n')));
    }

    // What can be done about what was found: of the tensor as it is, whatever is seen of it.
    void listOffers(const ReportPtr& report)
    {
        if (report == m_offered)
            return;
        m_offered = report;
        m_offers = report ? offersFor(*report) : std::vector<Offer>();
        const QSignalBlocker blocker(m_repairs);
        m_repairs->clear();
        for (const auto& offer : m_offers)
            m_repairs->addItem(offer.title);
        for (auto* widget : std::initializer_list<QWidget*>{m_repairsTitle, m_repairs, m_apply, m_drop})
            widget->setVisible(!m_offers.empty());
        tellNote({});
        followPreview();
    }

    // Made and seen, not done.
    void offer()
    {
        const auto row = m_repairs->selectedItems().isEmpty() ? -1 : m_repairs->currentRow();
        tellNote({});
        if (row < 0)
            return;
        const auto& chosen = m_offers[static_cast<std::size_t>(row)];
        m_workspace.preview(chosen.title, chosen.make);
    }

    void followPreview()
    {
        const auto* subject = m_workspace.currentSubject();
        const bool isOn = subject != nullptr && subject->preview && !subject->preview->isLive;
        m_apply->setEnabled(isOn);
        m_drop->setEnabled(isOn);
        if (!isOn)
            choose(-1);
    }

    void choose(int row)
    {
        const QSignalBlocker blocker(m_repairs);
        m_repairs->setCurrentRow(row);
        if (row < 0)
            m_repairs->clearSelection();
    }

    void tellNote(const QString& text)
    {
        m_note->setText(text);
        m_note->setVisible(!text.isEmpty());
    }

    // All places of a rule, the first of which is where it is; of a remark one after the other.
    void goTo(const QModelIndex& index)
    {
        if (const auto remark = index.data(RulesModel::RemarkRole).toString(); !remark.isEmpty())
            return goToRemark(remark.toStdString());
        if (auto places = m_model->placesOf(index); !places.empty()) {
            const auto first = takeFirst(places);
            m_selection.select(m_workspace.current(), first, nullptr, std::move(places));
        }
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
        if (current.data(RulesModel::PlaceRole).isValid())
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

    // Which rules are broken at what is pointed at, or selected: in words, and with a mark at their rows.
    void markPointed()
    {
        const auto& pointed = m_selection.hovered() ? m_selection.hovered() : m_selection.selected();
        if (const auto* here = pointed ? pointed->in(m_workspace.current()) : nullptr) {
            const LitPlaces lit(here->place, here->related);
            m_model->mark([&](const Slots& place) { return lit.has(place); });
        } else {
            m_model->mark([](const Slots&) { return false; });
        }
        QStringList ids;
        for (const auto& rule : m_model->markedRules())
            ids << rule.data(RulesModel::RuleRole).toString();
        m_here->setText(ids.isEmpty() ? QString() : tr("Broken here: %1").arg(ids.join(QStringLiteral(", "))));
        m_here->setToolTip(m_here->text()); // of many not all have room
    }

    // One of them; what the user picks in the list itself stays where it is.
    void bringMarkedIntoSight()
    {
        const auto marked = m_model->markedRules();
        const auto isInSight = [&](const QModelIndex& rule) {
            return m_view->viewport()->rect().intersects(m_view->visualRect(rule));
        };
        if (!marked.empty() && std::ranges::none_of(marked, isInSight))
            m_view->scrollTo(marked.front());
    }

    // Through all places of all broken rules, round and round.
    void walkPlaces(int direction)
    {
        std::vector<QModelIndex> places;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const auto rule = m_model->index(row, 0);
            for (int place = 0; place < m_model->rowCount(rule); ++place)
                if (const auto index = m_model->index(place, 0, rule); index.data(RulesModel::PlaceRole).isValid())
                    places.push_back(index);
        }
        if (places.empty())
            return;
        const auto count = static_cast<std::ptrdiff_t>(places.size());
        const auto current = std::ranges::find(places, m_view->currentIndex());
        const auto at = current == places.end() ? (direction > 0 ? -1 : 0) : current - places.begin();
        m_view->setCurrentIndex(places[static_cast<std::size_t>((at + direction + count) % count)]);
    }

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    Log& m_log;
    RulesModel* m_model;
    QComboBox* m_contract;
    QLabel *m_summary, *m_here, *m_repairsTitle, *m_note;
    LimitedLabel* m_cause;
    QTreeView* m_view;
    QPushButton *m_back, *m_on, *m_apply, *m_drop;
    QListWidget* m_repairs;
    std::optional<ReportPtr> m_offered; // what the list is of
    std::vector<Offer> m_offers;
};

} // namespace

QWidget* makeRulesPanel(const PanelContext& context)
{
    return new RulesPanel(context);
}

} // namespace tscope
