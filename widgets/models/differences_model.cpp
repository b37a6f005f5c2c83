// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/differences_model.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "style/brief.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr quintptr ofGroup = ~quintptr{0}; // a difference carries the number of its group

} // namespace

void DifferencesModel::setGroups(TensorPtr a, TensorPtr b, std::vector<DifferenceGroup> groups)
{
    beginResetModel();
    m_a = std::move(a);
    m_b = std::move(b);
    m_groups.clear();
    for (const auto& group : groups)
        m_groups.push_back({group, {}, group.count});
    endResetModel();
}

bool DifferencesModel::hasMore(std::size_t group) const
{
    return m_groups[group].rest > 0 && listed(group) < mostListed;
}

void DifferencesModel::add(std::size_t group, std::vector<DifferentPlace> places)
{
    if (places.empty())
        return;
    auto& own = m_groups[group];
    const auto parent = index(static_cast<int>(group), 0);
    const auto first = static_cast<int>(own.places.size());
    const auto added = static_cast<int>(places.size());
    beginInsertRows(parent, first, first + added - 1);
    std::ranges::move(places, std::back_inserter(own.places));
    endInsertRows();
    const auto last = index(first + added, 0, parent); // represents those that are left
    if (own.rest > added) {
        own.rest -= added;
        Q_EMIT dataChanged(last, last);
        return;
    }
    beginRemoveRows(parent, last.row(), last.row());
    own.rest = 0;
    endRemoveRows();
}

const DifferentPlace* DifferencesModel::placeAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == ofGroup)
        return nullptr;
    const auto& places = m_groups[static_cast<std::size_t>(index.internalId())].places;
    const auto row = static_cast<std::size_t>(index.row());
    return row < places.size() ? &places[row] : nullptr;
}

std::optional<std::size_t> DifferencesModel::moreOf(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == ofGroup || placeAt(index) != nullptr)
        return std::nullopt;
    return static_cast<std::size_t>(index.internalId());
}

QModelIndex DifferencesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : ofGroup);
}

QModelIndex DifferencesModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == ofGroup)
        return {};
    return createIndex(static_cast<int>(index.internalId()), 0, ofGroup);
}

int DifferencesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != ofGroup)
        return 0;
    const auto& own = m_groups[static_cast<std::size_t>(parent.row())];
    return static_cast<int>(own.places.size()) + (own.rest > 0 ? 1 : 0);
}

int DifferencesModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QVariant DifferencesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) ||
        (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    if (index.internalId() == ofGroup) {
        const auto& group = m_groups[static_cast<std::size_t>(index.row())].group;
        return tr("%1 (%2)").arg(qt(titleOf(group, *m_a)), qt(grouped(group.count)));
    }
    if (const auto* place = placeAt(index))
        return brief(qt(textOf(*place, *m_a)), longestLine);
    const auto group = static_cast<std::size_t>(index.internalId());
    const auto left = qt(grouped(m_groups[group].rest));
    return hasMore(group) ? tr("Load %1 more").arg(left) : tr("and %1 more").arg(left);
}

} // namespace tscope
