// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QAbstractItemModel>

#include <functional>

namespace tscope {

// The rules that a contract asks of one tensor, in groups: those that are broken, advisories, the remarks of the
// check, those that hold, those that could not be asked. Below each broken rule its places, as sentences. What a
// row says is in parts: a head of mark and id, the statement in full, and lines with the numbers of this tensor.
class RulesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class State : std::uint8_t { violated, advisory, remark, holds, notAsked };
    enum Role {
        PlaceRole = Qt::UserRole,
        StateRole,
        RuleRole, // the id; of a place that of its rule
        HeadRole,
        TextRole,
        DetailRole,
        MarkedRole,
        RemarkRole,
        CountRole // of all places of a rule, listed or not
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setSubject(TensorPtr tensor, ReportPtr report, const Contract& contract);

    // Rows of rules and remarks, group after group; places and groups are none.
    std::vector<QModelIndex> rules() const;
    bool isGroup(const QModelIndex& index) const;

    // Those listed of a rule, or the one of a place.
    std::vector<Slots> placesOf(const QModelIndex& index) const;
    // How many places of a rule are listed, and whether more can be: a tensor can have any number of them.
    std::int64_t listedOf(const QModelIndex& rule) const;
    bool hasMore(const QModelIndex& rule) const;
    // More places of a rule, behind those that are listed.
    void add(const QString& rule, std::vector<Witness> places);
    // Where all places of a rule lie, in words: a line of its row.
    void setPattern(const QString& rule, const QString& pattern);
    QModelIndex ruleNamed(const QString& id) const;
    // The rule of the row that represents its unlisted places; invalid for other rows.
    QModelIndex moreOf(const QModelIndex& index) const;
    // Marks the places for which this holds, and the broken rules that have one.
    void mark(const std::function<bool(const QString& rule, const Slots& place)>& isMeant);
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
        std::vector<Witness> more = {};   // places that the report leaves out
        std::int64_t rest = 0;            // places not listed; one row represents them
        std::vector<int> marked = {};     // which of its places, in order
        QString remark = {};              // its id
        QString pattern = {};             // where its places lie, in words
    };
    struct Group { // rows of one state
        State state = State::holds;
        std::size_t begin = 0, end = 0; // in m_rows
    };

    static QString spoken(const QString& text, bool isMarked);
    QString titleOf(const Group& group) const;
    static std::size_t listedIn(const Row& row);
    static const Witness& witnessOf(const Row& row, std::size_t place);
    QString placeText(const Finding& finding, const Witness& witness) const;
    static QString joined(const QString& detail, const QString& pattern);
    Row rowOf(const QString& id, const std::string& statement, const Finding* finding) const;
    QVariant groupData(const Group& group, int role) const;
    QVariant ruleData(const Row& row, int role) const;
    QVariant placeData(const Row& row, int place, int role) const;
    QModelIndex indexOf(std::size_t row) const; // of m_rows
    const Group& groupOf(std::size_t row) const;

    TensorPtr m_tensor;
    ReportPtr m_report;
    std::vector<Row> m_rows; // by state
    std::vector<Group> m_groups;
};

} // namespace tscope

Q_DECLARE_METATYPE(tscope::Slots)
