// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/claims_form.h"

#include "style/brief.h"
#include "style/titles.h"

#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolTip>

#include <algorithm>

namespace tscope {

namespace {

QString qString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// "(3, 4)", "3 4", "3x4", "()".
Result<Extents> extentsIn(const QString& text)
{
    static const QRegularExpression allowed(
        QStringLiteral("^\\s*[(\\[]?\\s*(-?\\d+(\\s*[,x\\s]\\s*-?\\d+)*)?\\s*,?\\s*[)\\]]?\\s*$"));
    static const QRegularExpression number(QStringLiteral("-?\\d+"));
    if (!allowed.match(text).hasMatch())
        return invalidArgument(
            ClaimsForm::tr("a size is wanted, like (3, 4), found \"%1\"").arg(text).toStdString());
    Extents extents;
    for (auto each = number.globalMatch(text); each.hasNext();) {
        bool fits = false;
        extents.push_back(each.next().captured().toLongLong(&fits));
        if (!fits)
            return invalidArgument(
                ClaimsForm::tr("an extent does not fit 64 bits in \"%1\"").arg(text).toStdString());
    }
    return extents;
}

template <class Made>
std::function<Result<Edit>(const QString&)> dtypeReader()
{
    return [](const QString& text) -> Result<Edit> {
        return Edit(Made{text.isEmpty() ? std::nullopt : std::optional(DType::parse(text.toStdString()))});
    };
}

QString textOf(const ClaimValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return QString::number(*number);
    return QString::fromStdString(std::get<std::string>(value));
}

// A value of the kind that the claim has now.
Result<Edit> claimEdit(const std::string& name, const ClaimValue& kind, const QString& text)
{
    if (text.isEmpty())
        return Edit(SetClaim{name, std::nullopt});
    if (std::holds_alternative<bool>(kind))
        return Edit(SetClaim{name, text == QLatin1String("true")});
    if (std::holds_alternative<std::string>(kind))
        return Edit(SetClaim{name, text.toStdString()});
    bool isNumber = false;
    const auto number = static_cast<std::int64_t>(text.toLongLong(&isNumber));
    if (!isNumber)
        return invalidArgument(ClaimsForm::tr("a whole number is wanted, found \"%1\"").arg(text).toStdString());
    return Edit(SetClaim{name, number});
}

} // namespace

ClaimsForm::ClaimsForm(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    m_form = new QFormLayout(this);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
}

std::vector<ClaimsForm::Claim> ClaimsForm::claimsOf(const Subject& subject) const
{
    const auto& tensor = *subject.tensor;
    std::vector<Claim> claims;
    claims.push_back({tr("Size"), QStringLiteral("size"),
                      tensor.size ? QString::fromStdString(text(*tensor.size)) : QString(), false,
                      [](const QString& typed) -> Result<Edit> {
                          if (typed.isEmpty())
                              return Edit(SetSize{});
                          auto extents = extentsIn(typed);
                          if (!extents)
                              return extents.error();
                          return Edit(SetSize{std::move(*extents)});
                      }});
    claims.push_back({tr("Element type"), QStringLiteral("dtype"),
                      tensor.dtype ? qString(tensor.dtype->name()) : QString(), false, dtypeReader<SetDType>()});
    if (std::ranges::any_of(tensor.layout->roles,
                            [](const RoleSpec& role) { return role.kind == RoleKind::index; }))
        claims.push_back({tr("Index type"), QStringLiteral("index dtype"),
                          tensor.indexDType ? qString(tensor.indexDType->name()) : QString(), false,
                          dtypeReader<SetIndexDType>()});
    claims.push_back({tr("Device"), QStringLiteral("device"),
                      tensor.device ? QString::fromStdString(tensor.device->text()) : QString(), false,
                      [](const QString& typed) -> Result<Edit> {
                          return Edit(SetDevice{
                              typed.isEmpty() ? std::nullopt : std::optional(Device::parse(typed.toStdString()))});
                      }});
    const auto add = [&](const std::string& name, const ClaimValue& kind, const QString& now) {
        claims.push_back({QString::fromStdString(name), QString::fromStdString(name), now,
                          std::holds_alternative<bool>(kind),
                          [name, kind](const QString& typed) { return claimEdit(name, kind, typed); }});
    };
    // A flag that means something to this layout may be claimed where it is not yet.
    constexpr std::string_view flag = "is_coalesced";
    const auto* claimed = tensor.claims.find(flag);
    if (claimed != nullptr || (subject.outline && subject.outline->coalesced))
        add(std::string(flag), claimed != nullptr ? *claimed : ClaimValue(false),
            claimed != nullptr ? textOf(*claimed) : QString());
    constexpr qsizetype longest = 4096; // beyond it a field would cut what it shows
    for (const auto& claim : tensor.claims.all())
        if (claim.name != flag && textOf(claim.value).size() <= longest)
            add(claim.name, claim.value, textOf(claim.value));
    return claims;
}

QWidget* ClaimsForm::fieldFor(const Claim& claim)
{
    if (claim.isFlag) {
        auto* combo = new QComboBox;
        combo->addItem(tr("not said"), QString());
        for (const auto* value : {"true", "false"})
            combo->addItem(QString::fromLatin1(value), QString::fromLatin1(value));
        connect(combo, &QComboBox::activated, this,
                [this, combo, id = claim.id] { commit(combo, id, combo->currentData().toString()); });
        return combo;
    }
    auto* field = new QLineEdit;
    field->setPlaceholderText(tr("not said"));
    if (claim.id.endsWith(QLatin1String("dtype"))) {
        QStringList names;
        for (const auto type : knownElementTypes())
            names << qString(DType(type).name());
        field->setCompleter(new QCompleter(names, field));
    }
    connect(field, &QLineEdit::editingFinished, this, [this, field, id = claim.id] {
        if (field->isModified())
            commit(field, id, field->text().trimmed());
    });
    return field;
}

void ClaimsForm::show(const Subject* subject)
{
    const bool isSame = subject != nullptr && subject->id == m_subject;
    if (isSame && !subject->outline)
        return;  // which flags there are is known soon
    if (!isSame) // what was being typed was meant for another tensor
        for (auto* field : m_fields)
            if (auto* line = qobject_cast<QLineEdit*>(field))
                line->setModified(false);
    auto claims = subject == nullptr ? std::vector<Claim>() : claimsOf(*subject);
    m_subject = subject == nullptr ? 0 : subject->id;
    // Fields stay while they are of the same claims: one of them may be typed into.
    if (!std::ranges::equal(claims, m_claims,
                            [](const Claim& a, const Claim& b) { return a.id == b.id && a.isFlag == b.isFlag; })) {
        // Later: it may be one of them that asked for this.
        while (m_form->rowCount() > 0) {
            const auto row = m_form->takeRow(0);
            for (auto* item : {row.labelItem, row.fieldItem}) {
                item->widget()->hide();
                item->widget()->setObjectName({});
                item->widget()->deleteLater();
                delete item;
            }
        }
        m_fields.clear();
        for (const auto& claim : claims) {
            auto* field = fieldFor(claim);
            field->setObjectName(QStringLiteral("claim ") + claim.id);
            field->setAccessibleName(tr("Claimed %1").arg(brief(claim.name)));
            m_form->addRow(asTitle(brief(claim.name)), field);
            m_fields.push_back(field);
        }
    }
    m_claims = std::move(claims);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const QSignalBlocker quiet(m_fields[i]);
        if (auto* combo = qobject_cast<QComboBox*>(m_fields[i]))
            combo->setCurrentIndex(std::max(0, combo->findData(m_claims[i].text)));
        else if (auto* field = qobject_cast<QLineEdit*>(m_fields[i]); !field->hasFocus() || !field->isModified())
            field->setText(m_claims[i].text);
    }
}

void ClaimsForm::commit(QWidget* field, const QString& id, const QString& text)
{
    const auto claim = std::ranges::find(m_claims, id, &Claim::id);
    if (auto* line = qobject_cast<QLineEdit*>(field))
        line->setModified(false);
    if (claim == m_claims.end() || text == claim->text)
        return;
    const auto edit = claim->read(text);
    if (!edit) {
        const auto why = QString::fromStdString(edit.error().text);
        QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())), why, field);
        field->setAccessibleDescription(why);
        if (auto* line = qobject_cast<QLineEdit*>(field))
            line->setText(claim->text);
        return;
    }
    field->setAccessibleDescription({});
    const auto title =
        text.isEmpty() ? tr("claim no %1").arg(brief(id)) : tr("claim %1 %2").arg(brief(id), brief(text));
    (void)m_workspace.edit(m_subject, {{*edit}}, title); // a claim can be anything
}

} // namespace tscope
