// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_controls.h"

#include "build/words.h"
#include "charts/measures.h"
#include "devices/devices.h"
#include "jobs/jobs.h"
#include "timing/workload.h"
#include "views/checked_choice.h"
#include "views/flow_layout.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr int leastBudget = 1, mostBudget = 60'000; // milliseconds

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
        if (const auto* subject = m_workspace.currentSubject(); subject != nullptr && !m_timings.isRunning())
            m_timings.measure(*subject);
    });
    connect(m_stop, &QPushButton::clicked, &m_timings, &Timings::stop);
    connect(m_ops, &CheckedChoice::changed, this, [this] {
        m_areOpsChosen = true;
        choose();
    });
    connect(m_onDevices, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_types, &CheckedChoice::changed, this, &TimingControls::choose);
    connect(m_budget, &QSpinBox::valueChanged, this, &TimingControls::choose);
    connect(&m_devices, &Devices::changed, this, &TimingControls::listDevices);
    const auto follow = [this] {
        listOps();
        estimateSoon();
    };
    connect(&m_workspace, &Workspace::currentChanged, this, follow);
    connect(&m_workspace, &Workspace::subjectChanged, this, follow);
    connect(&m_timings, &Timings::runningChanged, this, [this] {
        m_said.clear();
        if (!m_timings.isRunning())
            estimateSoon();
        tellState();
    });
    connect(&m_timings, &Timings::shownChanged, this, &TimingControls::tellState);
    const auto say = [this](const QString& text) {
        m_said = text;
        tellState();
    };
    connect(&m_timings, &Timings::told, this, say);
    connect(&m_timings, &Timings::failed, this, say);
    listDevices();
    listOps();
    tellState();
}

void TimingControls::makeChoices()
{
    m_start = new QPushButton(tr("Time all layouts"));
    m_start->setObjectName(QStringLiteral("time all"));
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setObjectName(QStringLiteral("stop timing"));
    m_stop->setAccessibleName(tr("Stop measuring"));
    m_ops = new CheckedChoice(tr("Operations"), tr("the usual ones"));
    m_ops->setObjectName(QStringLiteral("timed operations"));
    m_onDevices = new CheckedChoice(tr("Devices"), QStringLiteral("cpu"));
    m_onDevices->setObjectName(QStringLiteral("timed devices"));
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
    std::vector<CheckedChoice::Item> ops;
    for (const auto& kind : timing::workloadKinds())
        ops.push_back({qt(kind.name), tr("%1: %2").arg(qt(kind.name), qt(kind.does))});
    m_ops->setItems(ops);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("timing state"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* row = new FlowLayout;
    for (auto* each : std::initializer_list<QWidget*>{m_start, m_stop, m_ops, m_onDevices, m_types, m_budget})
        row->addWidget(each);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_state);
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
    choices.devices = asWords(m_onDevices->checked());
    choices.dtypes = those(m_types->checked(), elementTypes);
    choices.indexTypes = those(m_types->checked(), indexTypes);
    choices.budget = std::chrono::milliseconds(m_budget->value());
    m_timings.setChoices(std::move(choices));
    estimateSoon();
}

// Until somebody chooses others, the usual ones of the current tensor.
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

void TimingControls::listDevices()
{
    std::vector<CheckedChoice::Item> items{{QStringLiteral("cpu"), tr("cpu: this processor")}};
    for (const auto& facts : m_devices.usable())
        items.push_back({qt(facts.id), qt(facts.id + ": " + facts.name)});
    m_onDevices->setItems(items);
    if (m_onDevices->checked().isEmpty())
        m_onDevices->setChecked({QStringLiteral("cpu")});
    m_onDevices->setEnabled(items.size() > 1);
}

void TimingControls::estimateSoon()
{
    m_estimate.clear();
    m_jobs.stop(this, QStringLiteral("estimate"));
    if (isVisible() && !m_timings.isRunning())
        m_soon.start();
    tellState();
}

void TimingControls::estimate()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || m_timings.isRunning())
        return;
    m_jobs.start(
        this, QStringLiteral("estimate"),
        [tensor = subject->tensor, name = subject->title(), choices = m_timings.choices(),
         proofs = m_proofs](const Watch& watch) {
            const auto proof = proofs->of(tensor, watch);
            const auto* sound = std::get_if<Sound>(proof.get());
            if (sound == nullptr)
                return whyUnsound(name, *proof);
            const auto plan = timingPlanOf(*sound, choices, watch);
            if (!plan)
                return qt(plan.error().text);
            const auto all = timing::estimate(*plan, 1);
            return tr("%n cells of %1, at most %2 without conversions and checks.", nullptr,
                      static_cast<int>(all.cells))
                .arg(name, charts::timeText(static_cast<double>(all.longest.count())));
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
    if (isRunning && m_timings.isGrowing()) {
        const auto progress = progressOf(*m_timings.shown()->session);
        return m_state->setText(tr("%1: %2 of %3 cells, round %4.")
                                    .arg(m_timings.running())
                                    .arg(progress.done)
                                    .arg(progress.all)
                                    .arg(progress.round));
    }
    if (isRunning)
        return m_state->setText(tr("%1 is being measured.").arg(m_timings.running()));
    if (m_workspace.currentSubject() == nullptr && m_said.isEmpty())
        return m_state->setText(tr("Open a tensor: how fast it is in each layout is measured here."));
    QStringList lines{m_said, m_estimate};
    lines.removeAll(QString());
    lines.removeDuplicates(); // why it can't be measured is known before it is tried, too
    m_state->setText(lines.join(QLatin1Char(' ')));
}

} // namespace tscope
