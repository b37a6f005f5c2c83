// SPDX-License-Identifier: GPL-3.0-or-later
#include "movement/films.h"

#include "picture/movement_line.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <vector>

namespace tscope {

namespace {

QImage wholeImage(const Scene& scene, const FilmLook& look)
{
    QImage image((scene.size * look.pixelRatio).toSize(), QImage::Format_RGB32);
    if (image.isNull()) // no memory, or nothing to be seen
        return image;
    image.setDevicePixelRatio(look.pixelRatio);
    QPainter painter(&image);
    paintScene(painter, scene, Palette::of(look.theme), look.fonts);
    return image;
}

class MorphFilm : public Film
{
    Q_DECLARE_TR_FUNCTIONS(tscope::MorphFilm)

public:
    MorphFilm(MorphPicture picture, MorphRequest request, const FilmLook& look)
        : m_picture(std::move(picture)), m_from(std::move(request.source)), m_to(std::move(request.result)),
          m_names(std::move(request.names)), m_look(look), m_source(wholeImage(m_picture.source, look)),
          m_result(wholeImage(m_picture.result, look)), m_emptied(m_source), m_unfilled(m_result)
    {
        for (const auto& flight : m_picture.flights) {
            empty(m_emptied, flight.from);
            empty(m_unfilled, flight.to);
        }
        for (const auto& line : morphLines(m_picture.morph))
            m_lines << QString::fromStdString(line);
        for (std::size_t i = 0; i < m_picture.flights.size(); ++i)
            m_flightOf.emplace(m_picture.flights[i].piece, i);
        const auto& pieces = m_picture.morph.pieces;
        const auto values = std::ranges::count_if(
            m_picture.flights, [&](const MorphFlight& flight) { return pieces[flight.piece].isValue; });
        m_areAll = values > 0 && values <= std::ssize(told());
    }

    int steps() const override { return 1; }
    bool isContinuous() const override { return true; }
    QSizeF size() const override { return m_picture.source.size; }

    void paint(QPainter& painter, double time, const QRectF& visible) const override
    {
        if (time <= 0 || time >= 1)
            return draw(painter, time <= 0 ? m_source : m_result, visible, visible);
        // What stays behind fades until the middle, then what is new appears: names and numbers of both would be
        // read as one. What travels is drawn above.
        const bool isBefore = time < halfway;
        painter.fillRect(visible, Palette::of(m_look.theme)[Ink::canvas]);
        painter.setOpacity(1 - (1 - faintest) * std::min(time, 1 - time) / halfway);
        draw(painter, isBefore ? m_emptied : m_unfilled, visible, visible);
        painter.setOpacity(1);
        const auto drawFlight = [&](const MorphFlight& flight) {
            const auto rect = whole(flight.at(time));
            if (!rect.intersects(visible))
                return;
            // Types may have changed, and with them how the number is written.
            if (isBefore)
                draw(painter, m_source, rect, flight.from);
            else
                draw(painter, m_result, rect, flight.to);
        };
        for (const auto& flight : m_picture.flights)
            drawFlight(flight);
        if (const auto* told = flightToldAt(time)) {
            drawFlight(*told);
            constexpr double width = 2;
            painter.setPen(QPen(Palette::of(m_look.theme)[Ink::selected], width));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(whole(told->at(time)).adjusted(width / 2, width / 2, -width / 2, -width / 2));
        }
    }

    QString words(double time) const override
    {
        if (const auto turn = turnAt(time); isTurn(turn)) {
            const auto line = lineOf(told()[static_cast<std::size_t>(turn)].piece);
            const auto text = m_areAll                         ? tr("Entry %1 of %2: %3")
                              : m_picture.plan->starts.empty() ? tr("Number %1 of %2: %3")
                                                               : tr("Number %1 of %2 that move: %3");
            return text.arg(turn + 1).arg(std::ssize(told())).arg(line);
        }
        const auto where = time <= 0 ? tr("Before") : time >= 1 ? tr("After") : tr("On the way");
        // The same at every time: what is moved altogether.
        return tr("%1. %2").arg(where, m_lines.join(QLatin1Char(' ')));
    }

    // In the middle between two starts, where it has left its cell. The others that move beside it are not told.
    std::optional<double> toldBeside(double time, int by) const override
    {
        const auto count = std::ssize(told());
        if (count == 0 || told().size() > mostRouted)
            return std::nullopt;
        const auto turn = turnAt(time) + by;
        if (!isTurn(turn))
            return turn < 0 ? 0 : 1;
        const auto begin = told()[static_cast<std::size_t>(turn)].time;
        const auto end = turn + 1 == count ? 1 : told()[static_cast<std::size_t>(turn) + 1].time;
        return (begin + end) / 2;
    }

    MorphPlanPtr plan() const override { return m_picture.plan; }

    QString wordsAt(QPointF position, double time) const override
    {
        if (time <= 0 || time >= 1) {
            const auto& spots = (time <= 0 ? m_picture.source : m_picture.result).spots;
            const auto found =
                std::ranges::find_if(spots, [&](const Spot& spot) { return spot.rect.contains(position); });
            return found == spots.end() ? QString() : found->words;
        }
        if (const auto* told = flightToldAt(time); told != nullptr && told->at(time).contains(position))
            return sentenceOf(*told);
        for (const auto& flight :
             std::views::reverse(m_picture.flights)) // the last one is painted above the others
            if (flight.at(time).contains(position))
                return sentenceOf(flight);
        return {};
    }

private:
    static constexpr double halfway = 0.5, faintest = 0.25; // time, and opacity then

    const std::vector<MorphTurn>& told() const { return m_picture.plan->told; }

    // One number is told and framed at a time: the last one that set out, or where all stay, each in its turn. At
    // the beginning it is -1, at the end as many as there are.
    std::ptrdiff_t turnAt(double time) const
    {
        if (time <= 0)
            return -1;
        if (time >= 1 || told().empty())
            return std::ssize(told());
        const auto next = std::ranges::upper_bound(told().begin() + 1, told().end(), time, {}, &MorphTurn::time);
        return next - told().begin() - 1;
    }
    bool isTurn(std::ptrdiff_t turn) const { return turn >= 0 && turn < std::ssize(told()); }

    // Null: no number is told then, or one that this picture does not show.
    const MorphFlight* flightToldAt(double time) const
    {
        const auto turn = turnAt(time);
        if (!isTurn(turn))
            return nullptr;
        const auto found = m_flightOf.find(told()[static_cast<std::size_t>(turn)].piece);
        return found == m_flightOf.end() ? nullptr : &m_picture.flights[found->second];
    }

    QString lineOf(std::size_t piece) const
    {
        if (m_lineOf != piece) { // many pictures have the same
            m_lineOf = piece;
            m_line = QString::fromStdString(movementLine(*m_from, *m_to, m_picture.morph.pieces[piece], m_names));
        }
        return m_line;
    }
    QString sentenceOf(const MorphFlight& flight) const
    {
        auto line = lineOf(flight.piece);
        return line.replace(0, 1, line.left(1).toUpper());
    }

    // On whole pixels, so that numbers stay sharp on their way.
    QRectF whole(const QRectF& rect) const
    {
        const auto snap = [this](double at) { return std::round(at * m_look.pixelRatio) / m_look.pixelRatio; };
        return {snap(rect.x()), snap(rect.y()), rect.width(), rect.height()};
    }

    void draw(QPainter& painter, const QImage& image, const QRectF& to, const QRectF& part) const
    {
        const auto ratio = m_look.pixelRatio;
        painter.drawImage(to, image, QRectF(part.topLeft() * ratio, part.size() * ratio));
    }

    void empty(QImage& image, const QRectF& cell) const
    {
        if (!image.isNull())
            QPainter(&image).fillRect(cell, Palette::of(m_look.theme)[Ink::surface]);
    }

    MorphPicture m_picture;
    TensorPtr m_from, m_to;
    MorphNames m_names;
    FilmLook m_look;
    QImage m_source, m_result;    // both tensors' own pictures
    QImage m_emptied, m_unfilled; // the same without what travels
    QStringList m_lines;
    bool m_areAll = false;                         // each value that both show is told
    std::map<std::size_t, std::size_t> m_flightOf; // by its piece
    mutable std::optional<std::size_t> m_lineOf;
    mutable QString m_line;
};

} // namespace

Result<FilmPtr> morphFilm(MorphRequest request, const FilmLook& look, const Watch& watch)
{
    request.view = look.view;
    request.text = look.fonts.size();
    request.theme = look.theme;
    auto picture = morphPicture(request, watch);
    if (!picture)
        return picture.error();
    // A film keeps four images: those of large pictures have one pixel where sharp ones would have four.
    auto kept = look;
    const auto size = picture->source.size * look.pixelRatio;
    if (size.width() * size.height() > largestMorphArea)
        kept.pixelRatio = 1;
    return FilmPtr(std::make_shared<const MorphFilm>(*std::move(picture), std::move(request), kept));
}

} // namespace tscope
