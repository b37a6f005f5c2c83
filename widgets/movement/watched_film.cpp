// SPDX-License-Identifier: GPL-3.0-or-later
#include "movement/films.h"

#include "scenes/fitting.h"
#include "scenes/watched_scene.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace tscope {

namespace {

class WatchedFilm : public Film
{
    Q_DECLARE_TR_FUNCTIONS(tscope::WatchedFilm)

public:
    WatchedFilm(Watched watched, const FilmLook& look)
        : m_watched(std::move(watched)), m_look(look), m_text(look.fonts.size())
    {
        fit();
        m_scene = sceneAfter(0, m_scale);
    }

    int steps() const override { return static_cast<int>(m_watched.steps.size()); }
    bool isContinuous() const override { return false; }
    QSizeF size() const override { return {m_look.view.width(), m_scene.size.height() * m_scale}; }

    void paint(QPainter& painter, double time, const QRectF& visible) const override
    {
        painter.setClipRect(visible);
        painter.save();
        painter.scale(m_scale, m_scale);
        paintScene(painter, sceneAt(time), Palette::of(m_look.theme), m_look.fonts);
        painter.restore();
    }

    QString words(double time) const override
    {
        const auto done = doneAt(time);
        return done == 0 ? tr("Before the first of %n step(s)", nullptr, steps())
                         : tr("Step %1 of %2: %3")
                               .arg(done)
                               .arg(steps())
                               .arg(QString::fromStdString(m_watched.steps[done - 1].text));
    }

    QString wordsAt(QPointF position, double time) const override
    {
        const auto& spots = sceneAt(time).spots;
        const auto found =
            std::ranges::find_if(spots, [&](const Spot& spot) { return spot.rect.contains(position / m_scale); });
        return found == spots.end() ? QString() : found->words;
    }

private:
    std::size_t doneAt(double time) const
    {
        return static_cast<std::size_t>(std::clamp(static_cast<int>(time), 0, steps()));
    }
    Scene sceneAfter(std::size_t done, double scale) const
    {
        return watchedScene(m_watched, done, m_look.view.width() / scale, m_text, m_columns);
    }
    // As large as all strips fit into the view, no smaller than the user's text size. Short strips stand in
    // several columns where they are clearly larger then.
    void fit()
    {
        constexpr int mostColumns = 3;
        constexpr double gain = 1.25, filled = 0.6;
        m_scale = fittingScale(1);
        for (int columns = 2; columns <= mostColumns; ++columns) {
            const auto scale = fittingScale(columns);
            const auto height = heightOf(scale, columns) * scale;
            if (!fits(scale, columns) || scale < m_scale * gain || height < m_look.view.height() * filled)
                continue;
            m_scale = scale;
            m_columns = columns;
        }
    }
    double fittingScale(int columns) const
    {
        constexpr double most = 6;
        return largestFittingZoom(1, most, [&](double scale) { return fits(scale, columns); });
    }
    bool fits(double scale, int columns) const
    {
        const bool isWideEnough =
            columns == 1 || widestStrip(m_watched, m_text) <= m_look.view.width() / scale / columns;
        return isWideEnough && heightOf(scale, columns) * scale <= m_look.view.height();
    }
    double heightOf(double scale, int columns) const
    {
        return watchedScene(m_watched, 0, m_look.view.width() / scale, m_text, columns).size.height();
    }
    const Scene& sceneAt(double time) const
    {
        if (const auto done = doneAt(time); done != m_done)
            m_scene = sceneAfter(m_done = done, m_scale);
        return m_scene;
    }

    Watched m_watched;
    FilmLook m_look;
    TextSize m_text;
    double m_scale = 1;
    int m_columns = 1;
    // The picture that is looked at: it is painted and asked for what it shows many times. All of them would be
    // too many to keep.
    mutable std::size_t m_done = 0;
    mutable Scene m_scene;
};

} // namespace

FilmPtr watchedFilm(Watched watched, const FilmLook& look)
{
    return std::make_shared<const WatchedFilm>(std::move(watched), look);
}

} // namespace tscope
