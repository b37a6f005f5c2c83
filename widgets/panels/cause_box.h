// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QWidget>

#include <map>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace tscope {

class CauseText;
class RepairList;

// What is most likely wrong with the current tensor, in large letters with a link to the place, and right below it
// what repairs it: to be seen in all views first, then to be applied or discarded. Shows the first cause and the
// first repair; the others are folded away until they are asked for. What has no room is scrolled.
class CauseBox : public QWidget
{
    Q_OBJECT

public:
    explicit CauseBox(const PanelContext& context, QWidget* parent = nullptr);

    void refresh();
    void scrollToTop();
    void showRepairs(); // with the focus on them, where there are any
    // Where all places of these rules of this report lie, in words: for the causes that bring them.
    void setPatterns(const ReportPtr& report, std::map<QString, QString> patterns);

    // With the first cause and the first repair in sight; unfolded, with all causes and some repairs.
    int leastHeight() const;
    // How high it may be: usually, but never less than leastHeight(); and while its note says something.
    void setRoom(int usual, int most);

Q_SIGNALS:
    void needsRoom(); // more than before, or less
    void unfolded();  // by its button

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int spacing = 4;
    static constexpr int mostInSight = 6; // repairs, while they are unfolded

    void listOffers(const Subject* subject);
    void followOffers();
    void setFolded(bool isFolded);
    void tellFolded(); // what is folded away
    void fit();
    void bringIntoSight(int repair);
    void preview();
    void followPreview();
    void tellChanges(); // of the preview, from a job
    void tellNote(const QString& text);

    Workspace& m_workspace;
    Jobs& m_jobs;
    QScrollArea* m_area;
    QWidget *m_content, *m_buttons; // what is scrolled, and what is below
    CauseText* m_causes;
    QLabel *m_title, *m_note;
    RepairList* m_repairs;
    QToolButton* m_more;
    QPushButton *m_apply, *m_discard;
    bool m_tellsChanges = false; // in the note
    bool m_isFolded = true;
    int m_usual = QWIDGETSIZE_MAX, m_most = QWIDGETSIZE_MAX;
};

} // namespace tscope
