// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_form.h"

#include "base/free_names.h"
#include "build/words.h"
#include "devices/devices.h"
#include "proof/obstacle.h"
#include "rules/contracts.h"
#include "timing/forms.h"
#include "timing/workload.h"
#include "timings/measure_page.h"
#include "timings/typed_lists.h"
#include "views/checked_choice.h"
#include "views/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>

namespace tscope {

namespace {

constexpr int leastBudget = 1, mostBudget = 60'000; // milliseconds
constexpr int mostDense = 1 << 20;                  // MiB

std::vector<std::string> asWords(const QStringList& texts)
{
    std::vector<std::string> words;
    for (const auto& text : texts)
        words.push_back(text.toStdString());
    return words;
}

// Kernels are built for these: how much narrower numbers or indices bring is seen by timing both.
const std::vector<std::string> elementTypes{"float32", "float64", "bfloat16", "float16"},
    indexTypes{"int32", "int64"};

std::vector<std::string> those(const QStringList& checked, const std::vector<std::string>& of)
{
    auto words = asWords(checked);
    std::erase_if(words, [&](const std::string& word) { return std::ranges::find(of, word) == of.end(); });
    return words;
}

CheckedChoice* choiceNamed(const char* name, const QString& title, const QString& none)
{
    auto* choice = new CheckedChoice(title, none);
    choice->setObjectName(QString::fromLatin1(name));
    return choice;
}

QSpinBox* numberNamed(const char* name, const QString& spoken, const QString& toolTip)
{
    auto* number = new QSpinBox;
    number->setObjectName(QString::fromLatin1(name));
    number->setAccessibleName(spoken);
    number->setToolTip(toolTip);
    number->setGroupSeparatorShown(true);
    return number;
}

// The rule that keeps kernels off a tensor; null: none that is known of.
const Rule* obstacleOf(const Subject& subject)
{
    return subject.report ? obstacleIn(*subject.report, *subject.tensor) : nullptr;
}

} // namespace

TimingForm::TimingForm(Workspace& workspace, Devices& devices, Timings& timings, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_devices(devices), m_timings(timings)
{
    makeChoices();
    makeNumbers();
    restore();
    auto* row = new FlowLayout;
    for (auto* each :
         std::initializer_list<QWidget*>{m_tensors, m_ops, m_columnsField, m_layouts, m_blocks, m_ownBlocks,
                                         m_onDevices, m_threads, m_noDevice, m_types, m_budget, m_dense})
        row->addWidget(each);
    row->setContentsMargins(0, 0, 0, 0);
    setLayout(row);
    connect(m_ops, &CheckedChoice::changed, this, [this] {
        m_areOpsChosen = true;
        choose();
    });
    connect(m_layouts, &CheckedChoice::changed, this, [this] {
        m_areLayoutsChosen = true;
        choose();
    });
    connect(m_onDevices, &CheckedChoice::changed, this, [this] {
        m_areDevicesChosen = true;
        choose();
    });
    for (auto* choice : {m_tensors, m_threads, m_blocks, m_types})
        connect(choice, &CheckedChoice::changed, this, &TimingForm::choose);
    for (auto* field : {m_columns, m_ownBlocks})
        connect(field, &QLineEdit::textChanged, this, &TimingForm::choose);
    for (auto* number : {m_budget, m_dense})
        connect(number, &QSpinBox::valueChanged, this, &TimingForm::choose);
    connect(&m_devices, &Devices::changed, this, &TimingForm::listDevices);
    connect(&m_workspace, &Workspace::subjectsAdded, this, &TimingForm::listTensors);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, &TimingForm::listTensors);
    connect(&m_workspace, &Workspace::currentChanged, this, &TimingForm::follow);
    connect(&m_workspace, &Workspace::subjectChanged, this, &TimingForm::follow);
    listDevices();
    follow();
}

void TimingForm::makeChoices()
{
    m_tensors = choiceNamed("timed tensors", tr("Also measured"), tr("no other tensor"));
    m_ops = choiceNamed("timed operations", tr("Operations"), tr("the usual ones"));
    std::vector<CheckedChoice::Item> ops;
    for (const auto& kind : timing::workloadKinds())
        ops.push_back({qt(kind.name), tr("%1: %2").arg(qt(kind.name), qt(kind.does))});
    m_ops->setItems(ops);
    m_layouts = choiceNamed("timed layouts", tr("Layouts"), tr("all"));
    m_blocks = choiceNamed("timed blocks", tr("Blocks"), tr("fewest bytes"));
    std::vector<CheckedChoice::Item> sizes;
    for (const auto* size : {"2x2", "3x3", "4x4", "8x8", "16x16", "32x32", "64x64"})
        sizes.push_back({QString::fromLatin1(size), tr("%1 rows by columns").arg(QString::fromLatin1(size))});
    m_blocks->setItems(sizes);
    m_ownBlocks = new QLineEdit;
    m_ownBlocks->setObjectName(QStringLiteral("own blocks"));
    m_ownBlocks->setAccessibleName(tr("Other sizes of blocks"));
    m_ownBlocks->setToolTip(tr("Other sizes of blocks, rows x columns: 2x1, 6x6"));
    m_ownBlocks->setPlaceholderText(tr("other: 2x1, 6x6"));
    m_ownBlocks->setMaximumWidth(16 * fontMetrics().averageCharWidth());
    m_onDevices = choiceNamed("timed devices", tr("Devices"), QStringLiteral("cpu"));
    m_threads = choiceNamed("timed threads", tr("Threads"), tr("all"));
    std::vector<CheckedChoice::Item> threads;
    for (const auto count : threadChoices())
        threads.push_back({QString::number(count), tr("%n thread(s) of the CPU", nullptr, count)});
    m_threads->setItems(threads);
    m_threads->setEnabled(threads.size() > 1);
    m_noDevice = new QLabel;
    m_noDevice->setObjectName(QStringLiteral("no timed device"));
    m_types = choiceNamed("timed types", tr("Types"), tr("its own"));
    std::vector<CheckedChoice::Item> types;
    for (const auto& name : elementTypes)
        types.push_back({qt(name), tr("%1: elements").arg(qt(name))});
    for (const auto& name : indexTypes)
        types.push_back({qt(name), tr("%1: indices").arg(qt(name))});
    m_types->setItems(types);
}

void TimingForm::makeNumbers()
{
    const auto& choices = m_timings.choices();
    m_columns = new QLineEdit;
    m_columns->setObjectName(QStringLiteral("timed columns"));
    m_columns->setAccessibleName(tr("Columns k of the dense operand"));
    m_columns->setToolTip(tr("k: the number of columns of the dense operand of spmm, the inner size of sddmm, the "
                             "outputs of linear. Several are measured one after the other: 1, 8, 64"));
    m_columns->setPlaceholderText(QString::number(timing::usualColumns));
    m_columns->setMaximumWidth(16 * fontMetrics().averageCharWidth());
    m_columns->setText(listText(choices.columns));
    m_columnsField = new QWidget;
    auto* label = new QLabel(QStringLiteral("k ="));
    label->setBuddy(m_columns);
    auto* field = new QHBoxLayout(m_columnsField);
    field->setContentsMargins(0, 0, 0, 0);
    field->addWidget(label);
    field->addWidget(m_columns);
    m_budget = numberNamed("timing budget", tr("Time for each measurement"),
                           tr("How long each operation on each form may take to be measured"));
    m_budget->setRange(leastBudget, mostBudget);
    m_budget->setValue(static_cast<int>(choices.budget.count()));
    m_budget->setSuffix(tr(" ms each"));
    m_dense = numberNamed("dense budget", tr("Memory budget of dense forms"),
                          tr("Forms that fill in zeros or padding are left out when they would take more"));
    m_dense->setRange(0, mostDense);
    m_dense->setValue(static_cast<int>(choices.mostDenseBytes >> 20));
    m_dense->setPrefix(tr("Dense up to "));
    m_dense->setSuffix(tr(" MiB"));
}

void TimingForm::follow()
{
    listTensors();
    listOps();
    listLayouts();
    Q_EMIT changed();
}

void TimingForm::choose()
{
    auto choices = m_timings.choices();
    choices.ops = m_areOpsChosen ? asWords(m_ops->checked()) : std::vector<std::string>();
    choices.columns = typedColumns(m_columns->text());
    if (!m_layoutsListed.isEmpty()) // else those of an earlier run are still to be listed
        choices.layouts = m_areLayoutsChosen ? asWords(m_layouts->checked()) : std::vector<std::string>();
    choices.blocks = asWords(m_blocks->checked());
    for (auto& size : typedEntries(m_ownBlocks->text().toLower().replace(QChar(0x00d7), QLatin1Char('x'))))
        if (std::ranges::find(choices.blocks, size) == choices.blocks.end())
            choices.blocks.push_back(std::move(size));
    choices.devices = m_areDevicesChosen ? asWords(m_onDevices->checked()) : std::vector<std::string>();
    choices.beside.clear();
    for (const auto& name : m_tensors->checked())
        choices.beside.push_back(m_listed.at(name));
    choices.threads.clear();
    for (const auto& count : m_threads->checked())
        choices.threads.push_back(count.toInt());
    choices.dtypes = those(m_types->checked(), elementTypes);
    choices.indexTypes = those(m_types->checked(), indexTypes);
    choices.budget = std::chrono::milliseconds(m_budget->value());
    choices.mostDenseBytes = std::int64_t{m_dense->value()} << 20;
    m_timings.setChoices(std::move(choices));
    Q_EMIT changed();
}

// Each under a name of its own. A file may have thousands of tensors: then those around the current one. A broken
// one can't be measured, and says why.
void TimingForm::listTensors()
{
    constexpr std::size_t most = 100;
    const auto& all = m_workspace.subjects();
    const auto current = std::ranges::find(all, m_workspace.current(), &Subject::id);
    const auto at = static_cast<std::size_t>(current - all.begin());
    const auto first = at > most / 2 ? std::min(at - most / 2, all.size() - std::min(all.size(), most)) : 0;
    auto choices = m_timings.choices();
    FreeNames names;
    m_listed.clear();
    std::vector<CheckedChoice::Item> items;
    QStringList checked;
    for (std::size_t i = first; i < std::min(all.size(), first + most); ++i) {
        if (i == at || all[i].tensor->layout == nullptr)
            continue;
        const auto name = qt(names.take(all[i].title().toStdString()));
        if (const auto* obstacle = obstacleOf(all[i])) {
            items.push_back(
                {name, tr("%1: breaks rule %2").arg(name, qt(obstacle->id)),
                 tr("Only sound tensors can be measured. Rule %1: %2")
                     .arg(qt(obstacle->id), qt(statementOf(*all[i].tensor, *obstacle, obstacle->wording)))});
            std::erase(choices.beside, all[i].id);
            continue;
        }
        m_listed.emplace(name, all[i].id);
        items.push_back({name, name});
        if (std::ranges::find(choices.beside, all[i].id) != choices.beside.end())
            checked << name;
    }
    m_tensors->setItems(items);
    m_tensors->setChecked(checked);
    m_tensors->setEnabled(!items.empty());
    if (choices.beside.size() != m_timings.choices().beside.size())
        m_timings.setChoices(std::move(choices));
}

// Until the user chooses others, the usual ones of the current tensor.
void TimingForm::listOps()
{
    const auto* subject = m_workspace.currentSubject();
    if (m_areOpsChosen || subject == nullptr || subject->tensor->layout == nullptr)
        return;
    QStringList usual;
    for (const auto& workload : timing::usualWorkloads(*subject->tensor))
        usual << qt(timing::workloadKindOf(workload.name));
    m_ops->setChecked(usual);
}

// Until the user chooses others, all of them; a choice ends with the kind of tensor that it was made for.
void TimingForm::listLayouts()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || subject->tensor->layout == nullptr)
        return;
    std::vector<CheckedChoice::Item> items;
    QStringList all;
    bool areBlocked = false;
    for (const auto& name : timing::layoutChoicesOf(*subject->tensor->layout)) {
        items.push_back({qt(name), qt(name)});
        all << qt(name);
        areBlocked = areBlocked || name == "bsr" || name == "bsc";
    }
    auto sorted = all;
    sorted.sort();
    auto choices = m_timings.choices();
    const bool isFirst = m_layoutsListed.isEmpty(); // then the choice is of an earlier run
    const bool haveAll =
        std::ranges::all_of(choices.layouts, [&](const std::string& name) { return all.contains(qt(name)); });
    m_layouts->setItems(items);
    if (sorted != m_layoutsListed && isFirst && m_areLayoutsChosen && haveAll) {
        QStringList kept;
        for (const auto& name : choices.layouts)
            kept << qt(name);
        m_layouts->setChecked(kept);
    } else if (sorted != m_layoutsListed) {
        m_areLayoutsChosen = false;
        choices.layouts.clear();
        m_timings.setChoices(std::move(choices));
    }
    m_layoutsListed = sorted;
    if (!m_areLayoutsChosen)
        m_layouts->setChecked(all);
    m_layouts->setEnabled(items.size() > 1);
    m_blocks->setVisible(areBlocked);
    m_ownBlocks->setVisible(areBlocked);
}

void TimingForm::listDevices()
{
    std::vector<CheckedChoice::Item> items{{QStringLiteral("cpu"), tr("cpu: this processor")}};
    for (const auto& facts : m_devices.usable())
        items.push_back({qt(facts.id), qt(facts.id + ": " + facts.name)});
    m_onDevices->setItems(items);
    if (!m_areDevicesChosen || m_onDevices->checked().isEmpty()) {
        QStringList all;
        for (const auto& item : items)
            all << item.id;
        m_onDevices->setChecked(all);
    }
    m_onDevices->setEnabled(items.size() > 1);
    const auto why = items.size() > 1 ? QString() : whyNoDevice();
    constexpr int mostCharacters = 48; // the rest is in the tool tip
    m_noDevice->setText(
        fontMetrics().elidedText(why, Qt::ElideRight, mostCharacters * fontMetrics().averageCharWidth()));
    m_noDevice->setToolTip(why);
    m_noDevice->setVisible(!why.isEmpty());
}

QString TimingForm::whyNoDevice() const
{
    if (m_devices.isLooking() || !m_devices.isKnown())
        return {};
    QStringList reasons;
    if (!m_devices.problem().isEmpty())
        reasons << m_devices.problem();
    for (const auto& module : m_devices.modules())
        for (const auto& reason : module.isLoaded ? module.remarks : std::vector{module.reason})
            if (!reason.empty())
                reasons << tr("%1: %2").arg(qt(module.device), qt(reason));
    return reasons.isEmpty() ? tr("no GPU found") : tr("no GPU (%1)").arg(reasons.join(QStringLiteral("; ")));
}

TimingChoices TimingForm::choices() const
{
    auto choices = m_timings.choices();
    if (choices.devices.empty())
        choices.devices = asWords(m_onDevices->checked());
    return choices;
}

} // namespace tscope
