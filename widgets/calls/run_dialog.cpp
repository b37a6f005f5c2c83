// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/run_dialog.h"

#include "base/checked_math.h"
#include "build/words.h"
#include "calls/type_choice.h"
#include "convert/changes.h"
#include "devices/device_support.h"
#include "devices/devices.h"
#include "facts/wording.h"
#include "language/catalogue.h"
#include "layouts/registry.h"
#include "ops/number_input.h"
#include "ops/operations.h"
#include "ops/ways_round.h"
#include "views/subject_choice.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace tscope {

namespace {

constexpr int fixedRows = 2; // operation and device, whatever the operation

// What is computed with it takes no time, whatever it is.
bool isSmall(const CallInput& input)
{
    constexpr std::int64_t few = 1024;
    const auto outline = input.tensor->layout->read(*input.tensor, {})->outline();
    std::int64_t elements = outline.size ? 1 : int64Max;
    for (std::size_t d = 0; outline.size && d < outline.size->size(); ++d) {
        const auto& extent = (*outline.size)[d];
        elements = saturatingMul(elements, extent.kind == OuterExtent::Kind::number
                                               ? std::max<std::int64_t>(extent.value, 1)
                                               : few + 1);
    }
    return elements <= few && storedElements(*input.tensor) <= few;
}

QString textOf(QWidget* field)
{
    if (const auto* box = qobject_cast<QCheckBox*>(field))
        return box->isChecked() ? QStringLiteral("yes") : QStringLiteral("no");
    if (const auto* choice = qobject_cast<QComboBox*>(field))
        return choice->currentData().toInt() < 0 ? QString() : choice->currentText();
    return qobject_cast<QLineEdit*>(field)->text().trimmed();
}

} // namespace

RunDialog::RunDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
                     QWidget* parent)
    : CallDialog(workspace, jobs, calls, cover, theme, tr("&Run"), parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("run-dialog"));
    setWindowTitle(tr("Run an operation"));
    m_op = new QComboBox;
    m_op->setObjectName(QStringLiteral("operation"));
    m_op->setMaxVisibleItems(20);
    for (const auto* spec : operations())
        m_op->addItem(tr("%1: %2").arg(qt(spec->name), qt(translated(spec->summary))), qt(spec->name));
    m_op->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_op->setMinimumContentsLength(20);
    form().addRow(tr("&Operation"), m_op);
    addDeviceRow();
    connect(m_op, &QComboBox::currentIndexChanged, this, &RunDialog::showOp);
    showOp();
}

const OpSpec& RunDialog::op() const
{
    return *operationNamed(m_op->currentData().toString().toStdString()); // only operations were added
}

void RunDialog::showOp()
{
    while (form().rowCount() > fixedRows)
        form().removeRow(fixedRows);
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
    choice->setToolTip(qt(translated(input.meaning)));
    choice->setAccessibleName(qt(input.name));
    choice->setAccessibleDescription(qt(translated(input.meaning)));
    connect(choice, &SubjectChoice::chosen, this, &RunDialog::lookSoon);
    m_inputs.push_back({choice, nullptr});
    if (!input.mayBeNumber) {
        form().addRow(qt(input.name), choice);
        return;
    }
    auto* number = new QLineEdit;
    number->setObjectName(QStringLiteral("number %1").arg(qt(input.name)));
    number->setPlaceholderText(tr("or a number"));
    number->setToolTip(tr("A number instead of the tensor, such as 2, -0.5 or 1+2j"));
    number->setAccessibleName(tr("%1 as a number").arg(qt(input.name)));
    m_inputs.back().number = number;
    connect(number, &QLineEdit::textChanged, this, [this, choice, number] {
        choice->setEnabled(number->text().trimmed().isEmpty());
        lookSoon();
    });
    auto* both = new QWidget; // goes with its row, which a layout's widgets would not
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins({});
    row->addWidget(choice, 2);
    row->addWidget(number, 1);
    form().addRow(qt(input.name), both);
}

// A field of its kind, with what it is when nothing is said.
void RunDialog::addParam(const ParamSpec& param)
{
    QWidget* field = nullptr;
    if (param.kind == ParamKind::flag) {
        auto* box = new QCheckBox(qt(translated(param.meaning)));
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
        line->setPlaceholderText(qt(translated(param.meaning)));
        connect(line, &QLineEdit::textChanged, this, &RunDialog::lookSoon);
        field = line;
    }
    field->setObjectName(QStringLiteral("param %1").arg(qt(param.name)));
    field->setToolTip(qt(translated(param.meaning)));
    field->setAccessibleName(qt(param.name));
    field->setAccessibleDescription(qt(translated(param.meaning)));
    form().addRow(qt(param.name), field);
    m_params.push_back(field);
}

void RunDialog::ask(SubjectId subject, const OpSpec* op)
{
    if (op != nullptr)
        m_op->setCurrentIndex(m_op->findData(qt(op->name)));
    if (!m_inputs.empty())
        m_inputs.front().choice->choose(subject);
    spread();
    lookSoon();
    m_op->setFocus(Qt::OtherFocusReason);
}

// The first stays what it is, each other is the next one that is open.
void RunDialog::spread()
{
    const auto& open = m_workspace.subjects();
    for (std::size_t i = 1; i < m_inputs.size() && !open.empty(); ++i) {
        const auto* before = m_inputs[i - 1].choice->subject();
        const auto at = before == nullptr ? 0 : static_cast<std::size_t>(m_workspace.positionOf(before->id)) + 1;
        m_inputs[i].choice->choose(open[at % open.size()].id);
    }
}

QString RunDialog::InputField::numberText() const
{
    return number == nullptr ? QString() : number->text().trimmed();
}

Result<std::vector<CallInput>> RunDialog::inputs() const
{
    std::vector<CallInput> all;
    DType beside; // what numbers are fitted to
    for (const auto& field : m_inputs) {
        const auto* subject = field.choice->subject();
        auto& input = all.emplace_back(CallInput{field.numberText(), nullptr});
        if (!input.name.isEmpty())
            continue;
        if (subject == nullptr)
            return stillMissing(tr("Open or build a tensor first: it is what is computed with."));
        input = {subject->title(), subject->tensor, subject->id};
        beside = subject->tensor->declaredDType();
    }
    for (auto& input : all) {
        if (input.tensor != nullptr)
            continue;
        auto number = numberTensor(input.name.toStdString(), beside);
        if (!number)
            return invalidArgument(tr("A number was wanted, found \"%1\".").arg(input.name).toStdString());
        input.tensor = std::make_shared<const Tensor>(std::move(*number));
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

// What a call is known to make and to cost before it is made, or why it can't be made.
Result<std::string> RunDialog::planned(const OpSpec& op, const std::vector<Sound>& inputs, const Params& params)
{
    std::vector<Tensor> tensors;
    for (const auto& input : inputs)
        tensors.push_back(input.tensor());
    const auto plan = op.plan(tensors, params);
    if (!plan)
        return plan.error();
    auto line =
        tr("The kernel writes %1 %2 %3.")
            .arg(qt(plan->result.layout->name), qt(text(plan->result.size)), qt(plan->result.dtype.name()));
    if (const auto flops = op.flops == nullptr ? 0 : op.flops(*plan); flops > 0)
        line += QLatin1Char(' ') + tr("Multiplications and additions: %L1.").arg(flops);
    return line.toStdString();
}

// Small tensors are computed with to see: the steps to the kernel are what they will be.
CallDialog::Told RunDialog::tried(const OpSpec& op, const std::vector<Sound>& inputs, const Params& params,
                                  const Watch& watch)
{
    const auto made = run(op, inputs, params, {.watch = watch});
    if (!made)
        return {{}, qt(sentenceOf(made.error()))};
    Told told;
    for (const auto& step : made->trace.steps)
        told.lines.push_back("  " + text(step));
    told.lines.push_back(tr("The result: %1").arg(qt(summaryOf(info(made->tensor)))).toStdString());
    return told;
}

// Of others what is known before: what the conversions on the way round would do, the plan of a kernel.
CallDialog::Told RunDialog::guessed(const OpSpec& op, const SupportCell& cell, const std::vector<Sound>& inputs,
                                    const Params& params, const Watch& watch)
{
    Told told;
    if (cell.answer == SupportCell::Answer::kernel) {
        const auto line = planned(op, inputs, params);
        if (!line)
            return {{}, qt(line.error().text)};
        told.lines.push_back(*line);
        return told;
    }
    if (cell.device != "cpu") // what its conversions cost is known there only
        return told;
    const auto way = waysRound(op, cell.layouts, cell.result, cell.device).front();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (way.inputs[i] == cell.layouts[i])
            continue;
        ConvertRequest request;
        request.layout = layoutNamed(way.inputs[i]);
        const auto outlook = foresee(inputs[i], request, {.watch = watch});
        if (!outlook)
            return {{}, qt(outlook.error().text)};
        for (const auto& step : outlook->route)
            told.lines.push_back("  " + routeText(step));
    }
    return told;
}

std::vector<SubjectId> RunDialog::inputIds() const
{
    std::vector<SubjectId> ids;
    for (const auto& field : m_inputs)
        if (const auto* subject = field.choice->subject(); subject != nullptr && field.numberText().isEmpty())
            ids.push_back(subject->id);
    return ids;
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
                 device = device().toStdString(), worker = calls().devices().worker(),
                 proofs = proofs()](const Watch& watch) -> Told {
        std::vector<Sound> proven;
        std::vector<std::string_view> layouts;
        for (const auto& input : inputs) {
            layouts.push_back(input.tensor->layout->name);
            const auto proof = proofs->of(input.tensor, watch);
            const auto* sound = std::get_if<Sound>(proof.get());
            if (sound == nullptr)
                return {{}, whyUnsound(input.name, *proof)};
            proven.push_back(*sound);
        }
        const bool isHere = device == "cpu";
        const auto found = isHere ? Result<SupportCell>(supportOf(op, device, layouts))
                                  : supportOn(device, op.name, layouts, *worker, watch);
        if (!found)
            return {{}, qt(sentenceOf(found.error()))};
        const auto& cell = *found;
        if (!cell.isSupported())
            return {{}, qt(text(cell))};
        auto told = isHere && std::ranges::all_of(inputs, isSmall) ? tried(op, proven, params, watch)
                                                                   : guessed(op, cell, proven, params, watch);
        told.lines.insert(told.lines.begin(), text(cell));
        return told;
    });
}

void RunDialog::call()
{
    const auto given = inputs();
    const auto read = params();
    if (given && read)
        calls().run(op(), *given, *read, device());
}

} // namespace tscope
