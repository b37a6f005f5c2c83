// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "style/palette.h"
#include "workspace/workspace.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QScrollArea;
class QShortcut;

namespace tscope {

class Jobs;
class LessonPlay;
class SceneView;
class Selection;
class Tabs;

// What a class sees: one or two pictures of what the window shows, in a lesson below the question, in a type that
// is read from the last row. It is a window of its own over the same tensors, so that the other one stays as it is
// until this one is left.
class Projector : public QWidget
{
    Q_OBJECT

public:
    Projector(Workspace& workspace, const Tabs& tabs, Selection& selection, Jobs& jobs, LessonPlay& play,
              Theme theme, QWidget* parent);

    // Pictures of the same tensor and kind begin with the dims and colours that these views have.
    void beginLike(const std::vector<SceneView*>& views);
    void setTheme(Theme theme);
    std::vector<SceneView*> views() const;

    // In a lesson first the solution, then the next step; else the next broken place, behind the last one the next
    // element, beginning with the first.
    void stepOn();
    void stepBack(); // first hides the solution again

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Shown {
        SubjectId subject = 0;
        const char* picture = nullptr; // id
        bool operator==(const Shown&) const = default;
    };

    static constexpr double ofSmallType = 0.6; // long explanations

    void makeKeys();
    bool isRevealed() const; // the solution of the step
    std::vector<Shown> wanted() const;
    void follow();
    void showPictures();
    void showTexts();
    QString shownTitle() const;
    QString ownTitle(const Subject& subject) const;
    QString solutionText() const;
    void stepElement(int by);
    bool stepBroken(const Subject& subject, int by);
    ReportPtr tellableReport(const Subject& subject) const;
    QStringList brokenLines(const Subject& subject, const Place& place) const;
    void showTensorBeside(int by); // in the list of those that are open; none in a lesson
    void showElement();
    void showFound(const QStringList& steps);
    bool fitsLarge(QLabel& explanation) const;
    void fitTexts();
    static QPoint cellOf(const std::vector<Shown>& all, std::size_t number);
    void addPicture(const Shown& shown, QPoint cell);
    QSizeF legibleSize(const Shown& shown, const QFont& type, double width) const;
    bool storageHasRoom() const;
    double pictureScale() const;
    QFont scaledType(double factor, bool isBold = false) const; // of the projector's type
    void matchPictures();
    void shareAnew();
    void shareHeights();

    Workspace& m_workspace;
    const Tabs& m_tabs;
    Selection& m_selection;
    Jobs& m_jobs;
    LessonPlay& m_play;
    Theme m_theme;
    std::vector<Shown> m_shown;
    std::vector<QWidget*> m_boxes; // each view under its title
    QScrollArea* m_scrolled;       // the texts, where they are too long for the screen
    QLabel *m_title, *m_ask, *m_offered, *m_solution, *m_empty, *m_cause, *m_found, *m_keys;
    QStringList m_steps;             // to the element that is shown
    ReportPtr m_walked;              // whose broken places are stepped through
    std::ptrdiff_t m_brokenStep = 0; // 0: before the first; behind the last the elements are stepped through
    QWidget* m_pictures;
    QGridLayout* m_grid;
    // Rounds of sharing left. What a picture wants depends on the width that it gets, so a second round improves
    // on the first; without a bound the rounds might never end.
    int m_roundsLeft = 0;
    std::vector<QShortcut*> m_lessonKeys;
};

} // namespace tscope
