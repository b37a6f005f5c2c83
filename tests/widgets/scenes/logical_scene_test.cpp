// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of rows and columns shows, as data.
#include "scenes/logical_scene.h"

#include "rules/check.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

struct Drawn {
    SceneRequest request;
    Scene scene;

    // As it is first shown, or at a zoom.
    explicit Drawn(const Tensor& tensor, double zoom = 0, const DimRoles& roles = {}, QSizeF size = {640, 400})
    {
        request.tensor = std::make_shared<const Tensor>(tensor);
        request.report = std::make_shared<const Report>(check(tensor));
        request.size = size;
        request.roles = roles;
        request.zoom = zoom > 0 ? zoom : wholeLogicalZoom(request);
        scene = logicalScene(request, {});
    }

    QRectF cell(std::int64_t row, std::int64_t column) const
    {
        return rectInLogical(request, ElementPlace{{row, column}});
    }
    QRectF frame() const { return std::ranges::find(scene.boxes, Ink::frame, &Box::stroke)->rect; }
    // Where upright lines of that ink are, from left to right.
    std::set<double> upright(Ink ink) const
    {
        std::set<double> found;
        for (const auto& line : scene.lines)
            if (line.ink == ink && line.from.x() == line.to.x())
                found.insert(line.from.x());
        return found;
    }
    std::set<double> level(Ink ink) const
    {
        std::set<double> found;
        for (const auto& line : scene.lines)
            if (line.ink == ink && line.from.y() == line.to.y())
                found.insert(line.from.y());
        return found;
    }
    bool says(const QString& text) const
    {
        return std::ranges::any_of(scene.labels, [&](const Label& label) { return label.text.contains(text); });
    }
    const Label* label(const QString& text) const
    {
        const auto at = std::ranges::find(scene.labels, text, &Label::text);
        return at == scene.labels.end() ? nullptr : &*at;
    }
    bool hasMark(Shape shape, const QRectF& in) const
    {
        return std::ranges::any_of(
            scene.marks, [&](const Mark& mark) { return mark.shape == shape && in.contains(mark.rect.center()); });
    }
};

QRectF window(const Drawn& shown)
{
    return {QPointF(0, 0), shown.request.size};
}

} // namespace

TEST(LogicalScene, BlocksAreDividedByHeavierLines)
{
    const Drawn shown(sample("bsr")); // (4, 6) of 2 x 3 blocks
    EXPECT_EQ(shown.upright(Ink::block), std::set<double>{shown.cell(0, 3).left()});
    EXPECT_EQ(shown.level(Ink::block), std::set<double>{shown.cell(2, 0).top()});
    for (const auto& line : shown.scene.lines) {
        if (line.ink == Ink::grid || line.ink == Ink::block) {
            EXPECT_EQ(line.width >= 2, line.ink == Ink::block);
        }
    }
}

TEST(LogicalScene, BlocksTurnWithTheDimsThatAreShown)
{
    auto tensor = sample("bsr");
    const Drawn turned(tensor, 40, DimRoles{1, 0, {0, 0}});
    EXPECT_EQ(turned.upright(Ink::block), std::set<double>{turned.cell(2, 0).left()});
    EXPECT_EQ(turned.level(Ink::block), std::set<double>{turned.cell(0, 3).top()});
}

TEST(LogicalScene, WhereThereAreNoBlocksThereAreNoBlockLines)
{
    for (const auto* name : {"csr", "strided", "coo", "jagged"})
        EXPECT_TRUE(Drawn(sample(name)).upright(Ink::block).empty()) << name;
}

TEST(LogicalScene, ABatchSaysWhichMatrixIsShownAndHasTheOthersBehind)
{
    const auto tensor = oddTensor("batched_bsr"); // (3, 4, 6)
    DimRoles alone{1, 2, {0, 0, 0}, true};
    const Drawn first(tensor, 0, alone);
    EXPECT_TRUE(first.says(QStringLiteral("[0, :, :] of (3, 4, 6)")));
    EXPECT_TRUE(first.says(QStringLiteral("matrix 1 of 3")));
    alone.fixed[0] = 2;
    const Drawn last(tensor, 0, alone);
    EXPECT_TRUE(last.says(QStringLiteral("[2, :, :]")));
    EXPECT_TRUE(last.says(QStringLiteral("matrix 3 of 3")));
    // Two sheets: their right edges, each further to the right than the matrix.
    std::set<double> edges;
    for (const auto at : first.upright(Ink::frame))
        if (at > first.frame().right())
            edges.insert(at);
    EXPECT_EQ(edges.size(), 2U);

    EXPECT_TRUE(Drawn(sample("csr")).upright(Ink::frame).empty()) << "a single matrix has none behind it";
}

TEST(LogicalScene, WhereThereIsLittleRoomTheShapeIsWhatStays)
{
    const auto tensor = oddTensor("batched_bsr"); // (3, 4, 6)
    const Drawn narrow(tensor, 0, {}, {220, 400});
    EXPECT_TRUE(narrow.says(QStringLiteral("[0, :, :] of (3, 4, 6)")));
    EXPECT_FALSE(narrow.says(QStringLiteral("matrix")));
    const Drawn narrower(tensor, 0, {}, {120, 400});
    EXPECT_NE(narrower.label(QStringLiteral("(3, 4, 6)")), nullptr);
}

TEST(LogicalScene, ACellOfADenseTailShowsItsFirstNumbers)
{
    const auto tensor = oddTensor("long_tail"); // (2, 2, 6), 1 2 3 4 5 6 at (0, 1)
    const Drawn shown(tensor, 112);
    ASSERT_TRUE(shown.label(QStringLiteral("1, 2, 3, 4 +2")));
    EXPECT_TRUE(shown.cell(0, 1).contains(shown.label(QStringLiteral("1, 2, 3, 4 +2"))->rect));
    EXPECT_TRUE(shown.says(QStringLiteral("6 numbers a cell")));
    EXPECT_FALSE(shown.says(QStringLiteral("matrix"))) << "a tail is no batch";
    // From the number on that is held.
    const Drawn later(tensor, 160, DimRoles{0, 1, {0, 0, 4}});
    EXPECT_TRUE(later.label(QStringLiteral("\u20265, 6")));
    // Drawn as columns it is no tail.
    const Drawn columns(tensor, 64, DimRoles{0, 2, {0, 1, 0}});
    EXPECT_TRUE(columns.label(QStringLiteral("6")));
    EXPECT_FALSE(columns.says(QStringLiteral("+2")));
}

TEST(LogicalScene, AStoredZeroIsNotTheSameAsNothing)
{
    const auto tensor = oddTensor("stored_zeros"); // row 0: 0, 1.5, absent, nan; row 1: inf, absent, -0, absent
    for (const auto zoom : {4.0, 6.0, 10.0, 24.0, 64.0}) {
        const Drawn shown(tensor, zoom);
        // What is drawn in a cell, apart from the lines and frame of all.
        const auto drawn = [&](std::int64_t row, std::int64_t column) {
            const auto cell = shown.cell(row, column);
            const auto isIn = [&](const QRectF& rect) { return cell.contains(rect.center()); };
            int count = 0;
            for (const auto& box : shown.scene.boxes)
                count += box.fill != Ink::none && box.fill != Ink::absent && box.fill != Ink::canvas &&
                         box.rect.contains(cell.center());
            for (const auto& mark : shown.scene.marks)
                count += isIn(mark.rect);
            for (const auto& label : shown.scene.labels)
                count += isIn(label.rect);
            return count;
        };
        EXPECT_GT(drawn(0, 0), 0) << zoom;
        EXPECT_GT(drawn(1, 2), 0) << zoom;
        EXPECT_EQ(drawn(0, 2), 0) << zoom;
        EXPECT_EQ(drawn(1, 1), 0) << zoom;
    }
}

TEST(LogicalScene, NumbersThatAreNoneHaveMarksOfTheirOwn)
{
    const Drawn shown(oddTensor("stored_zeros"), 10);
    EXPECT_TRUE(shown.hasMark(Shape::ring, shown.cell(0, 0)));
    EXPECT_TRUE(shown.hasMark(Shape::dot, shown.cell(0, 1)));
    EXPECT_TRUE(shown.hasMark(Shape::cross, shown.cell(0, 3)));
    EXPECT_TRUE(shown.hasMark(Shape::plusInfinity, shown.cell(1, 0)));
    EXPECT_TRUE(shown.hasMark(Shape::ring, shown.cell(1, 2)));
}

// Entries of the tensor at (0,7) (1,-1) (1,9) (-2,2) (5,1) (9,9) (-1,-3), of size (3, 4).
TEST(LogicalScene, WhatLiesOutsideStandsBeyondTheEdgeItCrosses)
{
    const Drawn shown(oddTensor("outside"));
    const auto frame = shown.frame();
    const auto ghost = [&](std::int64_t slot) {
        const Place place = Slots{"values", slot, slot + 1};
        const auto at = std::ranges::find(shown.scene.spots, place, &Spot::place);
        EXPECT_NE(at, shown.scene.spots.end()) << slot;
        EXPECT_EQ(rectInLogical(shown.request, place), at->rect) << slot;
        return at->rect;
    };
    const auto beside = [&](const QRectF& rect, std::int64_t row) {
        const auto cell = shown.cell(row, 0);
        return std::abs(rect.top() - cell.top()) < 1e-6 && std::abs(rect.height() - cell.height()) < 1e-6;
    };
    EXPECT_GT(ghost(0).left(), frame.right());
    EXPECT_TRUE(beside(ghost(0), 0));
    EXPECT_LT(ghost(1).right(), frame.left());
    EXPECT_TRUE(beside(ghost(1), 1));
    EXPECT_GT(ghost(2).left(), frame.right());
    EXPECT_TRUE(beside(ghost(2), 1));
    EXPECT_LT(ghost(3).bottom(), frame.top());
    EXPECT_EQ(ghost(3).left(), shown.cell(0, 2).left());
    EXPECT_GT(ghost(4).top(), frame.bottom());
    EXPECT_EQ(ghost(4).left(), shown.cell(0, 1).left());
    EXPECT_GT(ghost(7).top(), frame.bottom());
    EXPECT_GT(ghost(7).left(), frame.right());
    EXPECT_LT(ghost(8).bottom(), frame.top());
    EXPECT_LT(ghost(8).right(), frame.left());
    EXPECT_TRUE(shown.label(QStringLiteral("\u21927")));
    EXPECT_TRUE(shown.label(QStringLiteral("\u2190-1")));
}

TEST(LogicalScene, WhatLiesOutsideIsInSightAtFirst)
{
    for (const auto* name : {"outside", "outside_many"})
        for (const auto size : {QSizeF(312, 520), QSizeF(640, 400), QSizeF(1600, 900)}) {
            const Drawn shown(oddTensor(name), 0, {}, size);
            EXPECT_LE(shown.scene.content.width(), size.width()) << name;
            EXPECT_LE(shown.scene.content.height(), size.height()) << name;
            for (const auto& spot : shown.scene.spots)
                EXPECT_TRUE(window(shown).contains(spot.rect)) << name << ": " << spot.words.toStdString();
        }
}

TEST(LogicalScene, MoreGhostsThanThereIsRoomForAreCounted)
{
    const Drawn shown(oddTensor("outside_many")); // eleven beyond row 0
    EXPECT_TRUE(shown.label(QStringLiteral("\u21922")));
    int named = 0, counted = 0;
    for (const auto& label : shown.scene.labels) {
        named += label.text.startsWith(QChar(0x2192));
        if (label.text.startsWith(QLatin1Char('+')))
            counted += label.text.mid(1).toInt();
    }
    EXPECT_GT(counted, 1);
    EXPECT_EQ(named + counted, 11);
    EXPECT_TRUE(shown.scene.words.contains(QStringLiteral("12 entries lie outside the size")));
}

TEST(LogicalScene, ManyEntriesOutsideAreCountedWithSeparators)
{
    std::string rows = "0", columns = "2", values = "1";
    for (int entry = 1; entry < 12'000; ++entry) {
        rows += ",0";
        columns += "," + std::to_string(entry + 2);
        values += ",1";
    }
    const Drawn shown(tensorOf(R"({"layout":"coo","size":[2,2],"members":{"indices":[[)" + rows + "],[" + columns +
                               R"(]],"values":[)" + values + "]}}"));
    EXPECT_TRUE(shown.scene.words.contains(QStringLiteral(" 12,000 entries lie outside the size")))
        << shown.scene.words.toStdString();
}

TEST(LogicalScene, NothingIsDrawnForCellsInWhichNothingIs)
{
    const Drawn few(oddTensor("many_csr"), 5, {}, {1920, 1080}); // one cell of ninety is stored
    std::size_t stored = 0;
    for (const auto& box : few.scene.boxes)
        stored += box.fill == Ink::axis0;
    EXPECT_GT(stored, 100U);
    EXPECT_LT(few.scene.boxes.size(), stored + 10);
    // A line for each row and column, not for each cell.
    const Drawn lines(oddTensor("many_csr"), 8, {}, {1920, 1080});
    EXPECT_LE(lines.scene.lines.size(), 1920 / 8 + 1080 / 8 + 4U);
}

TEST(LogicalScene, NeighboursThatLookAlikeAreOneBox)
{
    const Drawn full(oddTensor("many_strided"), 5, {}, {1920, 1080});
    EXPECT_LT(full.scene.boxes.size(), 5000U);
}

TEST(LogicalScene, WhatHasNoElementsStillHasAShape)
{
    const Drawn noRows(oddTensor("no_rows")); // (0, 5)
    const auto* text = noRows.label(QStringLiteral("no elements: (0, 5)"));
    ASSERT_NE(text, nullptr);
    EXPECT_GE(text->rect.top(), noRows.frame().bottom() + 4);
    EXPECT_GT(noRows.frame().width(), 5 * 24);
    EXPECT_TRUE(noRows.label(QStringLiteral("4"))) << "columns keep their numbers";
    EXPECT_LE(noRows.scene.content.width(), noRows.request.size.width());

    const Drawn noColumns(oddTensor("no_columns")); // (2, 0)
    text = noColumns.label(QStringLiteral("no elements: (2, 0)"));
    ASSERT_NE(text, nullptr);
    EXPECT_GE(text->rect.left(), noColumns.frame().right() + 4);
    EXPECT_TRUE(noColumns.label(QStringLiteral("1")));
}

// A dot where not even a rounded number has room.
TEST(LogicalScene, EveryStoredCellIsANumberOrAMark)
{
    const auto mixed = tensorOf(R"({"layout":"strided","size":[2,6],"dtype":"float64","members":{"values":[
        1, 2.5, 1e-20, -3, 123456, 0.125, 7, 1e30, -1e-300, 5, 8, 0]}})");
    const auto large = tensorOf(R"({"layout":"strided","size":[2,3],"dtype":"int64","members":{"values":[
        123456, 234567, 345678, 4, 567890, 678901]}})");
    bool areTexts = false, areMarks = false;
    for (const auto* tensor : {&mixed, &large})
        for (double zoom = 4; zoom < 120; zoom += 0.5) {
            const Drawn shown(*tensor, zoom, {}, {2000, 400});
            const auto isStored = [&](QPointF at) { return shown.frame().contains(at); };
            const auto texts = std::ranges::count_if(shown.scene.labels, [&](const Label& label) {
                return label.kind == TextKind::value && isStored(label.rect.center());
            });
            const auto marks = std::ranges::count_if(
                shown.scene.marks, [&](const Mark& mark) { return isStored(mark.rect.center()); });
            const auto all = static_cast<std::ptrdiff_t>(tensor->size->at(0) * tensor->size->at(1));
            EXPECT_TRUE(texts + marks == 0 || texts + marks == all) << zoom;
            areTexts = areTexts || texts > 0;
            areMarks = areMarks || marks > 0;
        }
    EXPECT_TRUE(areTexts && areMarks);
    // Three characters say something of most of the one and of few of the other.
    const auto three = 6 + 3.2 * TextSize().advance;
    EXPECT_TRUE(Drawn(mixed, three).says(QStringLiteral("-3")));
    EXPECT_FALSE(Drawn(mixed, three).says(QString(QChar(0x2026)))) << "a dot, where no number has room";
    EXPECT_TRUE(
        Drawn(mixed, three).hasMark(Shape::dot, rectInLogical(Drawn(mixed, three).request, ElementPlace{{2}})));
    EXPECT_TRUE(Drawn(large, three).hasMark(Shape::dot, Drawn(large, three).cell(1, 0)));
}

// At each edge: whole where it has room in what is seen of its cell, else cut there as long as half of it is seen.
TEST(LogicalScene, CellsThatAreCutByAnEdgeShowTheirNumbers)
{
    const auto tensor = tensorOf(R"({"layout": "strided", "dtype": "int64", "members": {"values": [
        [1234, 1234, 1234, 1234], [1234, 1234, 1234, 1234], [1234, 1234, 1234, 1234], [1234, 1234, 1234, 1234]]}})");
    Drawn whole(tensor, 0, {}, {1000, 700});
    whole.request.zoom = legibleLogicalZoom(whole.request);
    whole.scene = logicalScene(whole.request, {});
    const auto cells = whole.frame().adjusted(1, 1, -1, -1);
    const auto cell = QSizeF(cells.width() / 4, cells.height() / 4);
    ASSERT_NE(whole.label(QStringLiteral("1234")), nullptr);
    for (const double hidden : {0.1, 0.2, 0.3, 0.8})
        for (const auto& [down, isBehind] : {std::pair(0, false), {0, true}, {1, false}, {1, true}}) {
            SCOPED_TRACE(std::to_string(hidden) + (down ? " in height" : " in width") +
                         (isBehind ? ", behind" : ", before"));
            auto request = whole.request;
            const auto by = hidden * (down ? cell.height() : cell.width());
            auto& side = down ? request.size.rheight() : request.size.rwidth();
            auto& origin = down ? request.origin.ry() : request.origin.rx();
            const auto edge = down ? cells.top() : cells.left();
            const auto length = down ? cell.height() : cell.width();
            side = edge + 2 * length - (isBehind ? by : 0);
            origin = isBehind ? 0 : by;
            QRectF seen(cells.topLeft(), cell); // of the cell that is cut
            if (isBehind)
                down ? seen.moveTop(edge + length) : seen.moveLeft(edge + length);
            down ? seen.setHeight(length - by) : seen.setWidth(length - by);
            const auto scene = logicalScene(request, {});
            const auto label = std::ranges::find_if(scene.labels, [&](const Label& each) {
                return each.text == QStringLiteral("1234") &&
                       seen.adjusted(-3, -3, 3, 3).contains(each.rect & seen) && (each.rect & seen).isValid() &&
                       (each.rect.center() - seen.center()).manhattanLength() < 30;
            });
            if (hidden > 0.5) {
                EXPECT_EQ(label, scene.labels.end());
                continue;
            }
            ASSERT_NE(label, scene.labels.end());
            const auto part = label->rect & seen;
            EXPECT_GE(part.width() * part.height(), 0.5 * label->rect.width() * label->rect.height());
            if (label->seen.isValid()) {
                EXPECT_TRUE(seen.adjusted(-3, -3, 3, 3).contains(label->seen));
            } else {
                EXPECT_TRUE(seen.adjusted(-3, -3, 3, 3).contains(label->rect));
            }
        }
}
