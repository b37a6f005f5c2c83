// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/diff_list.h"
#include "workspace/workspace.h"

#include <QAbstractItemModel>

namespace tscope {

// All differences of two tensors, by kind. A kind may have any number of them: its first are listed, and its last
// row stands for those that are not, until more are added.
class DifferencesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    static constexpr std::int64_t perPage = 1000;
    static constexpr std::int64_t mostListed = 100'000; // of a kind

    using QAbstractItemModel::QAbstractItemModel;

    void setGroups(TensorPtr a, TensorPtr b, std::vector<DifferenceGroup> groups);

    std::size_t groupCount() const { return m_groups.size(); }
    const DifferenceGroup& groupAt(std::size_t group) const { return m_groups[group].group; }
    std::int64_t listed(std::size_t group) const { return std::ssize(m_groups[group].places); }
    bool hasMore(std::size_t group) const;                                        // that can be listed
    std::int64_t restOf(std::size_t group) const { return m_groups[group].rest; } // not listed

    // More differences of a group, behind those that are listed.
    void add(std::size_t group, std::vector<DifferentPlace> places);

    // The difference of a row; null for groups, and for the row that stands for more.
    const DifferentPlace* placeAt(const QModelIndex& index) const;
    // The group whose unlisted differences a row represents.
    std::optional<std::size_t> moreOf(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Listed {
        DifferenceGroup group;
        std::vector<DifferentPlace> places;
        std::int64_t rest = 0; // not listed; one row represents them
    };

    TensorPtr m_a, m_b;
    std::vector<Listed> m_groups;
};

} // namespace tscope
