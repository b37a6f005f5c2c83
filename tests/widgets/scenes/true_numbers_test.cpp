// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture says in little room is true, and there where it can be seen.
#include "rules/check.h"
#include "scenes/logical_scene.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/tensors.h"

#include <QRegularExpression>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

// One picture of a tensor, as it is first shown or at a zoom.
struct Sight {
    Sight(const Tensor& tensor, const char* id, QSizeF size = {300, 500}, double zoom = 0)
    {
        request.tensor = std::make_shared<const Tensor>(tensor);
        request.report = std::make_shared<const Report>(check(tensor));
        request.size = size;
        const auto& spec = *std::ranges::find(pictures(), std::string_view(id), &PictureSpec::id);
        request.zoom = zoom > 0 ? zoom : spec.firstZoom(request);
        scene = spec.build(request, {});
    }
    bool says(const QString& text) const
    {
        return std::ranges::any_of(scene.labels, [&](const Label& label) {
            return label.text == text && QRectF(QPointF(0, 0), request.size).contains(textRect(label, scene.text));
        });
    }
    // The words of the values in sight, not those of headings and edges.
    QStringList values() const
    {
        QStringList out;
        for (const auto& label : scene.labels)
            if (label.kind == TextKind::value && label.on != Ink::canvas)
                out << label.text;
        return out;
    }

    SceneRequest request;
    Scene scene;
};

Tensor blocksOf4x8()
{
    return tensorOf(R"({"layout":"bsr","size":[8,16],"dtype":"float32","members":{"compressed":[0,1,2],
        "plain":[1,0],"values":{"dtype":"float32","shape":[2,4,8],"data":[)" +
                    [] {
                        std::string data = "1.5";
                        for (int i = 1; i < 64; ++i)
                            data += "," + std::to_string(i) + ".25";
                        return data;
                    }() +
                    "]}}}");
}

Tensor pairs()
{
    return tensorOf(R"({"layout":"coo","size":[2,3,2],"dtype":"float32","members":{"indices":[[0,1],[1,2]],
        "values":{"dtype":"float32","shape":[2,2],"data":[-0.984375,2.5,3.25,-4.75]}}})");
}

} // namespace

// What is looked at because it is wrong is compared with what a program prints, digit for digit.
TEST(TrueNumbers, BrokenPointersAreSeenWholeWhereTheyAreWiderThanTheirSlot)
{
    const auto tensor = tensorOf(R"({"layout":"csr","size":[8,9],"members":{
        "crow_indices":[0,1,2,605123,4,5,6,7,8],"col_indices":[0,1,2,3,4,5,6,7],"values":[1,2,3,4,5,6,7,8]}})");
    const Sight sight(tensor, "members", {500, 500}, 36);
    EXPECT_TRUE(sight.says(QStringLiteral("605123"))) << sight.values().join(u' ').toStdString();
    EXPECT_EQ(sight.values().count(QStringLiteral("605k")), 0);
    // Two side by side can't both be wider than their slots.
    const auto two = tensorOf(R"({"layout":"csr","size":[8,9],"members":{
        "crow_indices":[0,1,605123,605124,4,5,6,7,8],"col_indices":[0,1,2,3,4,5,6,7],"values":[1,2,3,4,5,6,7,8]}})");
    const Sight both(two, "members", {500, 500}, 36);
    for (const auto& box : both.scene.boxes)
        EXPECT_LE(box.rect.width(), 500);
}

TEST(TrueNumbers, WhereThereIsRoomLongOnesAreSeenWhole)
{
    const auto tensor = tensorOf(R"({"layout":"strided","size":[2,2],"dtype":"int64","members":{"values":{
        "dtype":"int64","shape":[2,2],"data":[-9223372036854775808,9223372036854775807,0,1]}}})");
    const Sight wide(tensor, "logical", {600, 500});
    EXPECT_TRUE(wide.says(QStringLiteral("-9223372036854775808"))) << wide.values().join(u' ').toStdString();
    for (const auto* id : {"logical", "members", "storage"}) {
        const Sight narrow(tensor, id);
        EXPECT_FALSE(narrow.values().contains(QString(QChar(0x2026)))) << id;
    }
}

TEST(TrueNumbers, TwoInACellAreNeverOneAlone)
{
    const auto tensor = pairs();
    const QRegularExpression all(QStringLiteral("^(-0\\.984375|3\\.25), (2\\.5|-4\\.75)$")),
        marked(QStringLiteral("( \\+1|\u2026)$"));
    for (double zoom = 12; zoom < 200; zoom += 3) {
        const Sight sight(tensor, "logical", {900, 500}, zoom);
        for (const auto& label : sight.scene.labels) {
            if (label.kind != TextKind::value || label.on != Ink::stored)
                continue;
            EXPECT_TRUE(all.match(label.text).hasMatch() || marked.match(label.text).hasMatch())
                << label.text.toStdString() << " at " << zoom;
        }
    }
}

TEST(TrueNumbers, PointingAtANarrowCellTellsAllOfItsNumbers)
{
    const Sight sight(pairs(), "logical", {900, 500}, 24);
    const auto spot = std::ranges::find_if(sight.scene.spots, [](const Spot& each) {
        return each.place == Place(ElementPlace{{0, 1, 0}});
    });
    ASSERT_NE(spot, sight.scene.spots.end());
    EXPECT_TRUE(spot->words.contains(QStringLiteral("-0.984375, 2.5"))) << spot->words.toStdString();
}

TEST(TrueNumbers, IndicesOfWideBlocksAreInSight)
{
    const Sight sight(blocksOf4x8(), "members");
    for (const auto* member : {"compressed", "plain"})
        for (std::int64_t slot = 0; slot < 2; ++slot) {
            const auto rect = rectInMembers(sight.request, Slots{member, slot, slot + 1});
            EXPECT_TRUE(QRectF(QPointF(0, 0), sight.request.size).contains(rect)) << member << ' ' << slot;
            EXPECT_TRUE(std::ranges::any_of(
                sight.scene.labels,
                [&](const Label& label) { return rect.contains(label.rect) && label.kind == TextKind::value; }))
                << member << ' ' << slot;
        }
}

TEST(TrueNumbers, NoTickIsCutAtAnyEdge)
{
    const auto tensor =
        tensorOf(R"({"layout":"coo","size":[80000000,80000000],"members":{"indices":[[0],[79999999]],
        "values":[1]}})");
    int ticks = 0;
    for (double width = 250; width < 420; width += 7)
        for (const double x : {0.0, 35.0, 90.0}) {
            Sight sight(tensor, "logical", {width, 300});
            sight.request.zoom *= 1.37;
            sight.request.origin = {x, x / 2};
            sight.scene = logicalScene(sight.request, {});
            EXPECT_EQ(faultsOf(sight.scene, sight.request).join(u'\n').toStdString(), "") << width << ' ' << x;
            ticks += static_cast<int>(std::ranges::count(sight.scene.labels, Ink::faintText, &Label::ink));
        }
    EXPECT_GT(ticks, 100);
}

// Centred on the middle of its row or column, however small.
TEST(TrueNumbers, ATickStandsAtItsPlace)
{
    const auto tensor =
        tensorOf(R"({"layout":"coo","size":[900,900],"members":{"indices":[[0],[899]],"values":[1]}})");
    const Sight sight(tensor, "logical", {640, 640});
    const auto at = std::ranges::find(sight.scene.labels, QStringLiteral("500"), &Label::text);
    ASSERT_NE(at, sight.scene.labels.end());
    const auto column = rectInLogical(sight.request, ElementPlace{{0, 500}});
    const auto row = rectInLogical(sight.request, ElementPlace{{500, 0}});
    int found = 0;
    for (const auto& label : sight.scene.labels)
        if (label.text == QStringLiteral("500")) {
            const auto centre = textRect(label, sight.scene.text).center();
            found += std::abs(centre.x() - column.center().x()) < 1 || std::abs(centre.y() - row.center().y()) < 1;
        }
    EXPECT_EQ(found, 2);
}

TEST(TrueNumbers, ATensorWithoutMatricesIsNotDrawnAsOne)
{
    const auto tensor = tensorOf(R"({"layout":"strided","dtype":"float32","size":[0,2,3],"members":{"values":{
        "dtype":"float32","shape":[0,2,3],"data":[]}}})");
    const Sight sight(tensor, "logical");
    EXPECT_TRUE(sight.scene.spots.empty());
    EXPECT_TRUE(sight.says(QStringLiteral("(0, 2, 3)")));
    EXPECT_TRUE(sight.says(QStringLiteral("no elements: (0, 2, 3)")));
    EXPECT_FALSE(sight.says(QStringLiteral("1"))) << "there are no rows";
    const Sight storage(tensor, "storage");
    EXPECT_TRUE(std::ranges::none_of(storage.scene.lines, &Line::isArrow)) << "no slot leads to another";
}

TEST(TrueNumbers, ThePaddedBoxIsNotCalledTheSize)
{
    const auto tensor = tensorOf(R"({"layout":"nested","components":[[[1,2]],[[3,4],[5,6]]]})");
    // Drawn alone, each component has the room of the largest; side by side, its own.
    Sight sight(tensor, "logical", {640, 400});
    EXPECT_TRUE(sight.says(QStringLiteral("(2, *, 2)")));
    sight.request.roles = {1, 2, {0, 0, 0}, true};
    sight.scene = logicalScene(sight.request, {});
    EXPECT_TRUE(std::ranges::any_of(sight.scene.labels, [](const Label& label) {
        return label.text.contains(QStringLiteral("(2, *, 2), padded to (2, 2, 2)"));
    }));
    const Sight narrow(tensor, "logical", {150, 400});
    EXPECT_FALSE(narrow.says(QStringLiteral("(2, 2, 2)")));
}

TEST(TrueNumbers, APreviewMarksTheSlotsThatItWouldChange)
{
    const auto tensorWith = [](const char* plain) {
        return tensorOf(R"({"layout":"csr","size":[1,9],"members":{"compressed":[0,4],"plain":)" +
                        std::string(plain) + R"(,"values":[1,2,3,4]}})");
    };
    Sight sight(tensorWith("[1,2,3,4]"), "members", {600, 500});
    const auto marked = [&] {
        std::vector<Slots> out;
        for (const auto& spot : sight.scene.spots)
            if (std::ranges::any_of(sight.scene.boxes, [&](const Box& box) {
                    return box.stroke == Ink::selected && spot.rect.contains(box.rect);
                }))
                out.push_back(std::get<Slots>(spot.place));
        return out;
    };
    EXPECT_TRUE(marked().empty());
    sight.request.before = std::make_shared<const Tensor>(tensorWith("[1,5,3]"));
    sight.scene = membersScene(sight.request, {});
    EXPECT_EQ(marked(), (std::vector<Slots>{{"plain", 1, 2}, {"plain", 3, 4}}));
    EXPECT_TRUE(std::ranges::any_of(sight.scene.spots, [](const Spot& spot) {
        return spot.words.contains(QStringLiteral("[1] = 2   was 5"));
    }));
}

// An entry that is put in moves those behind it, which are no other numbers.
TEST(TrueNumbers, APreviewDoesNotMarkWhatOnlyMoves)
{
    const auto tensorWith = [](const char* pointers, const char* plain, const char* values) {
        return tensorOf(R"({"layout":"csr","size":[2,9],"members":{"compressed":)" + std::string(pointers) +
                        R"(,"plain":)" + plain + R"(,"values":)" + values + "}}");
    };
    const auto marked = [](const Scene& scene) {
        QStringList out;
        for (const auto& spot : scene.spots)
            if (std::ranges::any_of(scene.boxes, [&](const Box& box) {
                    return box.stroke == Ink::selected && spot.rect.contains(box.rect);
                }))
                out << spot.words.section(QStringLiteral("   "), 0, 1);
        return out;
    };
    for (const auto* id : {"members", "storage"}) {
        Sight sight(tensorWith("[0,3,5]", "[1,4,7,2,3]", "[1,9,2,3,4]"), id, {900, 700});
        sight.request.before = std::make_shared<const Tensor>(tensorWith("[0,2,4]", "[1,7,2,3]", "[1,2,3,4]"));
        const auto& spec = *std::ranges::find(pictures(), std::string_view(id), &PictureSpec::id);
        const auto scene = spec.build(sight.request, {});
        const auto words = marked(scene);
        EXPECT_EQ(words.size(), 4)
            << words.join(QLatin1Char('\n')).toStdString(); // two pointers, an index, a value
        EXPECT_EQ(words.filter(QStringLiteral("new")).size(), 2) << words.join(QLatin1Char('\n')).toStdString();
        EXPECT_TRUE(std::ranges::any_of(scene.spots, [](const Spot& spot) {
            return spot.words.contains(QStringLiteral("the same number, from slot 3"));
        }));
    }
}

// The picture of a tensor as a preview of a change to another one: what changes is marked and says what it was.
TEST(TrueNumbers, APreviewMarksCellsAndBytesToo)
{
    const auto tensorWith = [](const char* plain, const char* values) {
        return tensorOf(R"({"layout":"csr","size":[2,4],"members":{"compressed":[0,2,3],"plain":)" +
                        std::string(plain) + R"(,"values":)" + values + "}}");
    };
    const auto marked = [](const Scene& scene) {
        QStringList out;
        for (const auto& spot : scene.spots)
            if (std::ranges::any_of(scene.boxes, [&](const Box& box) {
                    return box.stroke == Ink::selected && spot.rect.contains(box.rect);
                }))
                out << spot.words;
        return out;
    };
    const auto after = tensorWith("[0,2,1]", "[1,2,9]");
    for (const auto* id : {"logical", "storage"}) {
        Sight sight(after, id, {900, 700});
        EXPECT_TRUE(marked(sight.scene).isEmpty()) << id;
        sight.request.before = std::make_shared<const Tensor>(after);
        const auto& spec = *std::ranges::find(pictures(), std::string_view(id), &PictureSpec::id);
        EXPECT_TRUE(marked(spec.build(sight.request, {})).isEmpty()) << id;
        sight.request.before = std::make_shared<const Tensor>(tensorWith("[0,3,1]", "[1,2,3]"));
        const auto words = marked(spec.build(sight.request, {}));
        if (std::string_view(id) == "logical")
            EXPECT_EQ(words, (QStringList{QStringLiteral("(0, 2) = 2   was not stored   values[1], byte 4"),
                                          QStringLiteral("(0, 3) = not stored   was 2"),
                                          QStringLiteral("(1, 1) = 9   was 3   values[2], byte 8")}));
        else
            EXPECT_EQ(words, (QStringList{QStringLiteral("bytes 8 to 15: 2   was 3   col_indices[1]"),
                                          QStringLiteral("bytes 8 to 11: 9   was 3   values[2]")}));
    }
}

TEST(TrueNumbers, APreviewOfAnotherSizeMarksWhatIsNew)
{
    const auto tensorWith = [](const char* size, const char* plain) {
        return tensorOf(R"({"layout":"csr","size":)" + std::string(size) +
                        R"(,"members":{"compressed":[0,2],"plain":)" + plain + R"(,"values":[1,2]}})");
    };
    Sight sight(tensorWith("[1,4]", "[0,3]"), "logical", {900, 700});
    sight.request.before = std::make_shared<const Tensor>(tensorWith("[1,2]", "[0,3]"));
    const auto scene = logicalScene(sight.request, {});
    const auto spot = std::ranges::find_if(
        scene.spots, [](const Spot& one) { return one.words.startsWith(QStringLiteral("(0, 3) = 2")); });
    ASSERT_NE(spot, scene.spots.end());
    EXPECT_EQ(spot->words.toStdString(), "(0, 3) = 2   was outside   values[1], byte 4");
    // Of another number of dims nothing can be said cell by cell.
    sight.request.before =
        std::make_shared<const Tensor>(tensorOf(R"({"layout":"strided","members":{"values":[1,2]}})"));
    for (const auto& one : logicalScene(sight.request, {}).spots)
        EXPECT_FALSE(one.words.contains(QStringLiteral("was "))) << one.words.toStdString();
}

// What stands in the way of cells is said in whole sentences, whatever the room.
TEST(TrueNumbers, WhyThereAreNoCellsIsReadToItsEnd)
{
    for (const auto* size : {"[3,4]", "[300,4]", "[3,400]"}) {
        const auto tensor =
            tensorOf(R"({"layout":"csr","size":)" + std::string(size) + R"(,"members":{"compressed":
            [0,2,3,5],"plain":[[0,3,1,0,2],[0,3,1,0,2]],"values":[1,2,3,4,5]}})");
        for (const QSizeF room : {QSizeF(300, 500), QSizeF(700, 160)}) {
            const Sight sight(tensor, "logical", room, 40);
            QStringList said;
            for (const auto& label : sight.scene.labels)
                if (label.kind == TextKind::note) {
                    said << label.text;
                    EXPECT_TRUE(QRectF(QPointF(0, 0), room).contains(textRect(label, sight.scene.text)))
                        << label.text.toStdString();
                }
            EXPECT_TRUE(said.join(QLatin1Char(' '))
                            .contains(QStringLiteral("the indices have not as many dims as the pointers (3.3)")))
                << size << " " << said.join(QLatin1Char('|')).toStdString();
        }
    }
}

// Its offsets count rows of the values, so these are what the strip counts.
TEST(TrueNumbers, AJaggedStripCountsWhatOffsetsCount)
{
    const Sight sight(sample("jagged"), "members", {900, 500}); // offsets 0, 3, 4, 6 into (6, 2)
    const auto row = [&](std::int64_t number) {
        return rectInMembers(sight.request, Slots{"values", 2 * number, 2 * number + 1});
    };
    for (std::int64_t number = 0; number < 6; ++number) {
        const auto tick = std::ranges::find_if(sight.scene.labels, [&](const Label& label) {
            return label.ink == Ink::faintText && label.text == QString::number(number) &&
                   label.rect.top() > row(0).top() - 60 && label.rect.bottom() <= row(0).top();
        });
        ASSERT_NE(tick, sight.scene.labels.end()) << number;
        EXPECT_TRUE(row(number).left() <= tick->rect.left() && tick->rect.right() <= row(number).right())
            << number;
    }
    EXPECT_EQ(rectInMembers(sight.request, Slots{"values", 3, 4}), row(1)) << "two numbers are one row";
}
