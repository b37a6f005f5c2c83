// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/run_dialog.h"

#include "build/words.h"
#include "calls/type_choice.h"
#include "ops/operations.h"
#include "views/subject_choice.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>

namespace tscope {

namespace {

constexpr std::string_view device = "cpu";

QString textOf(QWidget* field)
{
    if (const auto* box = qobject_cast<QCheckBox*>(field))
        return box->isChecked() ? QStringLiteral("yes") : QStringLiteral("no");
    if (const auto* choice = qobject_cast<QComboBox*>(field))
        return choice->currentData().toInt() < 0 ? QString() : choice->currentText();
    return qobject_cast<QLineEdit*>(field)->text().trimmed();
}

} // namespace

RunDialog::RunDialog(Workspace& workspace, Jobs& jobs, Calls& calls, Theme theme, QWidget* parent)
    : CallDialog(workspace, jobs, calls, theme, tr("&Run"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("run-dialog"));
    setWindowTitle(tr("Run an operation"));
    m_op = new QComboBox;
    m_op->setObjectName(QStringLiteral("operation"));
    m_op->setMaxVisibleItems(20);
    for (const auto* spec : operations())
        m_op->addItem(tr("%1: %2").arg(qt(spec->name), qt(spec->summary)), qt(spec->name));
    m_op->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_op->setMinimumContentsLength(20);
    form().addRow(tr("&Operation"), m_op);
    connect(m_op, &QComboBox::currentIndexChanged, this, &RunDialog::showOp);
    showOp();
}

const OpSpec& RunDialog::op() const
{
    return *operationNamed(m_op->currentData().toString().toStdString()); // only operations were added
}

void RunDialog::showOp()
{
    while (form().rowCount() > 1)
        form().removeRow(1);
    m_inputs.clear();
    m_params.clear();
    for (const auto& input : op().inputs)
        addInput(input);
    for (const auto& param : op().params)
        addParam(param);
    spread();
    lookSoon();
}

void RunDialog::addInput(const OpInput& input)
{
    auto* choice = new SubjectChoice(m_workspace);
    choice->setObjectName(QStringLiteral("input %1").arg(qt(input.name)));
    choice->setToolTip(qt(input.meaning));
    choice->setAccessibleName(qt(input.name));
    choice->setAccessibleDescription(qt(input.meaning));
    form().addRow(qt(input.name), choice);
    m_inputs.push_back(choice);
    connect(choice, &SubjectChoice::chosen, this, &RunDialog::lookSoon);
}

// A field of its kind, with what it is when nothing is said.
void RunDialog::addParam(const ParamSpec& param)
{
    QWidget* field = nullptr;
    if (param.kind == ParamKind::flag) {
        auto* box = new QCheckBox(qt(param.meaning));
        box->setChecked(param.fallback == "yes");
        connect(box, &QCheckBox::toggled, this, &RunDialog::lookSoon);
        field = box;
    } else if (param.kind == ParamKind::type) {
        auto* choice = new TypeChoice(TypeChoice::Which::all, tr("as it comes out"));
        choice->setCurrentIndex(
            std::max(0, choice->findText(qt(param.fallback.empty() ? "" : DType::parse(param.fallback).name()))));
        connect(choice, &QComboBox::currentIndexChanged, this, &RunDialog::lookSoon);
        field = choice;
    } else {
        auto* line = new QLineEdit(qt(param.fallback));
        line->setPlaceholderText(qt(param.meaning));
        connect(line, &QLineEdit::textChanged, this, &RunDialog::lookSoon);
        field = line;
    }
    field->setObjectName(QStringLiteral("param %1").arg(qt(param.name)));
    field->setToolTip(qt(param.meaning));
    field->setAccessibleName(qt(param.name));
    field->setAccessibleDescription(qt(param.meaning));
    form().addRow(qt(param.name), field);
    m_params.push_back(field);
}

void RunDialog::ask(SubjectId subject)
{
    if (!m_inputs.empty())
        m_inputs.front()->choose(subject);
    spread();
    lookSoon();
    m_op->setFocus(Qt::OtherFocusReason);
}

// The first stays what it is, each other is the next one that is open.
void RunDialog::spread()
{
    const auto& open = m_workspace.subjects();
    for (std::size_t i = 1; i < m_inputs.size() && !open.empty(); ++i) {
        const auto* before = m_inputs[i - 1]->subject();
        const auto at = before == nullptr ? 0 : static_cast<std::size_t>(m_workspace.positionOf(before->id)) + 1;
        m_inputs[i]->choose(open[at % open.size()].id);
    }
}

Result<std::vector<CallInput>> RunDialog::inputs() const
{
    std::vector<CallInput> all;
    for (const auto* choice : m_inputs) {
        const auto* subject = choice->subject();
        if (subject == nullptr)
            return stillMissing(tr("Open or build a tensor first: it is what is computed with."));
        all.push_back({subject->name, subject->tensor});
    }
    return all;
}

Result<Params> RunDialog::params() const
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < m_params.size(); ++i) {
        const auto& spec = op().params[i];
        const auto text = textOf(m_params[i]);
        if (!text.isEmpty() || !spec.optional)
            texts.push_back(std::string(spec.name) + "=" + text.toStdString());
    }
    return parseParams(op().params, texts);
}

// What a call is known to make and to cost before it is made.
std::string RunDialog::resultOf(const OpSpec& op, const OpPlan& plan, const SupportCell& cell)
{
    auto line = tr("The kernel writes %1 %2 %3.")
                    .arg(qt(plan.result.layout->name), qt(text(plan.result.size)), qt(plan.result.dtype.name()));
    if (cell.result != plan.result.layout->name)
        line += QLatin1Char(' ') + tr("A view of it, %1, is the result.").arg(qt(cell.result));
    if (const auto flops = op.flops == nullptr ? 0 : op.flops(plan); flops > 0)
        line += QLatin1Char(' ') + tr("Multiplications and additions: %L1.").arg(flops);
    return line.toStdString();
}

Result<CallDialog::Look> RunDialog::look() const
{
    auto given = inputs();
    if (!given)
        return given.error();
    auto read = params();
    if (!read)
        return read.error();
    return Look([&op = op(), inputs = std::move(*given), params = std::move(*read),
                 proofs = proofs()](const Watch&) -> Told {
        std::vector<Tensor> tensors;
        std::vector<std::string_view> layouts;
        for (const auto& input : inputs) {
            layouts.push_back(input.tensor->layout->name);
            const auto proof = proofs->of(input.tensor);
            if (!std::holds_alternative<Sound>(*proof))
                return {{}, whyUnsound(input.name, *proof)};
            tensors.push_back(*input.tensor);
        }
        const auto cell = supportOf(op, device, layouts);
        Told told{{text(cell)}, {}};
        if (!cell.isSupported())
            return {{}, qt(text(cell))};
        if (cell.answer != SupportCell::Answer::kernel) // what it is planned for is not there yet
            return told;
        const auto plan = op.plan(tensors, params);
        if (!plan)
            told.obstacle = qt(plan.error().text);
        else
            told.lines.push_back(resultOf(op, *plan, cell));
        return told;
    });
}

void RunDialog::call()
{
    const auto given = inputs();
    const auto read = params();
    if (given && read)
        calls().run(op(), *given, *read);
}

} // namespace tscope
