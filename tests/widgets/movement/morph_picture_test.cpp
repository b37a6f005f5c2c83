// SPDX-License-Identifier: GPL-3.0-or-later
// Morphs begin and end as the two tensors' own pictures, and show each number once in between.
#include "scenes/morph_picture.h"

#include "movement/films.h"
#include "ops/transposed.h"
#include "widgets/movement/made_pairs.h"
#include "widgets/support/tensors.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

const QSizeF filmView(900, 400);

MorphRequest requestOf(const MadePair& pair, const PictureSpec& spec)
{
    MorphRequest request;
    request.source = pair.source;
    request.result = pair.result;
    request.picture = &spec;
    request.view = filmView;
    request.text = SceneFonts::of(QFont()).size();
    return request;
}

// A tensor's own picture, as its view would build it.
Scene ownScene(const TensorPtr& tensor, const MorphRequest& morph, const MorphPicture& picture)
{
    SceneRequest request;
    request.tensor = tensor;
    request.size = picture.source.size;
    request.zoom = picture.zoom;
    request.text = morph.text;
    return morph.picture->build(request, {});
}

QImage painted(const Scene& scene)
{
    QImage image(scene.size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    paintScene(painter, scene, Palette::of(Theme::light), SceneFonts::of(QFont()));
    return image;
}

QImage painted(const Film& film, double time)
{
    QImage image(film.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    film.paint(painter, time, QRectF(QPointF(0, 0), film.size()));
    return image;
}

FilmLook filmLook()
{
    return {filmView, 1, Theme::light, SceneFonts::of(QFont())};
}

const PictureSpec& pictureNamed(std::string_view id)
{
    return *std::ranges::find_if(pictures(), [&](const PictureSpec& spec) { return id == spec.id; });
}

bool hasSpot(const Scene& scene, const QRectF& rect, const Place& place)
{
    return std::ranges::any_of(scene.spots,
                               [&](const Spot& spot) { return spot.rect == rect && spot.place == place; });
}

// What of a scene lies there, cells or what is written around them.
bool drawsInto(const Scene& scene, const QRectF& part)
{
    const auto isIn = [&](const auto& item) { return item.rect.intersects(part); };
    return std::ranges::any_of(scene.boxes, isIn) || std::ranges::any_of(scene.labels, isIn) ||
           std::ranges::any_of(scene.lines, [&](const Line& line) {
               return QRectF(line.from, line.to).normalized().adjusted(-7, -7, 7, 7).intersects(part);
           });
}

bool isPlain(const QImage& image, const QRect& part)
{
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x)
            if (image.pixel(x, y) != image.pixel(part.topLeft()))
                return false;
    return true;
}

} // namespace

TEST(MorphPicture, BeginsAndEndsAsBothTensorsOwnPictures)
{
    EXPECT_GE(allConversions(11).size(), 64U) << "all eight layouts to all eight";
    for (const auto& pair : allConversions(11))
        for (const auto& spec : pictures()) {
            SCOPED_TRACE(pair.name + ", " + spec.id);
            const auto request = requestOf(pair, spec);
            const auto picture = morphPicture(request);
            ASSERT_TRUE(picture) << picture.error().text;
            const auto film = morphFilm(request, filmLook());
            ASSERT_TRUE(film) << film.error().text;
            EXPECT_EQ(painted(**film, 0), painted(ownScene(pair.source, request, *picture)));
            EXPECT_EQ(painted(**film, 1), painted(ownScene(pair.result, request, *picture)));
        }
}

// In the members every slot is a cell of its own, so each number that travels has one flight.
TEST(MorphPicture, EachNumberHasOneCellAtEveryTime)
{
    constexpr std::uint64_t seed = 12;
    for (const auto& pair : allConversions(seed)) {
        SCOPED_TRACE(pair.name + ", seed " + std::to_string(seed));
        const auto request = requestOf(pair, pictureNamed("members"));
        const auto picture = morphPicture(request);
        ASSERT_TRUE(picture) << picture.error().text;
        const auto source = ownScene(pair.source, request, *picture);
        const auto result = ownScene(pair.result, request, *picture);
        std::set<std::size_t> flown;
        for (const auto& flight : picture->flights) {
            EXPECT_TRUE(flown.insert(flight.piece).second);
            const auto& piece = picture->morph.pieces[flight.piece];
            EXPECT_TRUE(hasSpot(source, flight.at(0), piece.from->slot));
            EXPECT_TRUE(hasSpot(result, flight.at(1), piece.to->slot));
        }
        std::size_t travelling = 0;
        for (const auto& piece : picture->morph.pieces)
            travelling += piece.travels() ? 1 : 0;
        EXPECT_EQ(flown.size(), travelling);
    }
}

// What has left its old cell is not drawn there any more.
TEST(MorphPicture, WhatTravelsHasLeftItsOldCell)
{
    int seen = 0;
    for (const auto& pair : allConversions(13)) {
        SCOPED_TRACE(pair.name);
        const auto request = requestOf(pair, pictureNamed("members"));
        const auto picture = morphPicture(request);
        const auto film = morphFilm(request, filmLook());
        ASSERT_TRUE(picture && film);
        constexpr double time = 0.5;
        const auto image = painted(**film, time);
        for (const auto& flight : picture->flights) {
            const auto inner = flight.from.adjusted(4, 4, -4, -4).toAlignedRect();
            const bool isReached = std::ranges::any_of(
                picture->flights, [&](const MorphFlight& other) { return other.at(time).intersects(inner); });
            if (isReached || drawsInto(picture->result, inner) || !image.rect().contains(inner))
                continue;
            EXPECT_TRUE(isPlain(image, inner));
            ++seen;
        }
    }
    EXPECT_GT(seen, 3);
}

// Names and numbers of both tensors are never drawn over each other: the old ones until the middle, then the new.
TEST(MorphPicture, ShowsWhatStaysBehindOfOneTensorAtATime)
{
    int seen = 0;
    for (const auto& pair : allConversions(14)) {
        SCOPED_TRACE(pair.name);
        const auto request = requestOf(pair, pictureNamed("members"));
        const auto picture = morphPicture(request);
        const auto film = morphFilm(request, filmLook());
        ASSERT_TRUE(picture && film);
        for (const double time : {0.3, 0.7}) {
            const auto image = painted(**film, time);
            const auto& gone = time < 0.5 ? picture->result : picture->source;
            const auto& there = time < 0.5 ? picture->source : picture->result;
            for (const auto& label : gone.labels) {
                const auto part = label.rect.toAlignedRect();
                const bool isReached = std::ranges::any_of(picture->flights, [&](const MorphFlight& flight) {
                    return flight.at(time).intersects(label.rect.adjusted(-2, -2, 2, 2));
                });
                if (isReached || drawsInto(there, label.rect.adjusted(-2, -2, 2, 2)) ||
                    !image.rect().contains(part))
                    continue;
                EXPECT_TRUE(isPlain(image, part)) << label.text.toStdString();
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 3);
}

TEST(MorphPicture, TheStripOfATransposedBsrStandsStill)
{
    const auto source = madeAs(*layoutNamed("bsr"), 3);
    const MadePair pair{"bsr", source, std::make_shared<const Tensor>(transposed(*source)->tensors.front())};
    const auto request = requestOf(pair, pictureNamed("storage"));
    const auto picture = morphPicture(request);
    ASSERT_TRUE(picture) << picture.error().text;
    EXPECT_EQ(picture->morph.bytesMoved, 0);
    EXPECT_EQ(picture->flights.size(), picture->morph.pieces.size());
    for (const auto& flight : picture->flights)
        EXPECT_EQ(flight.from, flight.to);
}

// Strips that are longer than the view are scrolled: their numbers are what there is to be followed.
TEST(MorphPicture, NumbersAreReadWhereThereAreMoreThanFit)
{
    std::string values;
    for (int block = 0; block < 4; ++block) {
        values += block == 0 ? "[" : ",[";
        for (int row = 0; row < 4; ++row)
            values += QStringLiteral("%1[%2,%3,%4]")
                          .arg(row == 0 ? QString() : QStringLiteral(","))
                          .arg(11 + row)
                          .arg(21 + row)
                          .arg(31 + row)
                          .toStdString();
        values += "]";
    }
    const auto source = std::make_shared<const Tensor>(tensorOf(R"({"layout":"bsr","size":[8,6],"members":{
        "crow_indices":[0,2,4],"col_indices":[0,1,0,1],"values":[)" +
                                                                values + "]}}"));
    const MadePair pair{"bsr", source, std::make_shared<const Tensor>(transposed(*source)->tensors.front())};
    for (const auto& kind : pictures()) {
        auto request = requestOf(pair, kind);
        request.view = QSizeF(640, 360);
        const auto picture = morphPicture(request);
        ASSERT_TRUE(picture) << kind.id << ": " << picture.error().text;
        for (const auto* scene : {&picture->source, &picture->result}) {
            int numbers = 0;
            for (const auto& label : scene->labels)
                if (label.kind == TextKind::value) {
                    EXPECT_FALSE(label.text.contains(QChar(0x2026))) << kind.id;
                    ++numbers;
                }
            EXPECT_GE(numbers, 48) << kind.id;
        }
    }
}

TEST(MorphPicture, TransposingTurnsTheLogicalPicture)
{
    const auto source = madeAs(*layoutNamed("strided"), 3);
    const MadePair pair{"strided", source, std::make_shared<const Tensor>(transposed(*source)->tensors.front())};
    const auto picture = morphPicture(requestOf(pair, pictureNamed("logical")));
    ASSERT_TRUE(picture) << picture.error().text;
    ASSERT_EQ(picture->flights.size(), 24U);
    for (const auto& flight : picture->flights) {
        const auto& piece = picture->morph.pieces[flight.piece];
        EXPECT_EQ((*piece.from->index)[0], (*piece.to->index)[1]);
        EXPECT_EQ((*piece.from->index)[1], (*piece.to->index)[0]);
    }
}

// Ten numbers of a matrix that has a million rows and columns: what is kept as images is bounded.
TEST(MorphPicture, OfAHugeMatrixTakesBoundedImages)
{
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {1'000'000, 1'000'000};
    spec.nnz = 10;
    const auto source = std::make_shared<const Tensor>(*makeTensorOf(spec));
    const MadePair pair{"huge", source, convertedTo(*source, *layoutNamed("coo"))};
    for (const auto& kind : pictures()) {
        auto look = filmLook();
        look.pixelRatio = 2;
        const auto film = morphFilm(requestOf(pair, kind), look);
        ASSERT_TRUE(film) << kind.id << ": " << film.error().text;
        const auto size = (*film)->size();
        EXPECT_LE(size.width() * size.height(), largestMorphArea) << kind.id;
        EXPECT_GE(size.width(), filmView.width()) << kind.id;
        EXPECT_GE(size.height(), filmView.height()) << kind.id;
    }
}

// How long a frame takes is printed, to be looked at: 16 ms are there for one.
TEST(MorphPicture, TwoHundredCellsTravelFrameByFrame)
{
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {20, 20};
    spec.nnz = 200;
    const auto source = std::make_shared<const Tensor>(*makeTensorOf(spec));
    const MadePair pair{"200 cells", source, convertedTo(*source, *layoutNamed("csc"))};
    const auto film = morphFilm(requestOf(pair, pictureNamed("members")), filmLook());
    ASSERT_TRUE(film) << film.error().text;
    QImage image(filmView.toSize(), QImage::Format_RGB32);
    std::vector<double> took;
    QImage before;
    for (int frame = 0; frame < 120; ++frame) {
        QElapsedTimer watch;
        watch.start();
        QPainter painter(&image);
        (*film)->paint(painter, (frame + 0.5) / 120, QRectF(QPointF(0, 0), filmView));
        painter.end();
        took.push_back(static_cast<double>(watch.nsecsElapsed()) / 1e6);
        EXPECT_NE(image, before) << frame;
        before = image.copy();
    }
    std::ranges::sort(took);
    std::cout << "a frame of 200 cells: median " << took[60] << " ms, 95 % " << took[114] << " ms\n";
}
