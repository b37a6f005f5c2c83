// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/convert_dialog.h"

#include "array/number_list.h"
#include "build/words.h"
#include "calls/type_choice.h"
#include "devices/device_support.h"
#include "devices/devices.h"
#include "facts/wording.h"
#include "layouts/registry.h"
#include "ops/padded.h"
#include "views/subject_choice.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>

namespace tscope {

namespace {

constexpr int asItIs = -1; // dense dims

} // namespace

std::vector<std::string> linesOf(const Outlook& outlook)
{
    std::vector<std::string> lines;
    lines.push_back(
        (outlook.isTried ? ConvertDialog::tr("Steps:") : ConvertDialog::tr("Steps, their bytes guessed:"))
            .toStdString());
    for (const auto& step : outlook.route)
        lines.push_back("  " + routeText(step) + (step.view ? "" : " (" + step.kernel + ")"));
    for (auto& line : changeLinesOf(outlook))
        lines.push_back(std::move(line));
    return lines;
}

std::vector<std::string> changeLinesOf(const Outlook& outlook)
{
    if (outlook.changes.empty())
        return {ConvertDialog::tr("Nothing of what it stores is lost.").toStdString()};
    std::vector<std::string> lines;
    lines.push_back(
        (outlook.isTried ? ConvertDialog::tr("Not as it was:") : ConvertDialog::tr("May not be as it was:"))
            .toStdString());
    for (const auto& change : outlook.changes)
        lines.push_back("  " + change);
    return lines;
}

ConvertDialog::ConvertDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
                             QWidget* parent)
    : CallDialog(workspace, jobs, calls, cover, theme, tr("Con&vert"), parent)
{
    setObjectName(QStringLiteral("convert-dialog"));
    setWindowTitle(tr("Convert a tensor"));
    makeForm(workspace);
    const auto again = [this] {
        enableFields();
        lookSoon();
    };
    connect(m_subject, &SubjectChoice::chosen, this, again);
    for (auto* choice : {m_layout, static_cast<QComboBox*>(m_type), static_cast<QComboBox*>(m_indexType)})
        connect(choice, &QComboBox::currentIndexChanged, this, again);
    connect(m_block, &QLineEdit::textChanged, this, again);
    connect(m_denseDims, &QSpinBox::valueChanged, this, again);
    connect(m_dropZeros, &QCheckBox::toggled, this, again);
    auto* movement = addButton(tr("&Movement"), "movement");
    movement->setEnabled(false); // until something was converted
    connect(&calls, &Calls::ended, movement, [movement](const CallRecordPtr& record) {
        movement->setEnabled(record->op == "convert" && record->subject != 0 && record->made != 0);
    });
    connect(movement, &QPushButton::clicked, this, [this] {
        if (const auto& last = this->calls().last(); last && last->made != 0)
            Q_EMIT movementAsked(last->subject, last->made);
    });
    enableFields();
}

void ConvertDialog::makeForm(Workspace& workspace)
{
    m_subject = new SubjectChoice(workspace);
    m_subject->setObjectName(QStringLiteral("subject"));
    m_layout = new QComboBox;
    m_layout->setObjectName(QStringLiteral("layout"));
    m_layout->setMaxVisibleItems(20);
    for (const auto* layout : layouts())
        m_layout->addItem(qt(layout->name));
    m_block = new QLineEdit;
    m_block->setObjectName(QStringLiteral("block"));
    m_block->setPlaceholderText(tr("rows, columns"));
    m_type = new TypeChoice(TypeChoice::Which::all, tr("Unchanged"));
    m_type->setObjectName(QStringLiteral("type"));
    m_indexType = new TypeChoice(TypeChoice::Which::ofIndices, tr("Unchanged"));
    m_indexType->setObjectName(QStringLiteral("index type"));
    m_denseDims = new QSpinBox;
    m_denseDims->setObjectName(QStringLiteral("dense dims"));
    m_denseDims->setRange(asItIs, 64);
    m_denseDims->setValue(asItIs);
    m_denseDims->setSpecialValueText(tr("Unchanged"));
    m_dropZeros = new QCheckBox(tr("Leave out entries that are nothing but &zeros"));
    m_dropZeros->setObjectName(QStringLiteral("drop zeros"));
    form().addRow(tr("&Tensor"), m_subject);
    form().addRow(tr("&Layout"), m_layout);
    form().addRow(tr("&Block size"), m_block);
    form().addRow(tr("&Element type"), m_type);
    form().addRow(tr("&Index type"), m_indexType);
    form().addRow(tr("&Dense dims"), m_denseDims);
    form().addRow(QString(), m_dropZeros);
    addDeviceRow();
}

const Layout& ConvertDialog::layout() const
{
    return *layoutNamed(m_layout->currentText().toStdString()); // only layouts were added
}

void ConvertDialog::ask(SubjectId subject, const Layout* layout)
{
    m_subject->choose(subject);
    if (layout != nullptr)
        m_layout->setCurrentText(qt(layout->name));
    enableFields();
    lookSoon();
    (layout != nullptr && isBlocked(*layout) ? static_cast<QWidget*>(m_block) : m_layout)
        ->setFocus(Qt::OtherFocusReason);
}

void ConvertDialog::enableFields()
{
    m_block->setEnabled(isBlocked(layout()));
}

Result<ConvertRequest> ConvertDialog::request() const
{
    ConvertRequest request;
    request.layout = &layout();
    request.dtype = m_type->type();
    request.indexDType = m_indexType->type();
    request.dropZeros = m_dropZeros->isChecked();
    if (m_denseDims->value() != asItIs)
        request.denseDims = m_denseDims->value();
    const auto text = m_block->text().simplified();
    if (isBlocked(layout()) && !text.isEmpty()) {
        static const QRegularExpression between(QStringLiteral("\\s*[,x\u00d7]\\s*|\\s+"));
        const auto block = parseBlockSize(QString(text).replace(between, QStringLiteral(",")).toStdString());
        if (!block)
            return invalidArgument(
                tr("The rows and columns of a block were wanted, found \"%1\".").arg(text).toStdString());
        request.block = *block;
    }
    return request;
}

std::vector<SubjectId> ConvertDialog::inputIds() const
{
    const auto* subject = m_subject->subject();
    return {subject == nullptr ? 0 : subject->id};
}

Result<CallDialog::Look> ConvertDialog::look() const
{
    const auto* subject = m_subject->subject();
    if (subject == nullptr)
        return stillMissing(tr("Open or build a tensor first: it is what is converted."));
    const auto asked = request();
    if (!asked)
        return asked.error();
    const auto& outline = subject->shown().outline;
    if (isBlocked(layout()) && !asked->block && outline && !outline->blocksize)
        return stillMissing(tr("Give the block size, for example 2 \u00d7 3."));
    return Look([tensor = subject->tensor, name = subject->title(), request = *asked,
                 device = device().toStdString(), worker = calls().devices().worker(),
                 proofs = proofs()](const Watch& watch) -> Told {
        const auto proof = proofs->of(tensor, watch);
        const auto* sound = std::get_if<Sound>(proof.get());
        if (sound == nullptr)
            return {{}, whyUnsound(name, *proof)};
        const auto outlook = foresee(*sound, request, {.watch = watch});
        if (!outlook)
            return {{},
                    qt(outlook.error().text),
                    outlook.error().reason == noCommonSize ? tr("Pad with 0") : QString()};
        if (device == "cpu" || request.layout == tensor->layout)
            return {linesOf(*outlook), {}};
        const std::array layouts{tensor->layout->name, request.layout->name};
        const auto cell = supportOn(device, "convert", layouts, *worker, watch);
        if (!cell || !cell->isSupported())
            return {{}, qt(cell ? text(*cell) : sentenceOf(cell.error()))};
        auto lines = changeLinesOf(*outlook);
        lines.insert(lines.begin(), text(*cell));
        return {std::move(lines), {}};
    });
}

// Components of different sizes, as one tensor in which they all have the size of the largest.
void ConvertDialog::takeWayOut()
{
    if (const auto* subject = m_subject->subject())
        calls().run(toPaddedOp(), {{subject->title(), subject->tensor, subject->id}},
                    *parseParams(toPaddedOp().params, {}));
}

void ConvertDialog::call()
{
    const auto* subject = m_subject->subject();
    const auto asked = request();
    if (subject != nullptr && asked)
        calls().convert(*subject, *asked, device());
}

} // namespace tscope
