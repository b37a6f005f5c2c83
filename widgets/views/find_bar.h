// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/find_value.h"
#include "facts/typed_place.h"
#include "workspace/workspace.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace tscope {

class Jobs;
class Selection;

// A line above the views in which one types where to go, "(1, 3)" or "values[5]", or which value to find, and what
// came of it. What is found is selected, so that every view and panel follows.
class FindBar : public QFrame
{
    Q_OBJECT

public:
    FindBar(Workspace& workspace, Selection& selection, Jobs& jobs, QWidget* parent = nullptr);

    enum class Mode : std::uint8_t { place, value };
    void open(Mode mode);
    // The next or previous slot that holds the value; asks for one where none was typed.
    void find(SearchWay way);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Answer {
        std::optional<Place> place; // to be selected
        std::vector<Slots> besides = {};
        bool isProblem = false;
        QString words;
    };

    Mode mode() const;
    void setMode(Mode mode);
    void goThere(); // what Enter does
    template <class Work>
    void ask(Work work);
    void take(SubjectId id, const Answer& answer);
    void tell(const QString& text, bool isProblem = false);
    void forget(); // what was found, and the search for it
    void forgetPlace();
    std::optional<Slots> start() const;
    void leave();

    static Answer placeAnswer(const Tensor& tensor, const std::string& text, const Watch& watch);
    static Answer valueAnswer(const Tensor& tensor, const std::string& text, const std::optional<Slots>& from,
                              SearchWay way, const Watch& watch);

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    QComboBox* m_mode;
    QLineEdit* m_line;
    QToolButton *m_previous, *m_next;
    QLabel* m_message;
    QTimer m_patience;            // nothing is said of a search that is over at once
    QString m_typed[2];           // of each mode
    std::optional<Slots> m_found; // in the current tensor
    QPointer<QWidget> m_cameFrom; // who had the keys before
};

} // namespace tscope
