// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QWidget>

#include <cstdint>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace tscope {

class RulesModel;

// Steps through the places of broken rules in a list of rules, round and round: those of one rule that is chosen
// here, or of all; what is only advised has to be chosen. The keys F8 and Shift+F8 do so from anywhere in the
// window. One row where that is wide enough, else two, or three.
class PlaceWalk : public QWidget
{
    Q_OBJECT

public:
    PlaceWalk(RulesModel& model, QTreeView& view, QWidget* parent = nullptr);

    QString rule() const; // the chosen one; empty: all

    QSize minimumSizeHint() const override;

    // Places that were wanted are listed now: the first of them is gone to if the walk has waited for it.
    void goOn(const QModelIndex& first);

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    void ruleChosen(const QModelIndex& rule); // invalid: all
    void zoomWanted();                        // by the key that zooms in a picture
    void moreWanted(const QModelIndex& rule); // the walk has come to the last one that is listed

private:
    void refresh();
    void step(int direction);
    void tellPosition();
    void arrange();
    void collect();
    bool isWalked(const QModelIndex& rule) const;
    std::int64_t countOfPlaces(bool alsoWithoutSlots = false) const;

    RulesModel& m_model;
    QTreeView& m_view;
    QComboBox* m_rule;
    QLabel* m_position;
    QPushButton *m_back, *m_on;
    QBoxLayout *m_choice, *m_steps, *m_rows; // the parts, and both of them
    std::vector<QModelIndex> m_places;       // that are listed, of the chosen rule
    bool m_isWaiting = false;
};

} // namespace tscope
