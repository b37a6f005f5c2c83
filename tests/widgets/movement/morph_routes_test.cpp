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
