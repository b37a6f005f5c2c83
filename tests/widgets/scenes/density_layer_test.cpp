// SPDX-License-Identifier: GPL-3.0-or-later
// Where the map says that rules are broken, against `tscope picture --violations` and a check that lists all.
#include "scenes/density_layer.h"

#include "io/open.h"
#include "make/generators.h"
#include "picture/density.h"
#include "picture/violations.h"
#include "rules/check.h"
#include "scenes/all_places.h"
#include "scenes/logical_scene.h"
#include "support/tool.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using Bin = std::pair<int, int>;

constexpr int side = 20'000, bins = 500; // of the tensors; of the pictures

Tensor madeOf(const char* layout, std::int64_t nnz)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = {side, side};
    spec.nnz = nnz;
    return *makeTensorOf(spec);
}

// Every `step`-th number of a member becomes `value`.
Tensor withEach(const Tensor& tensor, const char* member, std::int64_t step, std::int64_t value)
{
    EditList edits;
    const auto& array = tensor.member(member).array;
    for (std::int64_t i = step / 2; i < *numel(array.geometry); i += step)
        edits.edits.emplace_back(SetElements{member, i, {*Element::from(value, ElementType::i64)}});
    return *applied(tensor, edits.edits);
}

// The numbers of a member turned over: what ascended descends.
Tensor withDescending(const Tensor& tensor, const char* member)
{
    const auto& array = tensor.member(member).array;
    SetElements turned{member, 0, {}};
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        turned.values.push_back(
            *Element::from(side - 1 - std::get<std::int64_t>(array.at(i).number()), ElementType::i64));
    return *applied(tensor, std::vector<Edit>{turned});
}

struct Case {
    const char* name;
    std::function<Tensor()> make;
};
const std::vector<Case>& cases()
{
    static const std::vector<Case> all{
        {"csr, a column beyond the size in every tenth entry",
         [] { return withEach(madeOf("csr", 40'000), "plain", 10, side + 3); }},
        {"csr, unsorted rows", [] { return withDescending(madeOf("csr", 60'000), "plain"); }},
        {"csc, pointers that step back", [] { return withEach(madeOf("csc", 40'000), "compressed", 9, 0); }},
        {"coo, rows beyond the size", [] { return withEach(madeOf("coo", 30'000), "indices", 11, -5); }},
        {"bsr, many columns of blocks beyond the size",
         [] { return withEach(madeOf("bsr", 9'000), "plain", 4, side); }},
        {"csr, one place", [] { return withEach(madeOf("csr", 2'000), "plain", 1'500, side); }},
    };
    return all;
}

// The request of a window in which the tensor is seen whole, in as many bins on both sides.
SceneRequest requestOf(const Tensor& tensor)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor, {.maxWitnesses = 1000})); // as a workspace's
    request.size = {bins + 200, bins + 200};
    request.zoom = static_cast<double>(bins) / side;
    return request;
}

DensityLayer layerOf(const SceneRequest& request)
{
    const auto matrix = matrixOf(request, {});
    return *densityLayer(*matrix, {0, matrix->grid.rows, 0, matrix->grid.columns}, request, {});
}

std::set<Bin> markedPixels(const QImage& image)
{
    std::set<Bin> marked;
    for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column)
            if (image.pixel(column, row) == Palette::of(Theme::light)[Ink::error].rgb())
                marked.emplace(row, column);
    return marked;
}

// As the picture command does it.
std::set<Bin> expectedBins(const Tensor& tensor, int count = bins)
{
    DensitySpec spec;
    spec.rowBins = spec.columnBins = count;
    const auto density = *densityOf(tensor, spec);
    const auto found = *violationsOf(tensor, check(tensor, {.maxWitnesses = 0}), density.binning);
    std::set<Bin> marked;
    for (const auto& bin : found.bins)
        marked.emplace(bin.row, bin.column);
    return marked;
}

} // namespace

TEST(DensityLayer, MarksEveryBinThatThePictureCommandMarks)
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("t.json")).toStdString();
    const auto png = folder.filePath(QStringLiteral("t.png")).toStdString();
    for (const auto& [name, make] : cases()) {
        SCOPED_TRACE(name);
        const auto tensor = make();
        const auto layer = layerOf(requestOf(tensor));
        ASSERT_EQ(layer.raster.image.width(), bins);
        ASSERT_EQ(layer.raster.image.height(), bins);
        const auto marked = markedPixels(layer.raster.image);
        EXPECT_EQ(marked, expectedBins(tensor));
        EXPECT_FALSE(marked.empty());

        ASSERT_TRUE(saveFile({{{"", tensor}}, {}}, file));
        const auto size = std::to_string(bins + 2) + 'x' + std::to_string(bins + 2); // and the frame
        const auto run = runTool(TSCOPE_BINARY, {"picture", file, png, "--size", size, "--violations", "--json"});
        ASSERT_EQ(run.exitCode, 0) << run.err;
        const auto answer = nlohmann::json::parse(run.out)["violations"];
        EXPECT_EQ(answer["bins"].get<std::size_t>(), marked.size());
        EXPECT_TRUE(layer.marked.startsWith(QString::number(answer["shown"].get<std::int64_t>())))
            << layer.marked.toStdString();
    }
}

TEST(DensityLayer, AMarkLiesOverEachOfAFewBrokenBins)
{
    const auto layer = layerOf(requestOf(cases()[5].make()));
    const auto marked = markedPixels(layer.raster.image);
    ASSERT_EQ(layer.marks.size(), marked.size());
    const auto origin = layer.raster.rect.topLeft();
    for (const auto& [row, column] : marked)
        EXPECT_TRUE(layer.marks.front().rect.contains(origin + QPointF(column, row)));
}

TEST(DensityLayer, ManyBrokenPlacesTintTheGroundByHowManyThereAre)
{
    const auto tensor = cases()[1].make();
    auto request = requestOf(tensor);
    const auto layer = layerOf(request);
    EXPECT_TRUE(layer.marks.empty()) << "they would hide the picture";
    EXPECT_TRUE(layer.marked.contains(QStringLiteral("darker where more lie together")));
    request.report = nullptr;
    const auto& tinted = layer.raster.image;
    const auto plain = layerOf(request).raster.image;
    DensitySpec spec;
    spec.rowBins = spec.columnBins = bins;
    std::map<Bin, std::uint64_t> counts;
    const auto found = *violationsOf(tensor, check(tensor, {.maxWitnesses = 0}), densityOf(tensor, spec)->binning);
    for (const auto& bin : found.bins)
        counts[{bin.row / 8, bin.column / 8}] += bin.places;

    const auto absent = Palette::of(Theme::light)[Ink::absent].rgb();
    const auto broken = markedPixels(tinted);
    // Of the field of squares: a neighbour of the pixel lies in none.
    const auto isAtEdge = [&](int row, int column) {
        const std::pair<int, int> steps[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        return std::ranges::any_of(steps, [&](const auto& step) {
            const auto down = row + step.first, right = column + step.second;
            const auto of = [](int pixel) { return pixel < 0 ? -1 : pixel / 8; };
            return !counts.contains({of(down), of(right)});
        });
    };
    std::map<std::uint64_t, int> greenOf; // of a pixel's tint, whatever lies below, by the places in its square
    for (int row = 0; row < tinted.height(); ++row)
        for (int column = 0; column < tinted.width(); ++column) {
            const auto square = counts.find({row / 8, column / 8});
            if (square == counts.end())
                ASSERT_EQ(tinted.pixel(column, row), plain.pixel(column, row)) << row << ' ' << column;
            else if (isAtEdge(row, column) && !broken.contains({row, column}))
                ASSERT_EQ(tinted.pixelColor(column, row), Palette::of(Theme::light)[Ink::canvas]) << "the rim";
            else if (!broken.contains({row, column}))
                greenOf[square->second] = qGreen(tinted.pixel(column, row));
        }
    ASSERT_GE(greenOf.size(), 3U);
    EXPECT_LT(greenOf.begin()->second, qGreen(absent));
    for (auto more = std::next(greenOf.begin()); more != greenOf.end(); ++more)
        EXPECT_LE(more->second, std::prev(more)->second) << more->first << " places";
    EXPECT_LT(greenOf.rbegin()->second, greenOf.begin()->second - 20);
}

TEST(DensityLayer, ASquareSaysHowManyOfItsPlacesAreBroken)
{
    const auto tensor = cases()[0].make();
    const auto layer = layerOf(requestOf(tensor));
    static const QRegularExpression number(QStringLiteral(", ([0-9]+) broken"));
    std::int64_t sum = 0;
    for (const auto& spot : layer.spots)
        if (const auto match = number.match(spot.words); match.hasMatch())
            sum += match.captured(1).toLongLong();
    EXPECT_GE(sum, 4'000);
    EXPECT_TRUE(layer.marked.startsWith(QString::number(sum))) << layer.marked.toStdString();
}

TEST(DensityLayer, TheSceneSaysHowManyAreMarked)
{
    const auto scene = logicalScene(requestOf(cases()[0].make()), {});
    EXPECT_TRUE(scene.words.contains(QStringLiteral("places of broken rules are marked")))
        << scene.words.toStdString();
    EXPECT_TRUE(scene.labels.end() == std::ranges::find_if(scene.labels, [](const Label& label) {
                    return label.text.contains(QStringLiteral("of the first"));
                }));
}

TEST(DensityLayer, WhatACheckDoesNotListAnyMoreIsSaidInThePicture)
{
    const std::vector<std::int64_t> beyond(witnessLimit + 100, side);
    auto tensor = madeOf("csr", std::ssize(beyond));
    auto& plain =
        std::ranges::find(tensor.members, "plain", [](const Member& member) { return member.role->name; })->array;
    plain.storage = heapStorage(std::as_bytes(std::span(beyond)));
    const auto scene = logicalScene(requestOf(tensor), {});
    EXPECT_TRUE(std::ranges::any_of(scene.labels, [](const Label& label) {
        return label.text.contains(QStringLiteral("of the first"));
    })) << scene.words.toStdString();
}

TEST(DensityLayer, TheViewShowsThemAllFromTheReportOfAWorkspace)
{
    const auto tensor = cases()[0].make();
    ShownViews shown(tensor);
    auto& view = shown.view("logical");
    view.resize(bins + 200, bins + 200); // all of it is in sight
    settle(shown.desk.jobs);
    ASSERT_FALSE(view.scene().rasters.empty());
    const auto& image = view.scene().rasters[0].image;
    ASSERT_EQ(image.width(), image.height());
    EXPECT_EQ(markedPixels(image), expectedBins(tensor, image.width()));
}

// Each square tells what was counted there, all of them together what there is.
TEST(DensityLayer, WhatIsPointedAtTellsHowManyStandThere)
{
    const auto tensor = madeOf("coo", 30'000);
    const auto request = requestOf(tensor);
    const auto scene = logicalScene(request, {});
    const QRegularExpression said(
        QStringLiteral("rows (\\d+) to (\\d+), columns (\\d+) to (\\d+): (\\d+) stored"));
    const auto& indices = tensor.member("indices").array;
    qint64 all = 0;
    int checked = 0;
    for (const auto& spot : scene.brackets) {
        const auto match = said.match(spot.words);
        ASSERT_TRUE(match.hasMatch()) << spot.words.toStdString();
        const auto number = [&](int group) { return match.captured(group).toLongLong(); };
        all += number(5);
        const auto& index = std::get<ElementPlace>(spot.place).index;
        EXPECT_TRUE(number(1) <= index[0] && index[0] <= number(2));
        EXPECT_TRUE(number(3) <= index[1] && index[1] <= number(4));
        EXPECT_TRUE(spot.rect.contains(rectInLogical(request, spot.place).center())) << spot.words.toStdString();
        if (checked++ % 300 != 0)
            continue;
        qint64 counted = 0;
        for (std::int64_t entry = 0; entry < 30'000; ++entry) {
            const auto row = std::get<std::int64_t>(indices.at(entry).number());
            const auto column = std::get<std::int64_t>(indices.at(30'000 + entry).number());
            counted += number(1) <= row && row <= number(2) && number(3) <= column && column <= number(4);
        }
        EXPECT_EQ(counted, number(5)) << spot.words.toStdString();
    }
    EXPECT_EQ(all, 30'000);
}

TEST(DensityLayer, CountsHaveSeparators)
{
    auto request = requestOf(withDescending(madeOf("csr", 60'000), "plain"));
    request.zoom = 12.0 / side; // one square that can be pointed at
    const auto scene = logicalScene(request, {});
    ASSERT_EQ(scene.brackets.size(), 1U);
    const auto words = scene.brackets[0].words;
    EXPECT_TRUE(words.contains(QStringLiteral(": 60,000 stored"))) << words.toStdString();
    EXPECT_TRUE(words.contains(QRegularExpression(QStringLiteral(", \\d\\d,\\d{3} broken"))))
        << words.toStdString();
}

TEST(DensityLayer, ALegendTellsWhatTheColoursMean)
{
    const auto request = requestOf(madeOf("coo", 30'000));
    const auto scene = logicalScene(request, {});
    const auto layer = layerOf(request);
    const auto high = QString::number(layer.highest, 'g', 2) + QStringLiteral(" a cell");
    EXPECT_TRUE(std::ranges::any_of(scene.labels, [&](const Label& label) { return label.text == high; }));
    ASSERT_EQ(scene.rasters.size(), 2U);
    EXPECT_FALSE(scene.rasters[0].rect.intersects(scene.rasters[1].rect));
    auto narrow = request;
    narrow.size.setWidth(300);
    const auto half = logicalScene(narrow, {});
    EXPECT_TRUE(std::ranges::any_of(half.labels, [&](const Label& label) { return label.text == high; }));
    narrow.size.setWidth(120);
    EXPECT_EQ(logicalScene(narrow, {}).rasters.size(), 1U) << "the shape goes before it";
}

// What is scrolled under the numbers of the edges is not marked over them.
TEST(DensityLayer, MarksLieBesideTheHeaders)
{
    // Columns out of range in the first rows and some others.
    std::string pointers = "0", columns, values;
    for (int row = 0; row < 4000; ++row) {
        const bool isBad = row < 3 || row % 400 == 100;
        columns += (row == 0 ? "" : ",") + std::to_string(isBad ? -1 : row % 3000);
        values += row == 0 ? "1" : ",1";
        pointers += "," + std::to_string(row + 1);
    }
    const auto tensor = tensorOf(R"({"layout":"csr","size":[4000,3000],"members":{"compressed":[)" + pointers +
                                 R"(],"plain":[)" + columns + R"(],"values":[)" + values + "]}}");
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor));
    request.size = QSizeF(600, 400);
    request.zoom = 0.5;
    std::size_t marks = 0;
    for (const auto origin : {QPointF(0, 0), QPointF(0, 40), QPointF(30, 333), QPointF(0, 1100)}) {
        request.origin = origin;
        const auto scene = logicalScene(request, {});
        ASSERT_EQ(scene.axes.size(), 2U);
        marks += scene.violations.size();
        for (const auto& mark : scene.violations)
            EXPECT_TRUE(scene.axes.front().cells.adjusted(-2, -2, 20, 20).contains(mark.rect.topLeft()))
                << origin.y() << ": " << mark.rect.top();
    }
    EXPECT_GT(marks, 4U);
}
