// SPDX-License-Identifier: GPL-3.0-or-later
#include "extending/extend_dialog.h"

#include "base/say.h"
#include "build/words.h"
#include "facts/extension_text.h"
#include "facts/history_text.h"
#include "jobs/jobs.h"
#include "ops/operations.h"
#include "panels/reading_table.h"
#include "proof/prove.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace tscope {

namespace {

// What a job made of the form.
struct BuiltSandbox {
    std::shared_ptr<Sandbox> sandbox; // null: it has no meaning
    std::string told;
    std::vector<std::string> likes;
};

BuiltSandbox builtSandbox(const Extension& wanted)
{
    auto table = registeredTable();
    BuiltSandbox out{nullptr, {}, likeable(table, wanted.kind)};
    auto extension = wanted;
    if (!out.likes.empty() && std::ranges::find(out.likes, extension.like) == out.likes.end())
        extension.like = out.likes.front();
    auto made = Sandbox::make(std::move(table), extension);
    if (!made) {
        out.told = made.error().text;
        return out;
    }
    out.sandbox = std::make_shared<Sandbox>(std::move(*made));
    out.told = summaryOf(*out.sandbox);
    if (wanted.kind != ExtensionKind::wrapper)
        return out;
    constexpr std::array<std::int64_t, 3> lookups{2, 0, 2};
    const auto gradients = compareEmbeddingGradients(1000, 4, lookups);
    out.told += '\n' + (gradients ? plainText(tellEmbedding(*gradients)) : gradients.error().text);
    return out;
}

CallRecordPtr sandboxCall(const Sandbox& sandbox, const OpSpec& op, const TensorPtr& tensor, const Watch& watch)
{
    auto record = std::make_shared<CallRecord>();
    record->title = qt(op.name);
    record->op = op.name;
    const auto failed = [&record](const Error& error) {
        record->outcome = qt(error.text);
        return record;
    };
    auto sound = proven(*tensor, say("the tensor"), watch);
    if (!sound)
        return failed(sound.error());
    const auto params = parseParams(op.params, {});
    if (!params)
        return failed(params.error());
    const std::vector<Sound> inputs(op.inputs.size(), *sound);
    const auto done = sandbox.run(op, inputs, *params, {.watch = watch, .trace = &record->trace});
    if (!done)
        return failed(done.error());
    record->isDone = true;
    record->outcome = qt(formText(done->tensor));
    return record;
}

QPushButton* sandboxButton(const QString& text, const char* name)
{
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

} // namespace

ExtendDialog::ExtendDialog(Workspace& workspace, Jobs& jobs, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_jobs(jobs)
{
    setObjectName(QStringLiteral("extend-dialog"));
    setWindowTitle(tr("Extension sandbox"));
    setModal(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeForm());
    m_summary = wrappedLabel("extend summary");
    layout->addWidget(m_summary);
    m_table = readingTable(m_gaps, "gaps", tr("What is missing"), GapsModel::stateColumn);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    layout->addWidget(m_table, 3);
    layout->addWidget(makeFills());
    layout->addWidget(makeRun());
    m_outcome = wrappedLabel("extend outcome");
    layout->addWidget(m_outcome);
    layout->addWidget(readingTable(m_trace, "extend trace", tr("Steps of the call"), TraceModel::textColumn), 2);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &ExtendDialog::build);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ExtendDialog::updateButtons);
    connect(&m_workspace, &Workspace::currentChanged, this, &ExtendDialog::updateButtons);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
        if (receiver == this)
            tell(text);
    });
    updateButtons();
}

void ExtendDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (m_sandbox == nullptr)
        m_soon.start();
}

QWidget* ExtendDialog::makeForm()
{
    m_kind = new QComboBox;
    m_kind->setObjectName(QStringLiteral("extend kind"));
    m_kind->addItem(tr("Layout"), static_cast<int>(ExtensionKind::layout));
    m_kind->addItem(tr("Device"), static_cast<int>(ExtensionKind::device));
    m_kind->addItem(tr("Element type"), static_cast<int>(ExtensionKind::elementType));
    m_kind->addItem(tr("Wrapper"), static_cast<int>(ExtensionKind::wrapper));
    m_name = new QLineEdit(QStringLiteral("toy"));
    m_name->setObjectName(QStringLiteral("extend name"));
    m_like = new QComboBox;
    m_like->setObjectName(QStringLiteral("extend like"));
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("K&ind"), m_kind);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Behaves like"), m_like);
    const auto changed = [this] { m_soon.start(); };
    connect(m_kind, &QComboBox::currentIndexChanged, this, changed);
    connect(m_name, &QLineEdit::textChanged, this, changed);
    connect(m_like, &QComboBox::currentIndexChanged, this, changed);
    return box;
}

QWidget* ExtendDialog::makeFills()
{
    m_kernel = sandboxButton(tr("Fill with the &kernel"), "fill kernel");
    m_conversion = sandboxButton(tr("Fill with a &conversion"), "fill conversion");
    m_clear = sandboxButton(tr("Remove the &filling"), "fill none");
    m_kernel->setToolTip(tr("The selected entries get the kernel of what the extension behaves like"));
    m_conversion->setToolTip(tr("The selected entries convert their inputs to a layout that has a kernel"));
    m_clear->setToolTip(tr("The selected entries are missing again"));
    m_hint = wrappedLabel("extend hint");
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_hint);
    auto* row = new QHBoxLayout;
    layout->addLayout(row);
    row->addWidget(m_kernel);
    row->addWidget(m_conversion);
    row->addWidget(m_clear);
    row->addStretch(1);
    connect(m_kernel, &QPushButton::clicked, this, [this] { fill(GapFill::kernel); });
    connect(m_conversion, &QPushButton::clicked, this, [this] { fill(GapFill::conversion); });
    connect(m_clear, &QPushButton::clicked, this, [this] { fill(GapFill::none); });
    return box;
}

QWidget* ExtendDialog::makeRun()
{
    m_op = new QComboBox;
    m_op->setObjectName(QStringLiteral("extend operation"));
    m_op->setAccessibleName(tr("Operation"));
    for (const auto* op : operations())
        m_op->addItem(qt(op->name));
    m_op->setCurrentIndex(std::max(0, m_op->findText(QStringLiteral("sum"))));
    m_run = sandboxButton(tr("&Run on the current tensor"), "extend run");
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_op);
    row->addWidget(m_run);
    row->addStretch(1);
    connect(m_run, &QPushButton::clicked, this, &ExtendDialog::run);
    return box;
}

ExtensionKind ExtendDialog::kind() const
{
    return static_cast<ExtensionKind>(m_kind->currentData().toInt());
}

// Builds the sandbox from the form, in a job because it goes through all kernels.
void ExtendDialog::build()
{
    m_sandbox.reset();
    m_gaps.setSandbox(nullptr);
    m_trace.setRecord(nullptr);
    m_outcome->clear();
    updateButtons();
    m_jobs.stop(this, QStringLiteral("sandbox run")); // a call on the sandbox that is replaced
    m_jobs.start(
        this, QStringLiteral("sandbox"),
        [wanted = Extension{kind(), m_name->text().toStdString(), m_like->currentText().toStdString()}](
            const Watch&) { return builtSandbox(wanted); },
        [this](const BuiltSandbox& built) {
            m_sandbox = built.sandbox;
            offerLikes(built.likes);
            m_gaps.setSandbox(m_sandbox);
            tell(qt(built.told));
            updateButtons();
        });
}

void ExtendDialog::offerLikes(const std::vector<std::string>& words)
{
    const QSignalBlocker quiet(m_like);
    const auto chosen = m_sandbox != nullptr ? qt(m_sandbox->extension().like) : m_like->currentText();
    m_like->clear();
    for (const auto& word : words)
        m_like->addItem(qt(word));
    m_like->setCurrentIndex(m_like->findText(chosen));
    m_like->setEnabled(!words.empty());
}

void ExtendDialog::tell(const QString& text)
{
    m_summary->setText(text.trimmed());
}

void ExtendDialog::fill(GapFill how)
{
    if (m_sandbox == nullptr)
        return;
    // A copy, as a call may still read the one that is there.
    auto changed = std::make_shared<Sandbox>(*m_sandbox);
    const auto rows = m_table->selectionModel()->selectedRows();
    for (const auto& index : rows)
        if (const auto done = changed->fill(static_cast<std::size_t>(index.row()), how); !done)
            tell(qt(done.error().text));
    m_sandbox = std::move(changed);
    m_gaps.replaceFills(m_sandbox);
    updateButtons();
}

void ExtendDialog::run()
{
    const auto* subject = m_workspace.currentSubject();
    const auto* op = operationNamed(m_op->currentText().toStdString());
    if (subject == nullptr || op == nullptr || m_sandbox == nullptr)
        return;
    m_outcome->setText(tr("Running"));
    m_jobs.start(
        this, QStringLiteral("sandbox run"),
        [sandbox = m_sandbox, op, tensor = subject->tensor](const Watch& watch) {
            return sandboxCall(*sandbox, *op, tensor, watch);
        },
        [this](const CallRecordPtr& record) {
            m_trace.setRecord(record);
            m_outcome->setText(record->title + QStringLiteral(": ") + record->outcome);
        });
}

void ExtendDialog::updateButtons()
{
    const auto rows = m_table->selectionModel()->selectedRows();
    const bool isChosen = m_sandbox != nullptr && !rows.empty();
    const auto isFilled = [&](const QModelIndex& index) {
        return m_sandbox->gaps()[static_cast<std::size_t>(index.row())].fill != GapFill::none;
    };
    m_kernel->setEnabled(isChosen);
    m_conversion->setEnabled(isChosen);
    m_clear->setEnabled(isChosen && std::ranges::any_of(rows, isFilled));
    m_hint->setText(whatToDo());
    m_hint->setVisible(!m_hint->text().isEmpty());
    m_run->setEnabled(m_sandbox != nullptr && m_workspace.currentSubject() != nullptr);
}

// Why nothing can be filled, and what to do about it. Empty where something can, or where the summary says why
// not.
QString ExtendDialog::whatToDo() const
{
    if (m_sandbox == nullptr || m_table->selectionModel()->hasSelection())
        return {};
    if (m_sandbox->gaps().empty())
        return tr("The table has all that it needs: there is nothing to fill.");
    return tr("Select missing entries in the table to fill them.");
}

} // namespace tscope
