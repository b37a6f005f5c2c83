// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QAbstractItemModel>

#include <functional>

namespace tscope {

// The rules that a contract asks of one tensor, broken ones first, each with its places below it; between these
// and the others the remarks of the check, which RemarkRole names. What a row says is in parts: a head of mark and
// id, the statement in full, and lines with the numbers of this tensor.
class RulesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class State : std::uint8_t { violated, advisory, remark, holds, notAsked };
    enum Role {
        PlaceRole = Qt::UserRole,
        StateRole,
        RuleRole,
        HeadRole,
        TextRole,
        DetailRole,
        MarkedRole,
        RemarkRole
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setSubject(const Tensor* tensor, ReportPtr report, const Contract& contract);

    // Those listed of a rule, or the one of a place.
    std::vector<Slots> placesOf(const QModelIndex& index) const;
    // Marks the places for which this holds, and the broken rules that have one.
    void mark(const std::function<bool(const Slots&)>& isMeant);
    std::vector<QModelIndex> markedRules() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row {
        QString id, text, detail;
        State state = State::holds;
        const Finding* finding = nullptr; // of m_report
        std::vector<int> marked = {};     // which of its places, in order
        QString remark = {};              // its id
    };

    static QString spoken(const QString& text, bool isMarked);
    static Row rowOf(const QString& id, const std::string& statement, const Finding* finding);

    ReportPtr m_report;
    std::vector<Row> m_rows;
};

} // namespace tscope

Q_DECLARE_METATYPE(tscope::Slots)
