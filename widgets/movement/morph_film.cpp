// SPDX-License-Identifier: GPL-3.0-or-later
#include "movement/films.h"

#include "picture/movement_line.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <tuple>
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
        const auto isValue = [this](const auto& flight) { return m_picture.morph.pieces[flight.piece].isValue; };
        const bool areValues = std::ranges::any_of(m_picture.flights, isValue);
        for (std::size_t i = 0; i < m_picture.flights.size(); ++i)
            if (isValue(m_picture.flights[i]) == areValues)
                m_told.push_back(i);
        // First those that stay, as the source stores them, then the others as they set out.
        std::ranges::sort(m_told, {}, [this](std::size_t at) {
            const auto& flight = m_picture.flights[at];
            return std::tuple(!flight.route.empty(), flight.start(), flight.piece);
        });
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
        const bool isBefore = time < turn;
        painter.fillRect(visible, Palette::of(m_look.theme)[Ink::canvas]);
        painter.setOpacity(1 - (1 - faintest) * std::min(time, 1 - time) / turn);
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
        if (const auto* told = toldAt(time)) {
            drawFlight(*told);
            constexpr double width = 2;
            painter.setPen(QPen(Palette::of(m_look.theme)[Ink::selected], width));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(whole(told->at(time)).adjusted(width / 2, width / 2, -width / 2, -width / 2));
        }
    }

    QString words(double time) const override
    {
        if (const auto* told = toldAt(time)) {
            const auto share = tr("%1% of the way").arg(static_cast<int>(time * 100));
            return tr("%1: %2").arg(share, lineOf(*told));
        }
        const auto where = time <= 0   ? tr("Before")
                           : time >= 1 ? tr("After")
                                       : tr("%1% of the way").arg(static_cast<int>(time * 100));
        // The same at every time: what is moved altogether.
        return tr("%1. %2").arg(where, m_lines.join(QLatin1Char(' ')));
    }

    QString wordsAt(QPointF position, double time) const override
    {
        if (time <= 0 || time >= 1) {
            const auto& spots = (time <= 0 ? m_picture.source : m_picture.result).spots;
            const auto found =
                std::ranges::find_if(spots, [&](const Spot& spot) { return spot.rect.contains(position); });
            return found == spots.end() ? QString() : found->words;
        }
        if (const auto* told = toldAt(time); told != nullptr && told->at(time).contains(position))
            return lineOf(*told);
        for (const auto& flight :
             std::views::reverse(m_picture.flights)) // the last one is painted above the others
            if (flight.at(time).contains(position))
                return lineOf(flight);
        return {};
    }

private:
    static constexpr double turn = 0.5, faintest = 0.25; // time, and opacity then

    // One number is told and framed at a time: the last one that set out, or where all stay, each in its turn.
    // Null: at both ends, and where there is none.
    const MorphFlight* toldAt(double time) const
    {
        if (time <= 0 || time >= 1 || m_told.empty())
            return nullptr;
        const auto flight = [this](std::size_t at) -> const MorphFlight& { return m_picture.flights[at]; };
        const auto moving =
            std::ranges::partition_point(m_told, [&](std::size_t at) { return flight(at).route.empty(); });
        if (moving == m_told.end()) {
            const auto at = static_cast<std::size_t>(time * static_cast<double>(m_told.size()));
            return &flight(m_told[std::min(at, m_told.size() - 1)]);
        }
        const auto next = std::ranges::upper_bound(moving + 1, m_told.end(), time, {},
                                                   [&](std::size_t at) { return flight(at).start(); });
        return &flight(*(next - 1));
    }
    QString lineOf(const MorphFlight& flight) const
    {
        if (m_lineOf != &flight) { // many pictures have the same
            m_lineOf = &flight;
            m_line = QString::fromStdString(
                movementLine(*m_from, *m_to, m_picture.morph.pieces[flight.piece], m_names));
        }
        return m_line;
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
    std::vector<std::size_t> m_told; // flights, in the order in which they are told
    mutable const MorphFlight* m_lineOf = nullptr;
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
