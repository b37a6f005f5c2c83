// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "movement/film.h"

#include <QAbstractScrollArea>
#include <QVariantAnimation>

namespace tscope {

// Shows a film at one time of it, and plays it. Left and Right step, Space plays and pauses, Home and End go to
// the ends.
class MovementView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit MovementView(QWidget* parent = nullptr);

    const FilmPtr& film() const { return m_film; }
    void setFilm(FilmPtr film, double time); // null: none
    // What a film has that is to fit: the width is the same with and without a bar to scroll down.
    QSizeF room() const;
    double time() const { return m_time; }
    void setTime(double time); // pauses
    void step(int by);         // to the number that is told next, or a tenth of the film, or a whole step of it
    bool isPlaying() const { return m_animation.state() == QAbstractAnimation::Running; }
    void setPlaying(bool isPlaying);
    double speed() const { return m_speed; }
    void setSpeed(double speed); // 1 is normal, 2 twice as fast
    // Without motion a film has its whole steps only.
    bool isInMotion() const { return m_isInMotion; }
    void setInMotion(bool isInMotion);
    bool isContinuous() const { return m_film && m_film->isContinuous() && m_isInMotion; }
    bool takes(int key); // false: it means nothing here

    QSize sizeHint() const override { return {880, 380}; }

Q_SIGNALS:
    void moved(); // another film or time
    void playingChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void show(double time);
    QPointF origin() const;
    void updateScrollBars();

    FilmPtr m_film;
    double m_time = 0;
    bool m_isInMotion = true;
    double m_speed = 1;
    QVariantAnimation m_animation;
};

} // namespace tscope
