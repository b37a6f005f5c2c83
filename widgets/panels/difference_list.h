// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/differences_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeView;

namespace tscope {

class Jobs;
class Selection;

// Selects a place in each of two tensors, as far as they have one.
void goToBoth(Selection& selection, SubjectId a, const std::optional<Place>& inA, SubjectId b,
              const std::optional<Place>& inB);

// Every difference of two tensors, by its kind: one is gone to in both. The keys F7 and Shift+F7 go from
// difference to difference, from anywhere in the window. Hidden while there are none.
class DifferenceList : public QWidget
{
    Q_OBJECT

public:
    DifferenceList(Selection& selection, Jobs& jobs, QWidget* parent = nullptr);

    void show(SubjectId a, TensorPtr tensorA, SubjectId b, TensorPtr tensorB, std::vector<DifferenceGroup> groups,
              const Tolerance& tolerance = {});
    void clear();

private:
    void load(std::size_t group);
    void step(int direction);
    QModelIndex beside(const QModelIndex& index, int direction) const;
    void goTo(const QModelIndex& index);
    void tellPosition();
    void copy();
    void copyChosen(const QModelIndexList& rows) const;
    void copyAll() const;
    QString lineOf(const QModelIndex& index) const; // as it is copied

    Selection& m_selection;
    Jobs& m_jobs;
    DifferencesModel* m_model;
    QTreeView* m_tree;
    QPushButton *m_back, *m_on;
    QLabel* m_position;
    SubjectId m_a = 0, m_b = 0;
    TensorPtr m_tensorA, m_tensorB;
    Tolerance m_tolerance;                // of the groups
    std::optional<std::size_t> m_loading; // the group whose next page is on its way
    bool m_isAwaited = false;             // its first difference is gone to when it is there
};

} // namespace tscope
