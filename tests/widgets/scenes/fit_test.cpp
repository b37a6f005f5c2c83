// SPDX-License-Identifier: GPL-3.0-or-later
// At first a picture shows all of a tensor, as large as its view allows.
#include "rules/check.h"
#include "scenes/fitting.h"
#include "views/built_scene.h"
#include "views/scene_painter.h"
#include "widgets/support/drawn.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QFontInfo>

#include <gtest/gtest.h>

#include <cmath>

using namespace tscope;
using namespace tscope::test;

namespace {

const std::vector<QSizeF> sizes{{300, 220}, {420, 300}, {640, 400}, {1000, 700}, {1900, 1300}};

SceneRequest requestFor(const Tensor& tensor, QSizeF size)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor));
    request.size = size;
    request.zoom = 0;
    return request;
}

const PictureSpec& picture(std::string_view id)
{
    return *std::ranges::find(pictures(), id, &PictureSpec::id);
}

SceneRequest fitted(const Tensor& tensor, std::string_view id, QSizeF size)
{
    auto request = requestFor(tensor, size);
    request.zoom = built(picture(id), request, {}, {}, {}).zoom;
    return request;
}

} // namespace

class Fit : public testing::TestWithParam<std::string>
{
};

TEST_P(Fit, ThePictureCoversMostOfItsView)
{
    const auto tensor = sample(GetParam());
    for (const auto size : sizes)
        for (const auto& spec : pictures()) {
            const auto scene = built(spec, requestFor(tensor, size), {}, {}, {}).scene;
            EXPECT_GE(covered(*scene), 0.6) << spec.id << " in " << size.width() << " x " << size.height();
        }
}

TEST_P(Fit, TypeIsNeitherTooSmallNorLargerThanAProjectorNeeds)
{
    const auto fonts = SceneFonts::of(QApplication::font());
    const auto tensor = sample(GetParam());
    for (const auto size : sizes)
        for (const auto& spec : pictures()) {
            const auto scene = built(spec, requestFor(tensor, size), {}, {}, {}).scene;
            for (const auto& label : scene->labels) {
                const auto points = QFontInfo(fonts.enlarged(scene->text).of(label.kind)).pointSizeF();
                EXPECT_GE(points, 9) << label.text.toStdString();
                EXPECT_LE(points, 48) << label.text.toStdString();
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Samples, Fit, testing::ValuesIn(sampleNames()),
                         [](const auto& tested) { return tested.param; });

TEST(Fit, CellsAndTheirNumbersGrowWithTheView)
{
    const auto tensor = sample("csr");
    double cell = 0, line = 0;
    for (const auto size : sizes) {
        const auto request = fitted(tensor, "logical", size);
        const auto scene = picture("logical").build(request, {});
        EXPECT_GT(request.zoom, cell);
        EXPECT_GE(scene.text.valueLine(), line);
        cell = request.zoom;
        line = scene.text.valueLine();
    }
    EXPECT_GT(line, 3 * TextSize().line) << "a class reads it from the last row";
}

TEST(Fit, ZoomingOutEndsWhereAllIsInSight)
{
    for (const auto* name : {"csr", "strided", "nested"})
        for (const auto& spec : pictures()) {
            auto request = requestFor(sample(name), {640, 400});
            const auto whole = spec.wholeZoom(request);
            if (whole == smallestPictureZoom)
                continue; // too high for the window at any zoom
            request.zoom = whole / 50;
            EXPECT_NEAR(built(spec, request, {}, {}, {}).zoom, whole, whole / 50) << name << ' ' << spec.id;
        }
    auto large = requestFor(oddTensor("many_csr"), {640, 400});
    large.zoom = smallestPictureZoom;
    for (const auto& spec : pictures()) {
        const auto done = built(spec, large, {}, {}, {});
        EXPECT_TRUE(fitsInto(done.scene->content, large.size)) << spec.id;
        const auto size = done.scene->content;
        EXPECT_GT(std::max(size.width() / large.size.width(), size.height() / large.size.height()), 0.9)
            << spec.id << ": no smaller than it need be";
    }
}

TEST(Fit, AllMatricesOfASmallTensorAreSeenAtOnce)
{
    const auto tensor =
        tensorOf(R"({"layout":"strided","size":[2,3,4],"dtype":"int32","members":{"values":{"shape":[2,3,4],
        "data":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]}}})");
    auto request = fitted(tensor, "logical", {640, 400});
    auto scene = picture("logical").build(request, {});
    EXPECT_TRUE(scene.areSheets);
    EXPECT_EQ(scene.spots.size(), 24U);
    for (std::size_t i = 0; i < scene.spots.size(); ++i)
        for (auto j = i + 1; j < scene.spots.size(); ++j)
            EXPECT_FALSE(scene.spots[i].rect.intersects(scene.spots[j].rect));
    for (const auto& spot : scene.spots)
        EXPECT_EQ(picture("logical").rectOf(request, spot.place), spot.rect) << spot.words.toStdString();
    for (const auto* caption : {"[0, :, :]", "[1, :, :]"})
        EXPECT_EQ(std::ranges::count(scene.labels, QString::fromUtf8(caption), &Label::text), 1);

    request.roles = scene.roles;
    request.roles.isAlone = true;
    scene = picture("logical").build(request, {});
    EXPECT_FALSE(scene.areSheets);
    EXPECT_TRUE(scene.areSheetsPossible);
    EXPECT_EQ(scene.spots.size(), 12U);

    request = fitted(tensor, "logical", {120, 90});
    EXPECT_FALSE(picture("logical").build(request, {}).areSheets) << "one at a time where all can't be read";
}

// What is drawn along them marks the elements beside them.
TEST(Fit, TheNumbersOfEachMatrixStandBesideTheElementsThatTheyCount)
{
    const auto tensor = tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"int32","shape":[2,3,4],
        "data":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]}}})");
    const auto scene = picture("logical").build(fitted(tensor, "logical", {640, 400}), {});
    ASSERT_EQ(scene.axes.size(), 4U);
    int beside = 0;
    for (const auto& spot : scene.spots)
        for (const auto& axis : scene.axes)
            if (const auto at = spot.rect.center(); axis.cells.contains(at)) {
                const auto number = ((axis.isDown ? at.y() : at.x()) - axis.from) / axis.step;
                EXPECT_EQ(axis.first + static_cast<std::int64_t>(std::floor(number)),
                          std::get<ElementPlace>(spot.place).index[static_cast<std::size_t>(axis.dim)]);
                ++beside;
            }
    EXPECT_EQ(beside, 2 * 24) << "a row and a column for each element";
    EXPECT_TRUE(picture("logical").build(fitted(sample("nested"), "logical", {640, 400}), {}).axes.empty())
        << "a component is no slice along one dim";
}

// Each in its own size: no cell that is no element.
TEST(Fit, ComponentsOfUnlikeSizeAreSeenAtOnce)
{
    for (const auto* name : {"nested", "jagged"}) {
        const auto tensor = sample(name);
        const auto request = fitted(tensor, "logical", {640, 400});
        const auto scene = picture("logical").build(request, {});
        ASSERT_TRUE(scene.areSheets) << name;
        std::int64_t elements = 0;
        for (const auto& member : tensor.members)
            if (member.role->kind == RoleKind::values)
                elements += numel(member.array.geometry).value_or(0);
        EXPECT_EQ(std::ssize(scene.spots), elements) << name;
        EXPECT_TRUE(std::ranges::none_of(scene.boxes, [](const Box& box) { return box.fill == Ink::hole; }))
            << name;
    }
}

TEST(Fit, AScalarHasNoRowsAndColumns)
{
    const auto request = fitted(
        tensorOf(
            R"({"layout":"strided","size":[],"dtype":"float32","members":{"values":{"shape":[],"strides":[],"storage":[2.5]}}})"),
        "logical", {640, 400});
    const auto scene = picture("logical").build(request, {});
    EXPECT_EQ(scene.spots.size(), 1U);
    EXPECT_TRUE(
        std::ranges::none_of(scene.labels, [](const Label& label) { return label.text == QLatin1String("0"); }));
}

TEST(Fit, EmptyCellsSayNothingHoweverLargeTheyAre)
{
    auto request = requestFor(sample("csr"), {900, 700});
    request.zoom = 400;
    for (const auto& label : picture("logical").build(request, {}).labels)
        EXPECT_FALSE(label.text.contains(QStringLiteral("not stored")));
}
