// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rules_model.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"
#include "style/brief.h"
#include "style/glossary.h"

#include <algorithm>
#include <iterator>

namespace tscope {

namespace {

// An index carries the number of its group, or of the row that it is or belongs to, and in the last two bits which
// of these it is.
enum Kind : quintptr { group, rule, place };

quintptr idOf(Kind kind, std::size_t number)
{
    return static_cast<quintptr>(number) << 2 | kind;
}
Kind kindOf(const QModelIndex& index)
{
    return static_cast<Kind>(index.internalId() & 3);
}
std::size_t numberOf(const QModelIndex& index)
{
    return static_cast<std::size_t>(index.internalId() >> 2);
}

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

bool canListMore(std::int64_t listed)
{
    constexpr std::int64_t mostListed = 100'000; // of a rule
    return listed < mostListed;
}

// Texts of the core quote claims of a tensor, which may have any length.
QString sentence(const std::string& text)
{
    return brief(QString::fromStdString(text), longestLine);
}

} // namespace

void RulesModel::setSubject(TensorPtr tensor, ReportPtr report, const Contract& contract)
{
    beginResetModel();
    m_tensor = std::move(tensor);
    m_report = std::move(report);
    m_rows.clear();
    m_groups.clear();
    if (m_tensor && m_report) {
        const auto& layout = *m_tensor->layout;
        for (const auto& rule : layout.rules) {
            const auto demand = contract.demand(layout, rule);
            if (!demand)
                continue;
            auto row = rowOf(QString::fromUtf8(rule.id), statementOf(*m_tensor, rule, demand->wording),
                             m_report->find(rule.id));
            if (const auto skipped = std::ranges::find(m_report->skipped, rule.id, &Skipped::rule);
                row.finding == nullptr && skipped != m_report->skipped.end()) {
                row.state = State::notAsked;
                row.detail = tr("not asked, because %1").arg(sentence(skipped->because));
            }
            m_rows.push_back(std::move(row));
        }
        // That a contract does not know the layout is no rule of the layout.
        for (const auto& finding : m_report->findings)
            if (std::ranges::find(layout.rules, finding.rule, &Rule::id) == layout.rules.end())
                m_rows.push_back(rowOf(QString::fromStdString(finding.rule), finding.statement, &finding));
        for (const auto& remark : m_report->remarks) {
            Row row{tr("remark"), sentence(remark.text), {}, State::remark};
            row.remark = QString::fromUtf8(remark.id);
            m_rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(m_rows, {}, &Row::state);
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_groups.empty() || m_groups.back().state != m_rows[row].state)
            m_groups.push_back({m_rows[row].state, row, row});
        m_groups.back().end = row + 1;
    }
    endResetModel();
}

// Broken, or as good as: how often, and the first place.
RulesModel::Row RulesModel::rowOf(const QString& id, const std::string& statement, const Finding* finding) const
{
    Row row{id, sentence(statement), {}, State::holds, finding};
    if (finding == nullptr)
        return row;
    row.state = finding->level == Level::violation ? State::violated : State::advisory;
    row.rest = finding->witnesses.empty() ? 0 : finding->count - std::ssize(finding->witnesses);
    row.detail = QString::fromStdString(placesText(finding->count));
    if (!finding->witnesses.empty())
        row.detail += (finding->count == 1 ? QString::fromStdString(say(": ")) : tr(", the first: ")) +
                      placeText(*finding, finding->witnesses.front());
    QStringList origins; // in the terminal's words
    for (const auto& origin : finding->consequenceOf)
        origins << QString::fromStdString(origin);
    if (!origins.isEmpty())
        row.detail += QLatin1Char('\n') + tr("follows from %1").arg(origins.join(QLatin1Char(' ')));
    return row;
}

QString RulesModel::placeText(const Finding& finding, const Witness& witness) const
{
    return sentence(placeSentence(*m_tensor, finding.rule, witness));
}

std::size_t RulesModel::listedIn(const Row& row)
{
    return row.finding == nullptr ? 0 : row.finding->witnesses.size() + row.more.size();
}

const Witness& RulesModel::witnessOf(const Row& row, std::size_t place)
{
    const auto& kept = row.finding->witnesses;
    return place < kept.size() ? kept[place] : row.more[place - kept.size()];
}

QString RulesModel::titleOf(const Group& group) const
{
    const auto count = static_cast<int>(group.end - group.begin);
    switch (group.state) {
    case State::violated:
        return tr("Broken (%1)").arg(count);
    case State::advisory:
        return tr("Advisory (%1)").arg(count);
    case State::remark:
        return tr("Remarks (%1)").arg(count);
    case State::holds:
        return tr("Holding (%1)").arg(count);
    case State::notAsked:
        break;
    }
    return tr("Not asked (%1)").arg(count);
}

const RulesModel::Group& RulesModel::groupOf(std::size_t row) const
{
    return *std::ranges::upper_bound(m_groups, row, {}, &Group::end);
}

QModelIndex RulesModel::indexOf(std::size_t row) const
{
    return createIndex(static_cast<int>(row - groupOf(row).begin), 0, idOf(rule, row));
}

QModelIndex RulesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const auto number = static_cast<std::size_t>(row);
    if (!parent.isValid())
        return createIndex(row, column, idOf(group, number));
    return createIndex(row, column,
                       kindOf(parent) == group ? idOf(rule, m_groups[numberOf(parent)].begin + number)
                                               : idOf(place, numberOf(parent)));
}

QModelIndex RulesModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || kindOf(index) == group)
        return {};
    if (kindOf(index) == place)
        return indexOf(numberOf(index));
    const auto number = static_cast<std::size_t>(&groupOf(numberOf(index)) - m_groups.data());
    return createIndex(static_cast<int>(number), 0, idOf(group, number));
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (kindOf(parent) == group) {
        const auto& own = m_groups[numberOf(parent)];
        return static_cast<int>(own.end - own.begin);
    }
    if (kindOf(parent) != rule)
        return 0;
    const auto& row = m_rows[numberOf(parent)];
    return static_cast<int>(listedIn(row)) + (row.rest > 0 ? 1 : 0);
}

int RulesModel::columnCount(const QModelIndex&) const
{
    return 1;
}

std::vector<QModelIndex> RulesModel::rules() const
{
    std::vector<QModelIndex> all;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        all.push_back(indexOf(row));
    return all;
}

bool RulesModel::isGroup(const QModelIndex& index) const
{
    return index.isValid() && kindOf(index) == group;
}

std::vector<Slots> RulesModel::placesOf(const QModelIndex& index) const
{
    if (!index.isValid() || kindOf(index) == group)
        return {};
    std::vector<Slots> places;
    if (const auto own = index.data(PlaceRole); own.isValid())
        places.push_back(own.value<Slots>());
    for (int row = 0; row < rowCount(index); ++row)
        if (const auto place = this->index(row, 0, index).data(PlaceRole); place.isValid())
            places.push_back(place.value<Slots>());
    return places;
}

std::int64_t RulesModel::listedOf(const QModelIndex& rule) const
{
    return static_cast<std::int64_t>(listedIn(m_rows[numberOf(rule)]));
}

bool RulesModel::hasMore(const QModelIndex& rule) const
{
    return rule.isValid() && m_rows[numberOf(rule)].rest > 0 && canListMore(listedOf(rule));
}

QModelIndex RulesModel::ruleNamed(const QString& id) const
{
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? QModelIndex() : indexOf(static_cast<std::size_t>(found - m_rows.begin()));
}

QModelIndex RulesModel::moreOf(const QModelIndex& index) const
{
    if (!index.isValid() || kindOf(index) != place ||
        static_cast<std::size_t>(index.row()) < listedIn(m_rows[numberOf(index)]))
        return {};
    return index.parent();
}

void RulesModel::add(const QString& rule, std::vector<Witness> places)
{
    const auto parent = ruleNamed(rule);
    if (!parent.isValid() || places.empty())
        return;
    auto& row = m_rows[numberOf(parent)];
    const auto first = static_cast<int>(listedIn(row)), added = static_cast<int>(places.size());
    beginInsertRows(parent, first, first + added - 1);
    std::ranges::move(places, std::back_inserter(row.more));
    endInsertRows();
    const auto last = index(first + added, 0, parent); // represents those that are left
    if (row.rest > added) {
        row.rest -= added;
        Q_EMIT dataChanged(last, last);
        return;
    }
    beginRemoveRows(parent, last.row(), last.row());
    row.rest = 0;
    endRemoveRows();
}

void RulesModel::setPattern(const QString& rule, const QString& pattern)
{
    const auto index = ruleNamed(rule);
    if (!index.isValid() || m_rows[numberOf(index)].pattern == pattern)
        return;
    m_rows[numberOf(index)].pattern = pattern;
    Q_EMIT dataChanged(index, index);
}

// Whole lines of a row.
QString RulesModel::joined(const QString& detail, const QString& pattern)
{
    return pattern.isEmpty() ? detail : detail + QLatin1Char('\n') + pattern;
}

void RulesModel::mark(const std::function<bool(const QString& rule, const Slots& place)>& isMeant)
{
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        auto& row = m_rows[r];
        std::vector<int> marked;
        for (std::size_t i = 0; i < listedIn(row); ++i)
            if (const auto& place = witnessOf(row, i).place; place && isMeant(row.id, *place))
                marked.push_back(static_cast<int>(i));
        if (marked == row.marked)
            continue;
        std::vector<int> changed;
        std::ranges::set_symmetric_difference(row.marked, marked, std::back_inserter(changed));
        row.marked = std::move(marked);
        const auto own = indexOf(r);
        Q_EMIT dataChanged(own, own, {MarkedRole, Qt::AccessibleTextRole});
        // Of thousands of places only these: a view measures anew all that it is told of.
        for (auto first = changed.begin(); first != changed.end();) {
            auto end = first + 1;
            while (end != changed.end() && *end == *(end - 1) + 1)
                ++end;
            Q_EMIT dataChanged(index(*first, 0, own), index(*(end - 1), 0, own),
                               {MarkedRole, Qt::AccessibleTextRole});
            first = end;
        }
    }
}

std::vector<QModelIndex> RulesModel::markedRules() const
{
    std::vector<QModelIndex> marked;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (!m_rows[row].marked.empty())
            marked.push_back(indexOf(row));
    return marked;
}

// What a screen reader says of a row.
QString RulesModel::spoken(const QString& text, bool isMarked)
{
    return isMarked ? tr("%1. Broken at what is pointed at.").arg(text) : text;
}

QVariant RulesModel::groupData(const Group& group, int role) const
{
    if (role == HeadRole || role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return QString(signOf(group.state) + QLatin1Char(' ') + titleOf(group));
    if (role == Qt::ToolTipRole && group.state == State::advisory)
        return meaningOf("advisory");
    if (role == Qt::ToolTipRole && group.state == State::remark)
        return meaningOf("remark");
    return {};
}

QVariant RulesModel::ruleData(const Row& row, int role) const
{
    if (role == RemarkRole)
        return row.remark;
    const auto head = signOf(row.state) + QLatin1Char(' ') + row.id;
    if (role == HeadRole)
        return head;
    if (role == TextRole)
        return row.text;
    const auto detail = joined(row.detail, row.pattern);
    if (role == DetailRole)
        return detail;
    if (role == MarkedRole)
        return !row.marked.empty();
    if (role == CountRole)
        return QVariant::fromValue(qint64{row.finding == nullptr ? 0 : row.finding->count});
    const auto whole =
        head + QStringLiteral("  ") + row.text + (detail.isEmpty() ? QString() : QLatin1Char('\n') + detail);
    if (role == Qt::AccessibleTextRole)
        return spoken(whole, !row.marked.empty());
    // A row shows all that it says; the tip is where the rule comes from and what a break of it means.
    if (role == Qt::ToolTipRole && row.remark.isEmpty())
        return meaningOfRule(row.id.toStdString());
    return role == Qt::DisplayRole ? QVariant(whole) : QVariant();
}

QVariant RulesModel::placeData(const Row& row, int place, int role) const
{
    const auto number = static_cast<std::size_t>(place);
    const bool isText = role == Qt::DisplayRole || role == DetailRole || role == Qt::AccessibleTextRole;
    if (number >= listedIn(row)) {
        if (!isText)
            return {};
        const auto hidden = QString::fromStdString(grouped(row.rest));
        return canListMore(static_cast<std::int64_t>(listedIn(row))) ? tr("Load %1 more").arg(hidden)
                                                                     : tr("and %1 more").arg(hidden);
    }
    const bool isMarked = std::ranges::binary_search(row.marked, place);
    if (role == MarkedRole)
        return isMarked;
    if (isText) {
        const auto text = placeText(*row.finding, witnessOf(row, number));
        return role == Qt::AccessibleTextRole ? spoken(text, isMarked) : text;
    }
    const auto& slots = witnessOf(row, number).place;
    return role == PlaceRole && slots ? QVariant::fromValue(*slots) : QVariant();
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto number = numberOf(index);
    const auto kind = kindOf(index);
    if (role == StateRole)
        return static_cast<int>(kind == group ? m_groups[number].state : m_rows[number].state);
    if (kind == group)
        return groupData(m_groups[number], role);
    if (role == RuleRole)
        return m_rows[number].id;
    return kind == rule ? ruleData(m_rows[number], role) : placeData(m_rows[number], index.row(), role);
}

} // namespace tscope
