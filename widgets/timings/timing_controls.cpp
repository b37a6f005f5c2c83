// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_controls.h"

#include "base/free_names.h"
#include "build/words.h"
#include "devices/devices.h"
#include "jobs/jobs.h"
#include "timing/foresight.h"
#include "timing/forms.h"
#include "timing/workload.h"
#include "timings/said.h"
#include "timings/threads_page.h"
#include "views/checked_choice.h"
#include "views/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr int leastBudget = 1, mostBudget = 60'000; // milliseconds
constexpr int mostDense = 1 << 20;                  // MiB
constexpr int progressSteps = 1000;
constexpr std::chrono::milliseconds betweenTicks{500}; // of the time that is left

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

} // namespace

TimingControls::TimingControls(Workspace& workspace, Jobs& jobs, Devices& devices, Timings& timings,
                               QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_jobs(jobs), m_devices(devices), m_timings(timings)
{
    makeChoices();
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // several changes at once are one
    connect(&m_soon, &QTimer::timeout, this, &TimingControls::estimate);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (const auto subjects = timedSubjects(m_workspace, m_timings.choices());
            !subjects.empty() && !m_timings.isRunning())
            m_timings.measure(subjects, m_timings.choices());
    });
    connect(m_stop, &QPushButton::clicked, &m_timings, &Timings::stop);
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
    connect(m_tensors, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_threads, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_blocks, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_dense, &QSpinBox::valueChanged, this, &TimingControls::choose);
    connect(m_types, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_budget, &QSpinBox::valueChanged, this, &TimingControls::choose);
    connect(&m_devices, &Devices::changed, this, &TimingControls::listDevices);
    m_tick.setInterval(betweenTicks);
    connect(&m_tick, &QTimer::timeout, this, &TimingControls::tellState);
    connect(&m_workspace, &Workspace::subjectsAdded, this, &TimingControls::listTensors);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, &TimingControls::listTensors);
    connect(&m_workspace, &Workspace::currentChanged, this, &TimingControls::listTensors);
    const auto follow = [this] {
        listOps();
        listLayouts();
        estimateSoon();
    };
    connect(&m_workspace, &Workspace::currentChanged, this, follow);
    connect(&m_workspace, &Workspace::subjectChanged, this, follow);
    connect(&m_timings, &Timings::runningChanged, this, [this] {
        m_said.clear();
        if (!m_timings.isRunning())
            estimateSoon();
        m_timings.isRunning() ? m_tick.start() : m_tick.stop();
        tellState();
    });
    connect(&m_timings, &Timings::shownChanged, this, &TimingControls::tellState);
    const auto say = [this](const QString& text) {
        m_said = text;
        tellState();
    };
    connect(&m_timings, &Timings::told, this, say);
    connect(&m_timings, &Timings::failed, this, say);
    listTensors();
    listDevices();
    listOps();
    listLayouts();
    tellState();
}

void TimingControls::makeChoices()
{
    m_start = new QPushButton(tr("Time all layouts"));
    m_start->setObjectName(QStringLiteral("time all"));
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setObjectName(QStringLiteral("stop timing"));
    m_stop->setAccessibleName(tr("Stop measuring"));
    m_tensors = new CheckedChoice(tr("Beside it"), tr("no other tensor"));
    m_tensors->setObjectName(QStringLiteral("timed tensors"));
    m_ops = new CheckedChoice(tr("Operations"), tr("the usual ones"));
    m_ops->setObjectName(QStringLiteral("timed operations"));
    m_layouts = new CheckedChoice(tr("Layouts"), tr("all"));
    m_layouts->setObjectName(QStringLiteral("timed layouts"));
    m_blocks = new CheckedChoice(tr("Blocks"), tr("fewest bytes"));
    m_blocks->setObjectName(QStringLiteral("timed blocks"));
    std::vector<CheckedChoice::Item> sizes;
    for (const auto* size : {"2x2", "3x3", "4x4", "8x8", "16x16", "32x32", "64x64"})
        sizes.push_back({QString::fromLatin1(size), tr("%1 rows by columns").arg(QString::fromLatin1(size))});
    m_blocks->setItems(sizes);
    m_onDevices = new CheckedChoice(tr("Devices"), QStringLiteral("cpu"));
    m_onDevices->setObjectName(QStringLiteral("timed devices"));
    m_threads = new CheckedChoice(tr("Threads"), tr("all"));
    m_threads->setObjectName(QStringLiteral("timed threads"));
    std::vector<CheckedChoice::Item> threads;
    for (const auto count : threadChoices())
        threads.push_back({QString::number(count), tr("%n thread(s) of the CPU", nullptr, count)});
    m_threads->setItems(threads);
    m_threads->setEnabled(threads.size() > 1);
    m_noDevice = new QLabel;
    m_noDevice->setObjectName(QStringLiteral("no timed device"));
    m_types = new CheckedChoice(tr("Types"), tr("its own"));
    m_types->setObjectName(QStringLiteral("timed types"));
    std::vector<CheckedChoice::Item> types;
    for (const auto& name : elementTypes)
        types.push_back({qt(name), tr("%1: elements").arg(qt(name))});
    for (const auto& name : indexTypes)
        types.push_back({qt(name), tr("%1: indices").arg(qt(name))});
    m_types->setItems(types);
    m_budget = new QSpinBox;
    m_budget->setObjectName(QStringLiteral("timing budget"));
    m_budget->setRange(leastBudget, mostBudget);
    m_budget->setValue(static_cast<int>(m_timings.choices().budget.count()));
    m_budget->setSuffix(tr(" ms per cell"));
    m_budget->setAccessibleName(tr("Time for each cell"));
    m_budget->setToolTip(tr("How long each operation on each form may take to be measured"));
    m_dense = new QSpinBox;
    m_dense->setObjectName(QStringLiteral("dense budget"));
    m_dense->setRange(0, mostDense);
    m_dense->setValue(static_cast<int>(m_timings.choices().mostDenseBytes >> 20));
    m_dense->setPrefix(tr("Dense up to "));
    m_dense->setSuffix(tr(" MiB"));
    m_dense->setGroupSeparatorShown(true);
    m_dense->setAccessibleName(tr("Memory budget of dense forms"));
    m_dense->setToolTip(tr("Forms that fill in zeros or padding are left out when they would take more"));
    std::vector<CheckedChoice::Item> ops;
    for (const auto& kind : timing::workloadKinds())
        ops.push_back({qt(kind.name), tr("%1: %2").arg(qt(kind.name), qt(kind.does))});
    m_ops->setItems(ops);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("timing state"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("timing progress"));
    m_progress->setAccessibleName(tr("Progress of the measurement"));
    m_progress->setRange(0, progressSteps);
    m_progress->setMaximumWidth(20 * fontMetrics().averageCharWidth());
    m_progress->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_progress->hide();

    auto* row = new FlowLayout;
    for (auto* each :
         std::initializer_list<QWidget*>{m_start, m_stop, m_tensors, m_ops, m_layouts, m_blocks, m_onDevices,
                                         m_threads, m_noDevice, m_types, m_budget, m_dense})
        row->addWidget(each);
    auto* below = new QHBoxLayout;
    below->addWidget(m_progress);
    below->addWidget(m_state, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addLayout(below);
}

void TimingControls::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_devices.lookOnce();
    estimateSoon();
}

void TimingControls::choose()
{
    auto choices = m_timings.choices();
    choices.ops = m_areOpsChosen ? asWords(m_ops->checked()) : std::vector<std::string>();
    choices.layouts = m_areLayoutsChosen ? asWords(m_layouts->checked()) : std::vector<std::string>();
    choices.blocks = asWords(m_blocks->checked());
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
    estimateSoon();
}

// Each under a name of its own. A file may have thousands of tensors: then those around the current one.
void TimingControls::listTensors()
{
    constexpr std::size_t most = 100;
    const auto& all = m_workspace.subjects();
    const auto current = std::ranges::find(all, m_workspace.current(), &Subject::id);
    const auto at = static_cast<std::size_t>(current - all.begin());
    const auto first = at > most / 2 ? std::min(at - most / 2, all.size() - std::min(all.size(), most)) : 0;
    const auto chosen = m_timings.choices().beside;
    FreeNames names;
    m_listed.clear();
    std::vector<CheckedChoice::Item> items;
    QStringList checked;
    for (std::size_t i = first; i < std::min(all.size(), first + most); ++i) {
        if (i == at || all[i].tensor->layout == nullptr)
            continue;
        const auto name = qt(names.take(all[i].title().toStdString()));
        m_listed.emplace(name, all[i].id);
        items.push_back({name, name});
        if (std::ranges::find(chosen, all[i].id) != chosen.end())
            checked << name;
    }
    m_tensors->setItems(items);
    m_tensors->setChecked(checked);
    m_tensors->setEnabled(!items.empty());
}

// Until the user chooses others, the usual ones of the current tensor.
void TimingControls::listOps()
{
    const auto* subject = m_workspace.currentSubject();
    m_start->setEnabled(subject != nullptr && !m_timings.isRunning());
    if (m_areOpsChosen || subject == nullptr || subject->tensor->layout == nullptr)
        return;
    QStringList usual;
    for (const auto& workload : timing::usualWorkloads(*subject->tensor))
        usual << qt(workload.name).section(QLatin1Char(' '), 0, 0); // "spmm" of "spmm k=64"
    m_ops->setChecked(usual);
}

// Until the user chooses others, all of them; a choice ends with the kind of tensor that it was made for.
void TimingControls::listLayouts()
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
    if (sorted != m_layoutsListed) {
        m_layoutsListed = sorted;
        m_areLayoutsChosen = false;
        auto choices = m_timings.choices();
        choices.layouts.clear();
        m_timings.setChoices(std::move(choices));
    }
    m_layouts->setItems(items);
    if (!m_areLayoutsChosen)
        m_layouts->setChecked(all);
    m_layouts->setEnabled(items.size() > 1);
    m_blocks->setVisible(areBlocked);
}

void TimingControls::listDevices()
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

QString TimingControls::whyNoDevice() const
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

void TimingControls::estimateSoon()
{
    m_estimate.clear();
    m_jobs.stop(this, QStringLiteral("estimate"));
    if (isVisible() && !m_timings.isRunning())
        m_soon.start();
    tellState();
}

// With the devices that are listed, where all that work are meant.
TimingChoices TimingControls::choicesHere() const
{
    auto choices = m_timings.choices();
    if (choices.devices.empty())
        choices.devices = asWords(m_onDevices->checked());
    return choices;
}

void TimingControls::estimate()
{
    const auto subjects = timedSubjects(m_workspace, m_timings.choices());
    if (subjects.empty() || m_timings.isRunning())
        return;
    m_jobs.start(
        this, QStringLiteral("estimate"),
        [tensors = timedTensors(subjects), name = Timings::namesOf(subjects), choices = choicesHere(),
         proofs = m_proofs](const Watch& watch) {
            std::vector<timing::PlanSubject> sound;
            for (const auto& each : tensors) {
                const auto proof = proofs->of(each.tensor, watch);
                const auto* proven = std::get_if<Sound>(proof.get());
                if (proven == nullptr)
                    return whyUnsound(each.name, *proof);
                sound.push_back({each.name.toStdString(), *proven});
            }
            const auto plan = timingPlanOf(sound.front().tensor, choices, watch);
            if (!plan)
                return qt(plan.error().text);
            const auto foresight =
                timing::foresightOf(timing::plannedSession(sound, *plan, watch), *plan, timing::paceOfMachine());
            return tr("%1: %2").arg(name, said(timing::sentenceOf(foresight)));
        },
        [this](const QString& text) {
            m_estimate = text;
            tellState();
        });
}

void TimingControls::tellState()
{
    const auto isRunning = m_timings.isRunning();
    m_start->setEnabled(m_workspace.currentSubject() != nullptr && !isRunning);
    m_stop->setEnabled(isRunning);
    const auto pace = m_timings.pace();
    m_progress->setVisible(isRunning);
    m_progress->setValue(pace ? static_cast<int>(pace->progress.share * progressSteps) : 0);
    if (pace)
        return m_state->setText(tr("%1: %2 of %3 cells, round %4, about %5 left.")
                                    .arg(m_timings.running())
                                    .arg(pace->progress.done)
                                    .arg(pace->progress.all)
                                    .arg(pace->progress.round)
                                    .arg(qt(timing::roughTimeText(pace->leftNs))));
    if (isRunning)
        return m_state->setText(tr("%1 is being measured.").arg(m_timings.running()));
    if (m_workspace.currentSubject() == nullptr && m_said.isEmpty())
        return m_state->setText(tr("Open a tensor to measure how fast operations are in each layout."));
    QStringList lines{m_said, m_estimate};
    lines.removeAll(QString());
    lines.removeDuplicates(); // why it can't be measured is known before it is tried, too
    m_state->setText(lines.join(QLatin1Char(' ')));
}

} // namespace tscope
