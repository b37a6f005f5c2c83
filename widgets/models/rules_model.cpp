// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rules_model.h"

#include "facts/wording.h"
#include "style/brief.h"

#include <algorithm>

namespace tscope {

namespace {

// A place is known by its parent's row; rules by none.
constexpr quintptr ofRule = ~quintptr{0};

QString signOf(RulesModel::State state)
{
    switch (state) {
    case RulesModel::State::violated:
        return QStringLiteral("\u25b2");
    case RulesModel::State::advisory:
        return QStringLiteral("\u25c6");
    case RulesModel::State::remark:
        return QStringLiteral("\u25cb");
    case RulesModel::State::holds:
        return QStringLiteral("\u2713");
    case RulesModel::State::notAsked:
        break;
    }
    return QStringLiteral("\u2013");
}

// Texts of the core quote claims of a tensor, which may have any length.
QString sentence(const std::string& text)
{
    return brief(QString::fromStdString(text), longestLine);
}

} // namespace

void RulesModel::setSubject(const Tensor* tensor, ReportPtr report, const Contract& contract)
{
    beginResetModel();
    m_report = std::move(report);
    m_rows.clear();
    if (tensor != nullptr && m_report) {
        for (const auto& rule : tensor->layout->rules) {
            const auto demand = contract.demand(*tensor->layout, rule);
            if (!demand)
                continue;
            auto row =
                rowOf(QString::fromUtf8(rule.id), statementOf(rule, demand->wording), m_report->find(rule.id));
            if (const auto skipped = std::ranges::find(m_report->skipped, rule.id, &Skipped::rule);
                row.finding == nullptr && skipped != m_report->skipped.end()) {
                row.state = State::notAsked;
                row.detail = tr("not asked, because %1").arg(sentence(skipped->because));
            }
            m_rows.push_back(std::move(row));
        }
        // That a contract does not know the layout is no rule of the layout.
        for (const auto& finding : m_report->findings)
            if (std::ranges::find(tensor->layout->rules, finding.rule, &Rule::id) == tensor->layout->rules.end())
                m_rows.push_back(rowOf(QString::fromStdString(finding.rule), finding.statement, &finding));
        for (const auto& remark : m_report->remarks) {
            Row row{tr("remark"), sentence(remark.text), {}, State::remark};
            row.remark = QString::fromUtf8(remark.id);
            m_rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(m_rows, {}, &Row::state);
    }
    endResetModel();
}

// Broken, or as good as: how often, and the first place with its numbers.
RulesModel::Row RulesModel::rowOf(const QString& id, const std::string& statement, const Finding* finding)
{
    Row row{id, sentence(statement), {}, State::holds, finding};
    if (finding == nullptr)
        return row;
    row.state = finding->level == Level::violation ? State::violated : State::advisory;
    row.detail = QString::fromStdString(placesText(finding->count));
    if (!finding->witnesses.empty())
        if (const auto instance = textOf(finding->witnesses.front()); !instance.empty())
            row.detail += (finding->count == 1 ? QStringLiteral(": ") : tr(", the first: ")) + sentence(instance);
    QStringList origins; // in the terminal's words
    for (const auto& origin : finding->consequenceOf)
        origins << QString::fromStdString(origin);
    if (!origins.isEmpty())
        row.detail += QLatin1Char('\n') + tr("follows from %1").arg(origins.join(QLatin1Char(' ')));
    return row;
}

QModelIndex RulesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : ofRule);
}

QModelIndex RulesModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == ofRule)
        return {};
    return createIndex(static_cast<int>(index.internalId()), 0, ofRule);
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_rows.size());
    if (parent.internalId() != ofRule)
        return 0;
    const auto* finding = m_rows[static_cast<std::size_t>(parent.row())].finding;
    return finding == nullptr ? 0 : static_cast<int>(finding->witnesses.size());
}

int RulesModel::columnCount(const QModelIndex&) const
{
    return 1;
}

std::vector<Slots> RulesModel::placesOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    std::vector<Slots> places;
    if (const auto own = index.data(PlaceRole); own.isValid())
        places.push_back(own.value<Slots>());
    for (int row = 0; row < rowCount(index); ++row)
        if (const auto place = this->index(row, 0, index).data(PlaceRole); place.isValid())
            places.push_back(place.value<Slots>());
    return places;
}

void RulesModel::mark(const std::function<bool(const Slots&)>& isMeant)
{
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        auto& row = m_rows[r];
        std::vector<int> marked;
        if (row.finding != nullptr)
            for (std::size_t i = 0; i < row.finding->witnesses.size(); ++i)
                if (const auto& place = row.finding->witnesses[i].place; place && isMeant(*place))
                    marked.push_back(static_cast<int>(i));
        if (marked == row.marked)
            continue;
        row.marked = std::move(marked);
        const auto rule = index(static_cast<int>(r), 0);
        Q_EMIT dataChanged(rule, rule, {MarkedRole, Qt::AccessibleTextRole});
        Q_EMIT dataChanged(index(0, 0, rule), index(rowCount(rule) - 1, 0, rule),
                           {MarkedRole, Qt::AccessibleTextRole});
    }
}

std::vector<QModelIndex> RulesModel::markedRules() const
{
    std::vector<QModelIndex> marked;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (!m_rows[row].marked.empty())
            marked.push_back(index(static_cast<int>(row), 0));
    return marked;
}

// What a screen reader says of a row.
QString RulesModel::spoken(const QString& text, bool isMarked)
{
    return isMarked ? tr("%1. Broken at what is pointed at.").arg(text) : text;
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool isRule = index.internalId() == ofRule;
    const auto& row =
        m_rows[static_cast<std::size_t>(isRule ? index.row() : static_cast<int>(index.internalId()))];
    if (role == StateRole)
        return static_cast<int>(row.state);
    if (role == RuleRole)
        return row.id;
    if (role == RemarkRole)
        return row.remark;
    const bool isText = role == Qt::DisplayRole; // a row shows all of it, so there is nothing more in a tip
    if (isRule) {
        const auto head = signOf(row.state) + QLatin1Char(' ') + row.id;
        if (role == HeadRole)
            return head;
        if (role == TextRole)
            return row.text;
        if (role == DetailRole)
            return row.detail;
        if (role == MarkedRole)
            return !row.marked.empty();
        const auto whole = head + QStringLiteral("  ") + row.text +
                           (row.detail.isEmpty() ? QString() : QLatin1Char('\n') + row.detail);
        if (role == Qt::AccessibleTextRole)
            return spoken(whole, !row.marked.empty());
        return isText ? QVariant(whole) : QVariant();
    }
    const auto& witness = row.finding->witnesses[static_cast<std::size_t>(index.row())];
    if (role == MarkedRole)
        return std::ranges::binary_search(row.marked, index.row());
    if (role == Qt::AccessibleTextRole)
        return spoken(sentence(textOf(witness)), std::ranges::binary_search(row.marked, index.row()));
    if (isText || role == DetailRole)
        return sentence(textOf(witness));
    if (role == PlaceRole && witness.place)
        return QVariant::fromValue(*witness.place);
    return {};
}

} // namespace tscope
