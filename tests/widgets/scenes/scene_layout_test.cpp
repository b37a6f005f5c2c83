// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture of every tensor, at many sizes, zooms and text sizes: laid out without a fault.
#include "scenes/scene.h"

#include "make/faults.h"
#include "rules/check.h"
#include "views/scene_painter.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/spoken.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QFontMetricsF>

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

// Where the window is put over the content: begin, somewhere, end.
std::vector<QPointF> originsIn(const QSizeF& content, const QSizeF& window)
{
    const QPointF end(std::max(0.0, content.width() - window.width()),
                      std::max(0.0, content.height() - window.height()));
    std::vector<QPointF> all{{0, 0}};
    for (const auto& other : {QPointF(end.x() / 3 + 0.4, end.y() / 2 + 0.7), end})
        if (std::ranges::find(all, other) == all.end() && other.x() <= end.x() && other.y() <= end.y())
            all.push_back(other);
    return all;
}

SceneRequest requestFor(const Tensor& tensor)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor, {.maxWitnesses = 1000}));
    request.size = QSizeF(640, 400);
    return request;
}

TextSize scaled(double factor)
{
    const TextSize normal;
    return {normal.advance * factor, normal.line * factor, normal.smallAdvance * factor,
            normal.smallLine * factor};
}

std::set<double> zoomsOf(const PictureSpec& spec, const SceneRequest& request)
{
    std::set<double> zooms;
    const auto first = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
    for (const auto zoom : {first, first / 3, 5.0, 8.0, 18.0, 24.0, 61.5, 160.0, 240.0})
        zooms.insert(std::clamp(zoom, spec.smallestZoom, spec.largestZoom));
    return zooms;
}

void audit(const PictureSpec& spec, SceneRequest request)
{
    request.origin = {};
    const auto content = spec.build(request, {}).content;
    for (const auto origin : originsIn(content, request.size)) {
        request.origin = origin;
        const auto faults = faultsOf(spec.build(request, {}), request);
        EXPECT_TRUE(faults.isEmpty()) << spec.id << " of " << request.size.width() << " x "
                                      << request.size.height() << ", zoom " << request.zoom << ", line "
                                      << request.text.line << ", from " << origin.x() << ", " << origin.y()
                                      << ":\n  " << faults.join(QStringLiteral("\n  ")).toStdString();
    }
}

class SceneLayout : public testing::TestWithParam<std::string>
{
protected:
    static Tensor tensor()
    {
        const auto& name = GetParam();
        return std::ranges::count(oddTensorNames(), name) > 0 ? oddTensor(name) : sample(name);
    }
};

std::vector<std::string> allTensors()
{
    auto names = sampleNames();
    std::ranges::copy(oddTensorNames(), std::back_inserter(names));
    return names;
}

const auto nameOf = [](const auto& tested) { return tested.param; };

} // namespace

TEST_P(SceneLayout, HoldsAtEverySizeZoomAndTextSize)
{
    auto request = requestFor(tensor());
    for (const auto& spec : pictures())
        for (const auto size : {QSizeF(300, 200), QSizeF(640, 400), QSizeF(1600, 900)})
            for (const auto scale : {1.0, 1.5}) {
                request.size = size;
                request.text = scaled(scale);
                for (const auto zoom : zoomsOf(spec, request)) {
                    request.zoom = zoom;
                    audit(spec, request);
                    if (testing::Test::HasFailure())
                        return; // others would say the same
                }
            }
}

TEST_P(SceneLayout, HoldsWithoutAReport)
{
    auto request = requestFor(tensor());
    request.report = nullptr;
    for (const auto& spec : pictures()) {
        request.zoom = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
        audit(spec, request);
    }
}

// Whose characters are wider.
TEST_P(SceneLayout, HoldsInChinese)
{
    const Spoken spoken("zh_CN");
    if (!spoken.isSpoken())
        GTEST_SKIP() << "built without Qt's LinguistTools: English only";
    auto request = requestFor(tensor());
    for (const auto& spec : pictures())
        for (const auto size : {QSizeF(300, 200), QSizeF(640, 400)}) {
            request.size = size;
            request.zoom = spec.firstZoom(request);
            audit(spec, request);
        }
}

TEST_P(SceneLayout, HoldsFromFarAway)
{
    auto request = requestFor(tensor());
    for (const auto& spec : pictures())
        for (const auto zoom : {spec.smallestZoom, 0.001, 0.3})
            for (const auto scale : {1.0, 1.5}) {
                request.zoom = zoom;
                request.text = scaled(scale);
                audit(spec, request);
            }
}

// The sizes that pictures reckon with are those of the fonts in which they are drawn.
TEST_P(SceneLayout, TheTextFitsInTheRealFont)
{
    const auto fonts = SceneFonts::of(QApplication::font());
    auto request = requestFor(tensor());
    request.text = fonts.size();
    for (const auto& spec : pictures()) {
        request.zoom = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
        const auto scene = spec.build(request, {});
        const auto enlarged = fonts.enlarged(scene.text);
        for (const auto& label : scene.labels) {
            const QFontMetricsF metrics(enlarged.of(label.kind));
            EXPECT_LE(metrics.horizontalAdvance(label.text), label.rect.width() + 0.5)
                << spec.id << ": " << label.text.toStdString();
            EXPECT_LE(metrics.height(), label.rect.height() + 1) << spec.id << ": " << label.text.toStdString();
        }
    }
}

TEST_P(SceneLayout, TheSameRequestGivesTheSameScene)
{
    auto request = requestFor(tensor());
    for (const auto& spec : pictures()) {
        request.zoom = std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom);
        EXPECT_TRUE(areEqual(spec.build(request, {}), spec.build(request, {}))) << spec.id;
    }
}

// Going to a place shows it: the rect that a picture tells for a place holds a spot of that place.
TEST_P(SceneLayout, PlacesAreDrawnWhereThePictureSaysTheyAre)
{
    auto request = requestFor(tensor());
    for (const auto& spec : pictures()) {
        request.zoom = 40;
        const auto scene = spec.build(request, {});
        std::size_t looked = 0;
        for (const auto& spot : scene.spots) {
            if (++looked > 500)
                break;
            const auto rect = spec.rectOf(request, spot.place).translated(-request.origin);
            EXPECT_TRUE(rect.intersects(spot.rect)) << spec.id << ": " << spot.words.toStdString();
            EXPECT_NEAR(rect.left(), spot.rect.left(), rect.width())
                << spec.id << ": " << spot.words.toStdString();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Tensors, SceneLayout, testing::ValuesIn(allTensors()), nameOf);

namespace {

class BrokenSceneLayout : public testing::TestWithParam<std::string>
{
};

} // namespace

// Every rule of the layout, broken at a place: shown with its mark.
TEST_P(BrokenSceneLayout, HoldsForEveryBrokenRule)
{
    const auto sound = sample(GetParam());
    int planted = 0;
    for (const auto& rule : plantableRules(*sound.layout)) {
        const auto broken = plant(sound, rule);
        if (!broken)
            continue;
        ++planted;
        SCOPED_TRACE("rule " + std::string(rule));
        auto request = requestFor(*broken);
        for (const auto& spec : pictures())
            for (const auto scale : {1.0, 1.5}) {
                request.text = scaled(scale);
                for (const auto zoom :
                     {std::clamp(spec.firstZoom(request), spec.smallestZoom, spec.largestZoom), 5.0, 1.0}) {
                    request.zoom = zoom;
                    audit(spec, request);
                }
            }
    }
    EXPECT_GT(planted, 2);
}

INSTANTIATE_TEST_SUITE_P(Layouts, BrokenSceneLayout,
                         testing::Values("strided", "coo", "csr", "csc", "bsr", "nested", "jagged"), nameOf);

TEST(SceneMarks, ViolationsFarApartAreMarkedFromFarAway)
{
    auto tensor = oddTensor("many_csr");
    for (const auto slot : {10, 1500, 2990}) {
        const auto broken = plant(tensor, "5.3", slot);
        ASSERT_TRUE(broken) << broken.error().text;
        auto request = requestFor(*broken);
        ASSERT_FALSE(request.report->valid);
        for (const auto& spec : pictures())
            if (std::string_view(spec.id) != "logical")
                for (const auto zoom : {0.01, 0.2, 1.0}) {
                    request.zoom = zoom;
                    audit(spec, request);
                }
    }
}
