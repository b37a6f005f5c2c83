// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QAbstractTableModel>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace tscope {

// One measured cell in words.
struct TimingLine {
    enum Column {
        opColumn,
        tensorColumn, // tells nothing where one tensor was measured
        formColumn,
        deviceColumn,
        statusColumn,
        timeColumn,
        ratioColumn,
        coldColumn,
        callColumn,
        rateColumn,
        shareColumn,
        conversionColumn,
        paysColumn,
        checkedColumn,
        reasonColumn,
        columns
    };
    std::size_t row = 0; // of the session
    timing::Status status = timing::Status::ok;
    std::array<QString, columns> texts;
    QString limit;                                   // the share with the limit that it is of, in full
    int threadsUsed = 0;                             // of the CPU; 0: not known
    std::array<std::optional<double>, columns> keys; // by which lines are sorted; nothing: they come last
};
using TimingLines = std::shared_ptr<const std::vector<TimingLine>>;

// By operation, then by tensor, the fastest of each first, those without a time last. Takes medians of all
// samples: work for a job. `baseline`: the form whose time each is a multiple of; nothing: the one in which its
// tensor was given.
std::vector<TimingLine> timingLinesOf(const timing::Session& session,
                                      const std::optional<timing::Variant>& baseline = {});

// The cells of a session, of which more come while it is measured.
class TimingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int SortRole = Qt::UserRole; // the key

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(TimingLines lines);  // null: nothing is shown
    int lineOf(std::size_t row) const; // -1: there is none of that row of the session
    bool areTensorsMany() const;
    bool areDevicesMany() const;
    bool isAnyReason() const;
    std::size_t rowAt(int line) const { return (*m_lines)[static_cast<std::size_t>(line)].row; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool doLinesDifferIn(TimingLine::Column column) const;
    static QString titleOf(int column);
    static QString explanationOf(int column);

    TimingLines m_lines;
};

} // namespace tscope
