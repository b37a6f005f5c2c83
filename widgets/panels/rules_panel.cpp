// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_panel.h"

#include "facts/wording.h"
#include "jobs/jobs.h"
#include "models/rules_model.h"
#include "rules/advise.h"
#include "selection/selection.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace tscope {

namespace {

// The verdict of the chosen contract: summary, likely cause, every rule with its places, what can be repaired.
class RulesPanel : public QWidget
{
public:
    explicit RulesPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs)
    {
        m_contract = new QComboBox;
        m_contract->setObjectName(QStringLiteral("contract"));
        m_contract->setAccessibleName(tr("Contract"));
        for (const auto& contract : contracts())
            m_contract->addItem(QString::fromUtf8(contract.name()));

        m_summary = new QLabel;
        m_summary->setObjectName(QStringLiteral("verdict"));
        m_cause = new QLabel;
        m_cause->setObjectName(QStringLiteral("cause"));
        for (auto* label : {m_summary, m_cause}) {
            label->setWordWrap(true);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            label->setTextFormat(Qt::PlainText);
        }

        m_model = new RulesModel(this);
        m_view = new QTreeView;
        m_view->setObjectName(QStringLiteral("rules"));
        m_view->setAccessibleName(tr("Rules"));
        m_view->setModel(m_model);
        m_view->setHeaderHidden(true);

        m_back = new QPushButton(tr("Previous place"));
        m_on = new QPushButton(tr("Next place"));
        m_back->setObjectName(QStringLiteral("previous place"));
        m_on->setObjectName(QStringLiteral("next place"));

        m_repairs = new QListWidget;
        m_repairs->setObjectName(QStringLiteral("repairs"));
        m_repairs->setAccessibleName(tr("Repairs"));
        m_apply = new QPushButton(tr("Apply repair"));
        m_apply->setObjectName(QStringLiteral("apply repair"));

        auto* top = new QHBoxLayout;
        top->addWidget(new QLabel(tr("Contract")));
        top->addWidget(m_contract, 1);
        auto* walk = new QHBoxLayout;
        walk->addWidget(m_back);
        walk->addWidget(m_on);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(6, 6, 6, 6);
        layout->addLayout(top);
        layout->addWidget(m_summary);
        layout->addWidget(m_cause);
        layout->addWidget(m_view, 3);
        layout->addLayout(walk);
        layout->addWidget(m_repairs, 1);
        layout->addWidget(m_apply);

        connect(m_contract, &QComboBox::currentIndexChanged, this,
                [this](int index) { m_workspace.setContract(contracts()[static_cast<std::size_t>(index)]); });
        connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
                [this](const QModelIndex& index) { goTo(index); });
        connect(m_view, &QTreeView::clicked, this, &RulesPanel::goTo);
        connect(m_on, &QPushButton::clicked, this, [this] { walkPlaces(1); });
        connect(m_back, &QPushButton::clicked, this, [this] { walkPlaces(-1); });
        connect(m_apply, &QPushButton::clicked, this, &RulesPanel::apply);
        connect(m_repairs, &QListWidget::currentRowChanged, this,
                [this](int row) { m_apply->setEnabled(row >= 0); });
        connect(&m_workspace, &Workspace::currentChanged, this, &RulesPanel::refresh);
        connect(&m_workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refresh();
        });
        refresh();
    }

private:
    static QString tr(const char* text) { return QCoreApplication::translate("tscope::RulesPanel", text); }

    void refresh()
    {
        const auto* subject = m_workspace.currentSubject();
        const auto report = subject == nullptr ? nullptr : subject->report;
        m_model->setSubject(report ? subject->tensor.get() : nullptr, report, m_workspace.contract());
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (const auto rule = m_model->index(row, 0); m_model->rowCount(rule) > 0)
                m_view->expand(rule);
        m_repairs->clear();
        m_apply->setEnabled(false);
        const bool anyPlace = report && !report->valid;
        m_on->setEnabled(anyPlace);
        m_back->setEnabled(anyPlace);
        m_cause->setVisible(report && (!report->causes.empty() || !report->misreadings.empty()));
        if (!report) {
            m_summary->setText(subject == nullptr ? QString() : tr("checking"));
            return;
        }
        m_summary->setText((report->valid ? QStringLiteral("\u2713 ") : QStringLiteral("\u25b2 ")) +
                           QString::fromStdString(verdictText(*report)));
        QStringList lines;
        for (const auto& cause : report->causes)
            lines << tr("likely cause: %1").arg(QString::fromStdString(cause.text));
        for (const auto& misreading : report->misreadings)
            lines << QString::fromStdString(misreading.text);
        m_cause->setText(lines.join(QLatin1Char('\n')));
        for (const auto& repair : report->repairs) {
            auto* item = new QListWidgetItem(QString::fromStdString(repair.title) +
                                                 (repair.lossless ? QString() : tr(" (loses data)")),
                                             m_repairs);
            item->setData(Qt::UserRole, QString::fromStdString(repair.id));
            item->setToolTip(item->text());
        }
    }

    void goTo(const QModelIndex& index)
    {
        const auto place = index.data(RulesModel::PlaceRole);
        if (place.isValid())
            m_selection.select(m_workspace.current(), place.value<Slots>());
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

    // Planned and made on a worker: it may read and write all of the tensor.
    void apply()
    {
        const auto* subject = m_workspace.currentSubject();
        const auto* item = m_repairs->currentItem();
        if (subject == nullptr || !subject->report || item == nullptr)
            return;
        m_apply->setEnabled(false);
        m_jobs.start(
            this, QStringLiteral("repair"),
            [tensor = subject->tensor, report = subject->report,
             id = item->data(Qt::UserRole).toString().toStdString()](const Watch&) {
                const auto plan = planRepair(*tensor, *report, id);
                return plan ? changed(*tensor, *plan) : Result<Change>(plan.error());
            },
            [this, id = subject->id, tensor = subject->tensor,
             title = item->text()](const Result<Change>& change) {
                const auto* now = m_workspace.find(id);
                if (now == nullptr || now->tensor != tensor)
                    return; // planned for what it was
                if (change)
                    m_workspace.push(id, *change, title);
                else
                    m_summary->setText(QString::fromStdString(change.error().text));
            });
    }

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    RulesModel* m_model;
    QComboBox* m_contract;
    QLabel *m_summary, *m_cause;
    QTreeView* m_view;
    QPushButton *m_back, *m_on, *m_apply;
    QListWidget* m_repairs;
};

} // namespace

QWidget* makeRulesPanel(const PanelContext& context)
{
    return new RulesPanel(context);
}

} // namespace tscope
