// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/lineage_text.h"
#include "models/history_lanes.h"
#include "workspace/workspace.h"

#include <QAbstractListModel>

#include <memory>
#include <unordered_map>

namespace tscope {

// How a tensor was made, ready to be drawn: made by a job. Holds no tensors but the gradients.
struct HistorySight {
    enum class Kind : std::uint8_t { begins, step, cut };
    struct Row {
        Kind kind = Kind::begins;
        LineageWords words;
        SubjectId subject = 0; // the tensor to go to; 0: none of its is open
    };

    LineageGraph graph;
    HistoryLanes lanes;
    std::vector<Row> rows;
    std::vector<NamedTensor> gradients; // of what it begins with
    std::string whyNone;                // there are no gradients
    bool isTooLarge = false;            // to be made again unasked
    std::string script;
    std::unordered_map<SubjectId, int> rowBySubject; // that of its version of now, if it has one
};
using HistorySightPtr = std::shared_ptr<const HistorySight>;

// `maxBytes`: what making it again may take; 0: half of the machine's memory.
HistorySightPtr historySight(std::span<const OpenTensor> open, std::size_t root, std::int64_t maxBytes,
                             const Watch& watch);

// The rows of a history, what it begins with first. Each says all that is to be read of it.
class HistoryModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setSight(HistorySightPtr sight); // null: none
    const HistorySightPtr& sight() const { return m_sight; }
    const HistorySight::Row* rowAt(const QModelIndex& index) const; // null: none
    int rowOf(SubjectId subject) const;                             // -1: none
    void setCurrent(SubjectId subject);                             // which is marked
    SubjectId current() const { return m_current; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    HistorySightPtr m_sight;
    SubjectId m_current = 0;
};

} // namespace tscope
