// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QAbstractTableModel>

namespace tscope {

// The open tensors, one a row: name, layout, size, verdict.
class SubjectsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { nameColumn, layoutColumn, sizeColumn, verdictColumn, columns };
    enum Role { IdRole = Qt::UserRole, SortRole };

    explicit SubjectsModel(Workspace& workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QModelIndex indexOf(SubjectId id) const;

private:
    struct Row {
        SubjectId id = 0;
        QString name, layout, size, verdict, tip;
        double numel = -1; // to sort by; no size is known
        int broken = -1;   // rules; not known yet
    };
    Row rowOf(const Subject& subject) const;
    void refresh(SubjectId id);

    Workspace& m_workspace;
    std::vector<Row> m_rows;
};

} // namespace tscope
