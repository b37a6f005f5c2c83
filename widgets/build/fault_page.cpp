// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/fault_page.h"

#include "build/words.h"
#include "jobs/jobs.h"
#include "make/faults.h"
#include "selection/cover.h"
#include "tensor/own_storages.h"
#include "views/subject_choice.h"
#include "workspace/lineages.h"

#include <QCoreApplication>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>

#include <algorithm>

namespace tscope {

namespace {

// A copy of an open tensor in which one rule is broken.
class FaultPage : public BuildPage
{
    Q_DECLARE_TR_FUNCTIONS(tscope::FaultPage)

public:
    explicit FaultPage(const BuildContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_cover(context.cover)
    {
        m_subject = new SubjectChoice(context.workspace);
        m_subject->setObjectName(QStringLiteral("subject"));
        m_rules = new QListWidget;
        m_rules->setObjectName(QStringLiteral("rules"));
        m_rules->setAccessibleName(tr("Rules that can be broken"));
        m_rules->setWordWrap(true);
        m_rules->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_slot = new QLineEdit;
        m_slot->setObjectName(QStringLiteral("slot"));
        m_slot->setPlaceholderText(tr("wherever the seed says"));
        m_seed = new QLineEdit(QStringLiteral("1"));
        m_seed->setObjectName(QStringLiteral("seed"));
        auto* form = new QFormLayout(this);
        form->addRow(tr("So&urce"), m_subject);
        form->addRow(tr("&Break"), m_rules);
        form->addRow(tr("S&lot"), m_slot);
        form->addRow(tr("&Seed"), m_seed);
        beginAt(m_rules);
        connect(m_subject, &SubjectChoice::chosen, this, [this] {
            listRules();
            Q_EMIT changed();
        });
        connect(&m_cover, &Cover::changed, this, &FaultPage::listRules);
        connect(m_rules, &QListWidget::currentRowChanged, this, &BuildPage::changed);
        connect(m_slot, &QLineEdit::textEdited, this, &BuildPage::changed);
        connect(m_seed, &QLineEdit::textEdited, this, &BuildPage::changed);
        listRules();
    }

    Result<Maker> maker() const override
    {
        const auto* subject = m_subject->subject();
        if (subject == nullptr)
            return stillMissing(tr("Open or build a tensor first: a copy of it is broken."));
        const auto* item = m_rules->currentItem();
        if (item == nullptr)
            return stillMissing(tr("Choose a rule to break."));
        bool isNumber = true;
        std::optional<std::int64_t> slot;
        if (!m_slot->text().isEmpty())
            slot = m_slot->text().toLongLong(&isNumber);
        if (!isNumber)
            return invalidArgument(
                tr("A slot is a whole number, found \"%1\".").arg(m_slot->text()).toStdString());
        const auto seed = m_seed->text().toULongLong(&isNumber);
        if (!isNumber)
            return invalidArgument(
                tr("A seed is a whole number of 0 or more, found \"%1\".").arg(m_seed->text()).toStdString());
        const auto rule = item->data(Qt::UserRole).toString().toStdString();
        std::vector<std::string> notes{tr("Broken: %1").arg(item->text()).toStdString()};
        const auto& layout = *subject->tensor->layout;
        const auto& contract = m_workspace.contract();
        const auto planted = std::ranges::find(layout.rules, rule, &Rule::id);
        if (planted != layout.rules.end() && !contract.demand(layout, *planted))
            notes.push_back(
                tr("The contract %1 does not ask for this rule.").arg(qt(contract.name())).toStdString());
        const HistoryCut cut{tr("broken on purpose, rule %1").arg(qt(rule)).toStdString()};
        return Maker([tensor = subject->tensor, source = sourceOf(*subject), cut, rule, notes, slot,
                      seed](const Watch&) -> Result<Made> {
            auto broken = plant(*tensor, rule, slot, seed);
            if (!broken)
                return broken.error();
            // To be repaired by hand; the sound one stays unchanged.
            return Made{{{{"", withOwnStorages(*std::move(broken))}}, {}}, notes, {{lineageStep(cut, {source})}}};
        });
    }
    SubjectId sourceId() const override
    {
        const auto* subject = m_subject->subject();
        return subject == nullptr ? 0 : subject->id;
    }
    QString suggestedName() const override
    {
        const auto* subject = m_subject->subject();
        const auto* item = m_rules->currentItem();
        if (subject == nullptr || item == nullptr)
            return tr("broken");
        return tr("%1, %2 broken").arg(subject->title(), item->data(Qt::UserRole).toString());
    }
    QString source() const override
    {
        const auto* subject = m_subject->subject();
        return subject == nullptr ? QString() : subject->origin->title;
    }
    void follow(SubjectId current) override
    {
        if (const auto* subject = m_subject->subject(); current == (subject == nullptr ? 0 : subject->id))
            return; // the rule that was chosen stays
        m_subject->choose(current);
        listRules();
        Q_EMIT changed();
    }

private:
    void listRules()
    {
        const auto* subject = m_subject->subject();
        if (subject == nullptr || m_cover.isOn(subject->id)) { // which can be broken tells which are
            m_jobs.stop(this, QStringLiteral("faults"));
            return m_rules->clear();
        }
        m_jobs.start(
            this, QStringLiteral("faults"),
            [tensor = subject->tensor](const Watch& watch) { return faultsFor(*tensor, watch); },
            [this](const std::vector<FaultChoice>& choices) { fill(choices); });
    }

    void fill(const std::vector<FaultChoice>& choices)
    {
        const auto before =
            m_rules->currentItem() == nullptr ? QString() : m_rules->currentItem()->data(Qt::UserRole).toString();
        {
            const QSignalBlocker quiet(m_rules);
            m_rules->clear();
            for (const auto& choice : choices) {
                auto* item =
                    new QListWidgetItem(qt(choice.rule) + QStringLiteral("  ") + qt(choice.statement), m_rules);
                item->setData(Qt::UserRole, qt(choice.rule));
                if (!choice.obstacle.empty()) {
                    item->setText(item->text() + tr(" (not here: %1)").arg(qt(choice.obstacle)));
                    item->setFlags(Qt::NoItemFlags);
                } else if (qt(choice.rule) == before) {
                    m_rules->setCurrentItem(item);
                }
            }
        }
        Q_EMIT changed();
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    const Cover& m_cover;
    SubjectChoice* m_subject;
    QListWidget* m_rules;
    QLineEdit* m_slot;
    QLineEdit* m_seed;
};

} // namespace

BuildPage* makeFaultPage(const BuildContext& context)
{
    return new FaultPage(context);
}

} // namespace tscope
