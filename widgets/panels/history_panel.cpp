// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/history_panel.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "jobs/jobs.h"
#include "models/history_model.h"
#include "panels/nothing_open.h"
#include "panels/reading_table.h"
#include "views/flow_layout.h"
#include "views/history_delegate.h"
#include "workspace/edit_steps.h"
#include "workspace/lineages.h"
#include "workspace/log.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDateTime>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace tscope {

namespace {

constexpr std::int64_t mostReplayedUnasked = std::int64_t{64} << 20; // bytes that a history made again may take

// With its day where that is not today: a session may go on after weeks.
QString clockText(const QDateTime& when)
{
    const bool isToday = when.date() == QDate::currentDate();
    return when.toString(isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

// How the current tensor was made: operations, conversions and views as rows, tensors as lanes between them, and
// the gradients of all that it begins with.
class HistoryPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::HistoryPanel)

public:
    explicit HistoryPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log)
    {
        m_heading = wrappedLabel("history heading");
        m_rows = new QListView;
        m_rows->setObjectName(QStringLiteral("history"));
        m_rows->setAccessibleName(tr("History"));
        m_rows->setUniformItemSizes(true);
        m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_rows->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_rows->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_rows->setModel(&m_model);
        m_rows->setItemDelegate(new HistoryDelegate(m_model, m_rows));
        m_details = wrappedLabel("history details");
        m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);

        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_heading);
        m_edits = new QListWidget;
        m_edits->setObjectName(QStringLiteral("edits"));
        m_edits->setAccessibleName(tr("Edits"));
        m_edits->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_edits->setWordWrap(true);
        m_edits->hide();
        layout->addWidget(m_rows, 2);
        layout->addWidget(m_edits, 1);
        layout->addWidget(m_details);
        layout->addLayout(makeButtons());

        // Many tensors come and go at once: their history is looked at when that is over.
        m_soon.setSingleShot(true);
        connect(&m_soon, &QTimer::timeout, this, &HistoryPanel::refresh);
        connect(&m_workspace, &Workspace::currentChanged, this, &HistoryPanel::follow);
        const auto soon = [this] {
            constexpr std::size_t many = 500;
            m_soon.start(m_workspace.subjects().size() < many ? 0 : 200);
        };
        connect(&m_workspace, &Workspace::subjectsAdded, this, soon);
        connect(&m_workspace, &Workspace::subjectsRemoved, this, soon);
        connect(&m_workspace, &Workspace::subjectChanged, this, soon);
        connect(&m_log, &Log::added, this, [this, soon] {
            if (m_workspace.currentSubject() == nullptr) // it may say why
                soon();
        });
        connect(m_rows, &QListView::clicked, this, &HistoryPanel::goTo);
        connect(m_rows, &QListView::activated, this, &HistoryPanel::goTo); // by keyboard
        connect(m_rows->selectionModel(), &QItemSelectionModel::currentChanged, this, &HistoryPanel::showDetails);
        show(nullptr);
        follow(m_workspace.current());
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        m_soon.start(0);
    }

private:
    QPushButton* button(const char* name, const QString& title, const QString& tip,
                        void (HistoryPanel::*pressed)())
    {
        auto* made = new QPushButton(title);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(tip);
        connect(made, &QPushButton::clicked, this, pressed);
        return made;
    }

    QLayout* makeButtons()
    {
        m_anyway = button("history anyway", tr("Compute anyway"),
                          tr("Make all of it again, with up to half of the memory"), &HistoryPanel::computeAnyway);
        m_asResult =
            button("history result", tr("Only up to here"),
                   tr("The history and the gradients of the chosen tensor instead"), &HistoryPanel::takeAsResult);
        m_gradients = button("history gradients", tr("Add the gradients"), tr("Open them as tensors of their own"),
                             &HistoryPanel::addGradients);
        m_copy = button("history copy", tr("Copy as script"),
                        tr("The statements that make it again, for tscope history --script"),
                        &HistoryPanel::copyScript);
        auto* buttons = new FlowLayout;
        buttons->setContentsMargins(0, 0, 0, 0);
        for (auto* each : {m_anyway, m_asResult, m_gradients, m_copy})
            buttons->addWidget(each);
        return buttons;
    }

    // What is chosen here stays a part of the history that is shown.
    void follow(SubjectId current)
    {
        m_model.setCurrent(current);
        m_rows->viewport()->update();
        if (m_isGoing)
            return;
        m_root = current;
        m_maxBytes = mostReplayedUnasked;
        m_soon.start(0);
    }

    void refresh()
    {
        if (!isVisible()) { // it is asked for again when it is shown; gradients may be large
            if (m_shownRoot != m_root || m_workspace.find(m_root) == nullptr) {
                m_jobs.stop(this, QStringLiteral("history"));
                show(nullptr);
            }
            return;
        }
        if (m_workspace.find(m_root) == nullptr) {
            m_root = m_workspace.current();
            m_maxBytes = mostReplayedUnasked;
        }
        const auto* root = m_workspace.find(m_root);
        if (root == nullptr) {
            m_edits->hide();
            m_jobs.stop(this, QStringLiteral("history"));
            show(nullptr);
            return m_heading->setText(whyNothingIsOpen(m_log));
        }
        m_jobs.start(
            this, QStringLiteral("history"),
            [open = openTensors(m_workspace), at = static_cast<std::size_t>(m_workspace.positionOf(m_root)),
             maxBytes = m_maxBytes](const Watch& watch) { return historySight(open, at, maxBytes, watch); },
            [this](const HistorySightPtr& sight) {
                show(sight);
                tell();
            });
    }

    // Which row is chosen is kept as long as there are the same.
    void show(const HistorySightPtr& sight)
    {
        const auto before = m_rows->currentIndex().row();
        const bool isAlike = sight && m_model.sight() && m_shownRoot == m_root &&
                             sight->rows.size() == m_model.sight()->rows.size();
        m_shownRoot = m_root;
        m_model.setSight(sight);
        if (sight) {
            const auto row = isAlike && before >= 0 ? before : static_cast<int>(sight->graph.root);
            m_rows->setCurrentIndex(m_model.index(row));
            m_rows->scrollTo(m_model.index(row));
        }
        m_gradients->setEnabled(sight && !sight->gradients.empty());
        m_copy->setEnabled(sight && sight->rows.size() > 1);
        m_anyway->setVisible(sight && sight->isTooLarge && m_maxBytes != 0);
        showDetails();
    }

    // Precondition: something is shown.
    void tell()
    {
        const auto& sight = *m_model.sight();
        const auto* root = m_workspace.find(m_root);
        if (root == nullptr) // closed meanwhile: what comes next is on its way
            return;
        QStringList lines;
        const bool isEdited = tellEdits(*root);
        if (sight.rows.size() > 1)
            lines << tr("History of %1").arg(root->title());
        else if (root->from.step && !root->lineage().step)
            lines << tr("%1 was changed after it was made: its history begins anew. Undo leads back to it.")
                         .arg(root->title());
        else if (isEdited)
            lines << tr("%1 was edited here, in these steps. Undo takes back the last.").arg(root->title());
        else
            lines << tr("%1 was not made here. Convert it, run an operation on it or take a view of it: how that "
                        "was "
                        "made is shown here.")
                         .arg(root->title());
        if (!sight.graph.isWhole)
            lines << tr("Only the last %1 steps are shown.").arg(qt(grouped(std::int64_t{mostLineageNodes})));
        if (sight.rows.size() > 1)
            lines << (sight.whyNone.empty()
                          ? tr("Gradients are those of the sum of all elements that %1 stores.").arg(root->title())
                          : qt(sight.whyNone));
        m_heading->setText(lines.join(QLatin1Char('\n')));
    }

    // Lists what was done and when, the oldest first. Returns false where there are no edits.
    bool tellEdits(const Subject& root)
    {
        QStringList edits;
        for (const auto& edit : editsOf(m_workspace, root.id))
            edits << tr("%1  %2").arg(
                edit.when > 0 ? clockText(QDateTime::fromSecsSinceEpoch(edit.when)) : tr("earlier"), edit.title);
        m_edits->setVisible(!edits.empty());
        if (edits != m_listedEdits) { // else the user keeps the selection and the place
            m_listedEdits = edits;
            m_edits->clear();
            m_edits->addItems(edits);
            m_edits->scrollToBottom();
        }
        return !edits.empty();
    }

    void showDetails()
    {
        const auto index = m_rows->currentIndex();
        const auto* row = m_model.rowAt(index);
        m_details->setText(row == nullptr ? QString() : index.data(Qt::ToolTipRole).toString());
        m_details->setVisible(row != nullptr);
        m_asResult->setEnabled(row != nullptr && row->subject != 0 && row->subject != m_root);
    }

    void goTo(const QModelIndex& index)
    {
        const auto* row = m_model.rowAt(index);
        if (row == nullptr || row->subject == 0)
            return;
        m_isGoing = true;
        m_workspace.setCurrent(row->subject);
        m_isGoing = false;
    }

    void takeAsResult()
    {
        const auto* row = m_model.rowAt(m_rows->currentIndex());
        if (row == nullptr || row->subject == 0)
            return;
        m_root = row->subject;
        m_maxBytes = mostReplayedUnasked;
        m_workspace.setCurrent(m_root);
        m_soon.start(0);
    }

    void computeAnyway()
    {
        m_maxBytes = 0;
        m_soon.start(0);
    }

    void addGradients()
    {
        const auto* root = m_workspace.find(m_root);
        if (root != nullptr && m_model.sight())
            m_workspace.make(m_model.sight()->gradients, tr("Gradients of %1").arg(root->title()));
    }

    void copyScript()
    {
        if (m_model.sight())
            QGuiApplication::clipboard()->setText(qt(m_model.sight()->script));
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    HistoryModel m_model;
    QTimer m_soon;
    QLabel* m_heading;
    QListView* m_rows;
    QListWidget* m_edits;
    QStringList m_listedEdits; // its rows
    QLabel* m_details;
    QPushButton* m_anyway = nullptr;
    QPushButton* m_asResult = nullptr;
    QPushButton* m_gradients = nullptr;
    QPushButton* m_copy = nullptr;
    SubjectId m_root = 0, m_shownRoot = 0;         // whose history it is
    std::int64_t m_maxBytes = mostReplayedUnasked; // 0: half of the memory
    bool m_isGoing = false;                        // to a tensor of the history that is shown
};

} // namespace

QWidget* makeHistoryPanel(const PanelContext& context)
{
    return new HistoryPanel(context);
}

} // namespace tscope
