// SPDX-License-Identifier: GPL-3.0-or-later
// What pointers and offsets open is drawn as far as it is there, and as claimed where that is elsewhere.
#include "scenes/brackets.h"

#include "make/faults.h"
#include "make/generators.h"
#include "rules/check.h"
#include "scenes/members_scene.h"
#include "widgets/support/tensors.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

using Texts = std::vector<std::string>;

// A member's strip and what is drawn over it, in a window with room to spare.
struct Bracketed {
    SceneRequest request;
    Scene scene;
    Strip strip;

    Bracketed(const Tensor& tensor, std::string_view member, double width = 1200)
    {
        request.tensor = std::make_shared<const Tensor>(tensor);
        request.size = QSizeF(width, 900);
        request.zoom = 60;
        scene = membersScene(request, {});
        for (const auto& each : stripsOf(enlarged(request, legibleSlotWidth(request))).strips)
            if (tensor.members[each.shape.member].role->name == member)
                strip = each;
    }

    double edge(std::int64_t entry) const { return static_cast<double>(strip.left(entry)); }
    bool isOver(double y) const { return y >= strip.band && y < strip.top; }
    const Label* label(const char* text) const
    {
        const auto found = std::ranges::find(scene.labels, QString::fromUtf8(text), &Label::text);
        return found == scene.labels.end() ? nullptr : &*found;
    }
    // In the ink of errors over this strip.
    std::vector<Line> broken() const
    {
        std::vector<Line> lines;
        std::ranges::copy_if(scene.lines, std::back_inserter(lines),
                             [&](const Line& line) { return line.ink == Ink::error && isOver(line.from.y()); });
        return lines;
    }
    bool hasUpright(double at) const
    {
        return std::ranges::any_of(broken(), [&](const Line& line) {
            return line.from.x() == line.to.x() && std::abs(line.from.x() - at) <= 2;
        });
    }
    bool hasArrow(double from, int way) const
    {
        return std::ranges::any_of(broken(), [&](const Line& line) {
            return line.isArrow && std::abs(line.from.x() - from) <= 2 && (line.to.x() - line.from.x()) * way > 0;
        });
    }
    Texts texts(bool areBroken) const
    {
        Texts all;
        for (const auto& label : scene.labels)
            if (isOver(label.rect.top()) && (label.ink == Ink::error) == areBroken)
                all.push_back(label.text.toStdString());
        return all;
    }
    QString wordsAt(double x) const
    {
        QString words; // of the one drawn last
        for (const auto& each : scene.brackets)
            if (isOver(each.rect.top()) && each.rect.contains(QPointF(x, each.rect.center().y())))
                words = each.words;
        return words;
    }
};

Tensor csrOf(const char* pointers)
{
    return tensorOf(R"({"layout":"csr","size":[4,9],"members":{"crow_indices":)" + std::string(pointers) +
                    R"(,"col_indices":[0,1,2,3,4,5],"values":[1,2,3,4,5,6]}})");
}

} // namespace

TEST(Brackets, OfSoundOnesNothingIsInTheInkOfErrors)
{
    EXPECT_EQ(Bracketed(csrOf("[0,2,3,5,6]"), "plain").strip.bandRows.count(), 1);
    const Bracketed drawn(csrOf("[0,2,2,5,6]"), "plain");
    EXPECT_EQ(drawn.strip.bandRows.count(), 2);
    EXPECT_FALSE(drawn.strip.bandRows.broken);
    EXPECT_TRUE(drawn.broken().empty());
    EXPECT_EQ(drawn.texts(false), Texts({"0", "2", "3", "1: empty"}));
    const auto end = drawn.edge(5) - 4;
    EXPECT_TRUE(drawn.wordsAt(end).contains(QStringLiteral("crow_indices[2..3] opens [2, 5)")))
        << drawn.wordsAt(end).toStdString();
    EXPECT_EQ(Bracketed(csrOf("[0,2,2,5,6]"), "compressed").strip.bandRows.count(), 0);
}

TEST(Brackets, ThatOpenNothingSaySoBesideTheirTick)
{
    for (const auto* member : {"plain", "values"}) {
        const Bracketed drawn(csrOf("[0,0,0,0,6]"), member);
        EXPECT_EQ(drawn.texts(false), Texts({"3", "0..2: empty"})) << "all at one place";
        const Bracketed last(csrOf("[0,2,5,6,6]"), member);
        EXPECT_EQ(last.texts(false), Texts({"0", "1", "2", "3: empty"}));
        EXPECT_EQ(last.wordsAt(last.edge(6)), QStringLiteral("crow_indices[3..4] opens no entries"));
    }
    // A name is pointed at as its tick is.
    const Bracketed over(csrOf("[0,2,2,5,6]"), "values");
    const auto* text = over.label("1: empty");
    ASSERT_NE(text, nullptr);
    const Spot* hit = nullptr;
    for (const auto& spot : over.scene.brackets) // the last one lies on top
        if (spot.rect.contains(text->rect.center()))
            hit = &spot;
    ASSERT_NE(hit, nullptr);
    EXPECT_EQ(hit->words, QStringLiteral("crow_indices[1..2] opens no entries"));
    // Texts stand apart, in windows of any width.
    for (int width = 80; width < 600; width += 40) {
        const Bracketed drawn(csrOf("[0,1,1,2,6]"), "plain", width);
        std::vector<QRectF> rects;
        for (const auto& label : drawn.scene.labels)
            if (drawn.isOver(label.rect.top()))
                rects.push_back(label.rect);
        for (std::size_t i = 0; i < rects.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(rects[i].intersects(rects[j])) << width;
    }
}

// On a line of its own: "0 - 1: empty" beside one another would read as if rows 0 to 1 were.
TEST(Brackets, NamesOfEmptyRowsStandAboveThoseOfTheOthers)
{
    for (const auto* member : {"plain", "values"})
        for (const int width : {60, 120, 200, 300, 500, 1200}) {
            const Bracketed drawn(csrOf("[0,2,2,3,6]"), member, width);
            const Label* empty = nullptr;
            for (const auto* text : {"1: empty", "1 \u2205"})
                empty = empty == nullptr ? drawn.label(text) : empty;
            for (const auto& label : drawn.scene.labels) {
                if (!drawn.isOver(label.rect.top()) || &label == empty)
                    continue;
                EXPECT_NE(label.text, QStringLiteral("1")) << "a row without cells has no number without more";
                if (empty != nullptr) {
                    EXPECT_GE(label.rect.top(), empty->rect.bottom()) << label.text.toStdString() << ' ' << width;
                }
            }
            for (const auto& line : drawn.scene.lines) // nor does a bracket run through it
                if (empty != nullptr && line.from.y() == line.to.y()) {
                    EXPECT_FALSE(empty->rect.top() < line.from.y() && line.from.y() < empty->rect.bottom());
                }
        }
    // Beside its tick, which comes down to the pointer's place.
    const Bracketed drawn(csrOf("[0,2,2,3,6]"), "plain");
    const auto* empty = drawn.label("1: empty");
    ASSERT_NE(empty, nullptr);
    EXPECT_NEAR(empty->rect.left(), drawn.edge(2), 8);
    EXPECT_TRUE(std::ranges::any_of(drawn.scene.lines, [&](const Line& line) {
        return line.from.x() == line.to.x() && std::abs(line.from.x() - drawn.edge(2)) < 1 &&
               line.from.y() <= empty->rect.bottom() && line.to.y() >= drawn.strip.top - 4;
    }));
}

TEST(Brackets, ANameOfEmptyRowsHoldsNoneThatHasCells)
{
    // So far apart that ticks are not told from one another: rows 1 and 3 are empty, and row 2 is not.
    auto request = Bracketed(csrOf("[0,2,2,3,3]"), "plain").request;
    request.zoom = 1;
    for (const auto& label : membersScene(request, {}).labels)
        EXPECT_FALSE(label.text.contains(QStringLiteral("1..3"))) << label.text.toStdString();
}

TEST(Brackets, WhereBracketsAreCoveredNoRowTellsThatSomeAreEmpty)
{
    const auto rowsOf = [](const char* pointers) {
        SceneRequest request;
        request.tensor = std::make_shared<const Tensor>(csrOf(pointers));
        request.isCovered = true;
        return bracketRows(request, request.tensor->member("plain")).count();
    };
    EXPECT_EQ(rowsOf("[0,2,2,5,6]"), rowsOf("[0,2,3,5,6]"));
}

TEST(Brackets, WhatReachesBehindIsOpenAtItsEndAndSaysWhatItClaims)
{
    for (const auto* member : {"plain", "values"}) {
        const Bracketed drawn(csrOf("[0,2,9,5,6]"), member);
        EXPECT_EQ(drawn.strip.bandRows.count(), 2);
        EXPECT_TRUE(drawn.hasUpright(drawn.edge(2)));
        EXPECT_TRUE(drawn.hasArrow(drawn.edge(6), 1));
        EXPECT_EQ(drawn.texts(false), Texts({"0", "3"}));
        // And the next one falls: from behind the end to 5.
        EXPECT_EQ(drawn.texts(true), Texts({"1: [2, 9)", "2: [9, 5)"}));
        EXPECT_TRUE(drawn.hasUpright(drawn.edge(6)));
        EXPECT_TRUE(drawn.hasArrow(drawn.edge(6), -1));
        EXPECT_EQ(drawn.wordsAt(drawn.edge(3)),
                  QStringLiteral("crow_indices[1..2] opens [2, 9), which reaches outside what is there"));
    }
}

TEST(Brackets, WhatReachesBeforeIsOpenAtItsBegin)
{
    const Bracketed drawn(csrOf("[-3,2,3,5,6]"), "plain");
    EXPECT_EQ(drawn.texts(true), Texts({"0: [-3, 2)"}));
    EXPECT_TRUE(drawn.hasArrow(drawn.edge(0), -1));
    EXPECT_TRUE(drawn.hasUpright(drawn.edge(2)));
    EXPECT_FALSE(drawn.hasUpright(drawn.edge(0)));
}

TEST(Brackets, WhatFallsIsATickWhereItBeginsAndAnArrowBack)
{
    const Bracketed drawn(csrOf("[0,4,1,5,6]"), "plain");
    EXPECT_TRUE(drawn.hasUpright(drawn.edge(4)));
    EXPECT_TRUE(drawn.hasArrow(drawn.edge(4), -1));
    EXPECT_EQ(drawn.texts(true), Texts({"1: [4, 1)"}));
    EXPECT_EQ(drawn.wordsAt(drawn.edge(4)),
              QStringLiteral("crow_indices[1..2] opens [4, 1), which ends before it begins"));
}

// A pointer that falls beside one that reaches outside: the arrow back passes below what is written, at any size.
TEST(Brackets, NoLevelLineCrossesWhatIsWritten)
{
    for (const double scale : {1.0, 1.5, 3.0}) {
        SceneRequest request;
        request.tensor = std::make_shared<const Tensor>(tensorOf(R"({"layout":"csr","size":[5,6],"members":{
            "crow_indices":[0,3,9,6,8,12],"col_indices":[0,2,4,1,3,0,0,5,1,2,4],"values":[1,2,3,4,5,6,7,8,9,10,11]}})"));
        request.size = QSizeF(1200 * scale, 900 * scale);
        request.zoom = 60 * scale;
        const auto scene = membersScene(request, {});
        int written = 0;
        for (const auto& label : scene.labels) {
            if (label.ink != Ink::error)
                continue;
            ++written;
            for (const auto& line : scene.lines) {
                const bool isLevel = line.from.y() == line.to.y() && line.ink == Ink::error;
                const auto left = std::min(line.from.x(), line.to.x()),
                           right = std::max(line.from.x(), line.to.x());
                EXPECT_FALSE(isLevel && left < label.rect.right() && right > label.rect.left() &&
                             line.from.y() > label.rect.top() && line.from.y() < label.rect.bottom() + 2)
                    << label.text.toStdString() << " at scale " << scale;
            }
        }
        EXPECT_GT(written, 0);
    }
}

TEST(Brackets, WhatLiesAllOutsideIsAMarkAtTheEnd)
{
    const Bracketed drawn(csrOf("[0,2,6,8,9]"), "plain");
    EXPECT_EQ(drawn.texts(true), Texts({"2: [6, 8) and 1 more"}));
    EXPECT_TRUE(drawn.hasUpright(drawn.edge(6)));
    EXPECT_TRUE(drawn.hasArrow(drawn.edge(6), 1));
    // Also of a strip that has no slots at all.
    const Bracketed empty(tensorOf(R"({"layout":"csr","size":[1,9],"members":{"crow_indices":[0,2],
                                   "col_indices":[],"values":[]}})"),
                          "values");
    EXPECT_EQ(empty.texts(true), Texts({"0: [0, 2)"}));
}

TEST(Brackets, WhereThereIsNoRoomForTheClaimThereIsItsNumberOrTheMark)
{
    const auto tensor = csrOf("[0,2,5,9,9]");
    EXPECT_EQ(Bracketed(tensor, "plain").texts(true), Texts({"2: [5, 9)", "3: [9, 9)"}));
    // With the window ending there the one stands before what it says, and for the other there is no room.
    const Bracketed narrow(tensor, "plain", 8 + 6 * 60 + 10);
    EXPECT_EQ(narrow.texts(true), Texts({"2: [5, 9)"}));
    const auto label = std::ranges::find(narrow.scene.labels, QStringLiteral("2: [5, 9)"), &Label::text);
    EXPECT_LT(label->rect.right(), narrow.edge(5));
    EXPECT_GE(std::ranges::count(narrow.scene.marks, Shape::triangle, &Mark::shape), 2);
    // Where most of it is out of sight there is its number, or the mark alone.
    const auto tiny = csrOf("[0,4,9,9,9]");
    EXPECT_EQ(Bracketed(tiny, "plain", 8 + 6 * 60 + 10).texts(true), Texts({"1: [4, 9)"}));
    auto request = Bracketed(tiny, "plain", 8 + 60).request;
    request.origin = {5.0 * 60, 0};
    const auto scene = membersScene(request, {});
    EXPECT_TRUE(
        std::ranges::any_of(scene.labels, [](const Label& each) { return each.text == QStringLiteral("1"); }));
}

TEST(Brackets, NumbersStandBesideWhatComesDownFromTheRowAbove)
{
    // Slice 2 is [1, 5): its middle is where slice 1 falls from.
    const Bracketed drawn(csrOf("[0,3,1,5,6]"), "plain");
    const auto number = std::ranges::find_if(drawn.scene.labels, [&](const Label& label) {
        return label.text == QStringLiteral("2") && drawn.isOver(label.rect.top());
    });
    ASSERT_NE(number, drawn.scene.labels.end());
    EXPECT_TRUE(drawn.hasUpright(drawn.edge(3)));
    EXPECT_FALSE(number->rect.left() < drawn.edge(3) + 1 && number->rect.right() > drawn.edge(3) - 1);
}

TEST(Brackets, ThoseThatLieOverOneAnotherAllHaveTheirNumber)
{
    // Slice 0 is [0, 5), slice 2 [1, 3) in it, slice 3 [3, 6) over its end.
    for (const auto* member : {"plain", "values"}) {
        const Bracketed drawn(csrOf("[0,5,1,3,6]"), member);
        auto texts = drawn.texts(false);
        std::ranges::sort(texts);
        EXPECT_EQ(texts, Texts({"0", "2", "3"}));
        for (const auto& label : drawn.scene.labels)
            for (const auto& line : drawn.scene.lines) {
                const bool isUpright = line.from.x() == line.to.x() && drawn.isOver(line.from.y());
                if (isUpright && drawn.isOver(label.rect.top()) && label.rect.top() > drawn.strip.band + 2) {
                    EXPECT_FALSE(label.rect.left() < line.from.x() && line.from.x() < label.rect.right())
                        << label.text.toStdString() << " under an end at " << line.from.x();
                }
            }
    }
}

// Of thousands not all are asked: what the report says makes room for those that are broken.
TEST(Brackets, OfThousandsThereIsRoomForBrokenOnesOnceTheyAreKnown)
{
    constexpr int slices = 6000; // of one entry each
    const auto tensorWith = [](int pointer) {
        std::string pointers = "0", zeros = "0";
        for (int i = 1; i <= slices; ++i)
            pointers += "," + std::to_string(i == 5000 ? pointer : i);
        for (int i = 1; i < slices; ++i)
            zeros += ",0";
        return tensorOf(R"({"layout":"csr","size":[6000,2],"members":{"crow_indices":[)" + pointers +
                        R"(],"col_indices":[)" + zeros + R"(],"values":[)" + zeros + "]}}");
    };
    const auto rowsOf = [&](const Tensor& tensor, bool isChecked) {
        SceneRequest request;
        request.size = QSizeF(600, 400);
        request.tensor = std::make_shared<const Tensor>(tensor);
        request.report = isChecked ? std::make_shared<const Report>(check(tensor)) : nullptr;
        return bracketRows(request, request.tensor->member("plain")).count();
    };
    for (const bool isChecked : {false, true}) {
        EXPECT_EQ(rowsOf(tensorWith(5000), isChecked), 1);
        EXPECT_EQ(rowsOf(tensorWith(-1), isChecked), isChecked ? 2 : 1);
    }
}

// A row that is there for what is elsewhere: nothing jumps when that comes into sight.
TEST(Brackets, WhereTheBrokenOnesAreElsewhereTheRowIsEmpty)
{
    const auto tensor = *makeTensorOf({.size = {20'000, 50}, .nnz = 100'000});
    SceneRequest request;
    request.size = QSizeF(900, 400);
    request.zoom = 60;
    const auto rowsOver = [&](std::string_view member, std::string_view rule, std::optional<std::int64_t> slot) {
        const auto broken = plant(tensor, rule, slot);
        if (!broken)
            throw std::runtime_error(broken.error().text);
        request.tensor = std::make_shared<const Tensor>(*broken);
        request.report = std::make_shared<const Report>(check(*broken));
        return bracketRows(request, request.tensor->member(member)).broken;
    };
    // Indices out of order concern no bracket: there is no row for them.
    EXPECT_FALSE(rowsOver("plain", "5.6", {}));
    EXPECT_FALSE(rowsOver("values", "5.6", {}));
    EXPECT_TRUE(rowsOver("plain", "5.3", 15'000));
    for (const auto& label : membersScene(request, {}).labels)
        EXPECT_FALSE(label.text.endsWith(QStringLiteral(" in order"))) << label.text.toStdString();
}

TEST(Brackets, OfNestedAndJaggedTheSame)
{
    const Bracketed nested(sample("broken_offset"), "buffer");
    EXPECT_EQ(nested.texts(true), Texts({"2: [7, 9)"}));
    EXPECT_TRUE(nested.hasArrow(nested.edge(8), 1));
    const Bracketed jagged(tensorOf(R"({"layout":"jagged","dtype":"float32","members":{"values":[1,2,3,4],
                                    "offsets":[0,1,4,6],"lengths":[1,5,-1]}})"),
                           "values");
    EXPECT_EQ(jagged.texts(true), Texts({"1: [1, 6)", "2: [4, 3)"}));
}

// A range that begins behind the last slot is named there, and its handle is whole, however the picture is fit.
TEST(Brackets, WhatIsBehindTheEndIsInSightWhereThePictureFits)
{
    for (const QSizeF size : {QSizeF(560, 420), QSizeF(760, 640), QSizeF(1010, 900)}) {
        SCOPED_TRACE(size.width());
        SceneRequest request;
        request.tensor = std::make_shared<const Tensor>(sample("broken_pointer"));
        request.report = std::make_shared<const Report>(check(*request.tensor));
        request.size = size;
        const auto& members =
            *std::ranges::find(pictures(), std::string_view("members"),
                               [](const PictureSpec& spec) { return std::string_view(spec.id); });
        request.zoom = members.wholeZoom(request);
        const auto scene = members.build(request, {});
        EXPECT_EQ(std::ranges::count(scene.labels, QStringLiteral("2: [9, 5)"), &Label::text), 2);
        const QRectF window(QPointF(0, 0), size);
        for (const auto& label : scene.labels)
            EXPECT_TRUE(window.contains(label.rect)) << label.text.toStdString();
        EXPECT_FALSE(scene.handles.empty());
        for (const auto& handle : scene.handles)
            EXPECT_TRUE(window.contains(handle.rect)) << handle.words.toStdString();
        for (const auto& line : scene.lines)
            EXPECT_LE(std::max(line.from.x(), line.to.x()), size.width());
    }
}
