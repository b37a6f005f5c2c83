// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers on their way can be read at every position of the scrubber: none lies over another one.
#include "scenes/morph_picture.h"

#include "movement/films.h"
#include "widgets/movement/made_pairs.h"
#include "widgets/support/tensors.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr int positions = 21; // of the scrubber

const FilmLook& routesLook()
{
    static const FilmLook look{{900, 400}, 1, Theme::light, SceneFonts::of(QFont())};
    return look;
}

MorphRequest routesRequest(const MadePair& pair, const PictureSpec& spec)
{
    MorphRequest request;
    request.source = pair.source;
    request.result = pair.result;
    request.picture = &spec;
    request.view = routesLook().view;
    request.text = routesLook().fonts.size();
    return request;
}

double areaOf(const QRectF& rect)
{
    return rect.isValid() ? rect.width() * rect.height() : 0;
}

// The largest share of a cell that lies under another one. Duplicates that were added up become one.
double mostHidden(const MorphPicture& picture, double time)
{
    double most = 0;
    const auto& flights = picture.flights;
    for (std::size_t i = 0; i < flights.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (flights[i].to != flights[j].to) {
                const auto a = flights[i].at(time), b = flights[j].at(time);
                most = std::max(most, areaOf(a & b) / std::min(areaOf(a), areaOf(b)));
            }
    return most;
}

MadePair rowsToColumns()
{
    const auto make = [](const char* text) { return std::make_shared<const Tensor>(tensorOf(text)); };
    return {"rows to columns", make(R"({"layout":"strided","members":{"values":{"shape":[3,4],"strides":[4,1],
                "storage":[1,2,3,4,5,6,7,8,9,10,11,12]}}})"),
            make(R"({"layout":"strided","members":{"values":{"shape":[3,4],"strides":[1,3],
                "storage":[1,5,9,2,6,10,3,7,11,4,8,12]}}})")};
}

} // namespace

TEST(MorphRoutes, NoNumberHidesAnotherOne)
{
    for (const std::uint64_t seed : {11, 12, 13, 14}) {
        auto pairs = allConversions(seed);
        pairs.push_back(rowsToColumns());
        for (const auto& pair : pairs)
            for (const auto& spec : pictures()) {
                SCOPED_TRACE(pair.name + ", " + spec.id + ", seed " + std::to_string(seed));
                const auto picture = morphPicture(routesRequest(pair, spec));
                ASSERT_TRUE(picture) << picture.error().text;
                const auto frame = QRectF(QPointF(0, 0), picture->source.size).adjusted(-1, -1, 1, 1);
                for (int i = 0; i < positions; ++i) {
                    const auto time = static_cast<double>(i) / (positions - 1);
                    EXPECT_LE(mostHidden(*picture, time), 0.1) << time;
                    for (const auto& flight : picture->flights)
                        EXPECT_TRUE(frame.contains(flight.at(time)) || !frame.contains(flight.from) ||
                                    !frame.contains(flight.to))
                            << time;
                }
                for (const auto& flight : picture->flights) {
                    EXPECT_EQ(flight.at(0), flight.from);
                    EXPECT_EQ(flight.at(1), flight.to);
                }
            }
    }
}

// As painted: every cell looks as in its tensor's own picture, wherever it is.
TEST(MorphRoutes, EachNumberIsPaintedWhole)
{
    const auto pair = rowsToColumns();
    const auto& spec = *std::ranges::find_if(
        pictures(), [](const PictureSpec& each) { return each.id == std::string("storage"); });
    const auto picture = morphPicture(routesRequest(pair, spec));
    const auto film = morphFilm(routesRequest(pair, spec), routesLook());
    ASSERT_TRUE(picture && film);
    ASSERT_EQ(picture->flights.size(), 12U);
    const auto shot = [&](double time) {
        QImage image((*film)->size().toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        (*film)->paint(painter, time, QRectF(QPointF(0, 0), (*film)->size()));
        return image;
    };
    const auto number = [](const QImage& image, const QRectF& cell) { // inside the frame of the one that is told
        return image.copy(QRect(qRound(cell.x()), qRound(cell.y()), int(cell.width()), int(cell.height()))
                              .adjusted(4, 3, -4, -3));
    };
    const auto before = shot(0), after = shot(1);
    for (int i = 1; i + 1 < positions; ++i) {
        const auto time = static_cast<double>(i) / (positions - 1);
        const auto image = shot(time);
        for (const auto& flight : picture->flights) {
            const auto& own = time < 0.5 ? before : after;
            EXPECT_EQ(number(image, flight.at(time)), number(own, time < 0.5 ? flight.from : flight.to)) << time;
        }
    }
}

// At equal distances, so that each is told in its turn.
TEST(MorphRoutes, NumbersSetOutOneByOne)
{
    const auto pair = rowsToColumns();
    const auto picture = morphPicture(routesRequest(pair, pictures().back()));
    ASSERT_TRUE(picture) << picture.error().text;
    std::vector<double> starts;
    for (const auto& flight : picture->flights)
        if (!flight.route.empty()) {
            starts.push_back(flight.start());
            EXPECT_GT(flight.route.back().time, flight.start());
            EXPECT_TRUE(std::ranges::is_sorted(flight.route, {}, &RouteStop::time));
        }
    std::ranges::sort(starts);
    ASSERT_EQ(starts.size(), 10U) << "the first and the last one stay";
    for (std::size_t i = 1; i < starts.size(); ++i)
        EXPECT_NEAR(starts[i] - starts[i - 1], starts[1] - starts[0], 1e-9);
}

// Pictures of another size have other routes, in the order of the first ones and without one number over another.
TEST(MorphRoutes, AnotherSizeFollowsThePlan)
{
    auto pairs = allConversions(11);
    pairs.push_back(rowsToColumns());
    for (const auto& pair : pairs)
        for (const auto& spec : pictures()) {
            SCOPED_TRACE(pair.name + ", " + spec.id);
            auto request = routesRequest(pair, spec);
            const auto first = morphPicture(request);
            ASSERT_TRUE(first);
            request.plan = first->plan;
            request.view = {1900, 900};
            request.text.advance *= 2;
            request.text.line *= 2;
            const auto second = morphPicture(request);
            ASSERT_TRUE(second);
            EXPECT_EQ(second->plan, first->plan);
            for (const auto& turn : first->plan->starts) {
                const auto flight = std::ranges::find(second->flights, turn.piece, &MorphFlight::piece);
                if (flight != second->flights.end() && flight->from != flight->to) {
                    EXPECT_NEAR(flight->start(), turn.time, 1e-9);
                }
            }
        }
}

namespace {

// A dense matrix of `side` rows and columns that is transposed, with room around it.
std::vector<Journey> transposedCells(int side, QRectF& frame)
{
    constexpr double width = 40, height = 20, around = 130;
    const auto cell = [&](int row, int column) {
        return QRectF(around + column * width, around + row * height, width, height);
    };
    std::vector<Journey> journeys;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            journeys.push_back({cell(row, column), cell(column, row)});
    frame = QRectF(0, 0, 2 * around + side * width, 2 * around + side * height);
    return journeys;
}

void expectAllArriveInTurn(const std::vector<Journey>& journeys, const std::vector<std::vector<RouteStop>>& routes)
{
    ASSERT_EQ(routes.size(), journeys.size());
    std::set<double> starts;
    std::size_t moving = 0;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        if (routes[i].empty()) { // one that stays may go aside for others
            EXPECT_EQ(journeys[i].from, journeys[i].to) << i;
            continue;
        }
        ++moving;
        starts.insert(routes[i].front().time);
        EXPECT_EQ(routes[i].back().at, journeys[i].to.topLeft()) << i;
        EXPECT_LE(routes[i].back().time, 1 + 1e-9) << i;
    }
    EXPECT_EQ(starts.size(), moving) << "each is told in its turn";
}

} // namespace

// Nearly all cells are shut in by others.
TEST(MorphRoutes, ADenseTransposedMatrixIsPlannedWithinTheBudget)
{
    for (const int side : {3, 8, 15}) {
        SCOPED_TRACE(side);
        QRectF frame;
        const auto journeys = transposedCells(side, frame);
        RouteBudget budget;
        expectAllArriveInTurn(journeys, routesOf(journeys, frame, {}, budget));
        EXPECT_TRUE(side > 3 || !budget.isSpent());
        RouteBudget small({}, 500);
        expectAllArriveInTurn(journeys, routesOf(journeys, frame, {}, small));
        EXPECT_TRUE(small.isSpent());
    }
}

TEST(MorphRoutes, PlanningEndsWhenItIsStopped)
{
    QRectF frame;
    const auto journeys = transposedCells(15, frame);
    std::stop_source stop;
    stop.request_stop();
    RouteBudget budget({.stop = stop.get_token()});
    expectAllArriveInTurn(journeys, routesOf(journeys, frame, {}, budget));
}

// More than are routed.
TEST(MorphRoutes, EachOfThreeHundredNumbersIsTold)
{
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {40, 40};
    spec.nnz = 300;
    const auto source = std::make_shared<const Tensor>(*makeTensorOf(spec));
    const MadePair pair{"300 numbers", source, convertedTo(*source, *layoutNamed("csc"))};
    const auto& members = *std::ranges::find_if(
        pictures(), [](const PictureSpec& each) { return each.id == std::string("members"); });
    const auto picture = morphPicture(routesRequest(pair, members));
    const auto film = morphFilm(routesRequest(pair, members), routesLook());
    ASSERT_TRUE(picture && film);
    const auto isMovingValue = [&](const MorphFlight& flight) {
        return !flight.route.empty() && picture->morph.pieces[flight.piece].isValue;
    };
    const auto count = std::ranges::count_if(picture->flights, isMovingValue);
    ASSERT_GT(
        std::ranges::count_if(picture->flights, [](const MorphFlight& flight) { return !flight.route.empty(); }),
        static_cast<std::ptrdiff_t>(mostRouted));
    ASSERT_GT(count, 100);
    std::set<std::string> told;
    for (const auto& flight : picture->flights)
        if (isMovingValue(flight)) {
            const auto words = (*film)->words(flight.start() + 1e-9).toStdString();
            told.insert(words.substr(words.find(": ") + 2));
        }
    EXPECT_GE(std::ssize(told), count - 1) << "all but one that is on its way at the beginning";
}
