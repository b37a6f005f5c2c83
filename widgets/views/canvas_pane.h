// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"
#include "views/scene_view.h"
#include "workspace/tabs.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QSplitter;

namespace tscope {

class SubjectChoice;

// One tensor in all its pictures or in one of them. Beside another pane it has a line above, which says what it
// shows and offers others.
class CanvasPane : public QWidget
{
    Q_OBJECT

public:
    CanvasPane(Workspace& workspace, Selection& selection, Jobs& jobs, Theme theme, QWidget* parent = nullptr);

    enum class Standing : std::uint8_t { unseen, alone, active, beside };
    // How each picture of the tensor was left the last time: of those that were seen.
    using Framings = std::vector<Framing>;

    void present(const Pane& pane, Standing standing, Qt::Orientation way, const Framings& left);
    SubjectId subject() const { return m_shown; }
    const std::vector<SceneView*>& views() const { return m_views; }
    void keepInto(Framings& framings) const;

Q_SIGNALS:
    void entered(); // the user works in it
    void subjectChosen(tscope::SubjectId subject);
    void pictureChosen(const QString& picture);
    void closeAsked();
    void viewAsked(tscope::SubjectId subject, const tscope::ViewStep& step,
                   const QString& words); // as its pictures ask
    void exportAsked();                   // of the picture that has the focus

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHeader(Workspace& workspace);
    void showPictures(const QString& only, const Framings& left);
    void shareSpace();
    void shareAnew();

    SubjectId m_shown = 0;
    QWidget* m_header;
    QLabel* m_mark;
    SubjectChoice* m_subject;
    QComboBox* m_picture;
    QSplitter *m_all, *m_upper;
    bool m_isSharedByUser = false; // who has moved a border keeps it
    // Rounds of sharing left. The height a picture wants depends on the width it gets, so a second round improves
    // on the first; without a bound the rounds might never end.
    int m_roundsLeft = 0;
    std::vector<QWidget*> m_boxes; // each view under its title
    std::vector<SceneView*> m_views;
};

} // namespace tscope
