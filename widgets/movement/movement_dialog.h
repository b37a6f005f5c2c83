// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"
#include "workspace/workspace.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QStackedWidget;

namespace tscope {

class Cover;
class LargeTips;
class MovementView;
class SubjectChoice;

// How the numbers of one tensor became those of another one, and how algorithms on its arrays work, on a scrubber.
// Not modal.
class MovementDialog : public QDialog
{
    Q_OBJECT

public:
    MovementDialog(Workspace& workspace, Jobs& jobs, const Cover& cover, QWidget* parent = nullptr);
    ~MovementDialog() override;

    struct Choice {
        SubjectId from = 0, to = 0;
        QString shown = {};
    };

    void ask(SubjectId from, SubjectId to); // how the one became the other
    // Empty: the first algorithm that works on it; where there is none, how it differs from the newest other one.
    void watch(SubjectId subject, const QString& algorithm = {});
    void choose(const Choice& choice); // as the user chose before
    // In front of a class: the whole screen, in a type that is read from the last row. F11 and Escape lead back.
    void enlarge();
    bool isEnlarged() const { return m_isEnlarged; }
    QSize sizeHint() const override { return {960, 560}; }

Q_SIGNALS:
    void chosen(const tscope::MovementDialog::Choice& choice); // by the user

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QWidget* makeChoices(Workspace& workspace);
    QWidget* makePicture(const Cover& cover);
    QWidget* makeControls();
    void holdWords();
    void offerAlgorithms();
    bool showBytes(); // false: these two are compared better elsewhere
    void holdLabels();
    SubjectId newestBeside(SubjectId subject) const; // itself where it is the only one
    void makeZoomKeys();
    void makeClassKeys();
    void shrink();
    void filmSoon();
    void makeFilm();
    void tell(const QString& obstacle);
    void follow(); // the view

    static constexpr int scrubbed = 1000; // positions of the scrubber between two tensors

    Workspace& m_workspace;
    Jobs& m_jobs;
    const Cover& m_cover;
    SubjectChoice *m_from, *m_to;
    QComboBox *m_shown, *m_speed;
    QCheckBox* m_still;
    QStackedWidget* m_pages;
    MovementView* m_view;
    QLabel *m_obstacle, *m_words;
    std::vector<QLabel*> m_labels; // of the choices
    QSlider* m_scrubber;
    QPushButton *m_back, *m_play, *m_forward;
    QTimer m_soon;
    bool m_isEnlarged = false;
    QRect m_usualPlace;
    std::unique_ptr<LargeTips> m_tips;
    double m_zoom = 1; // of films, beyond what fits
    QString m_filmed;  // what the film is of: of something else it begins at the start
};

} // namespace tscope
