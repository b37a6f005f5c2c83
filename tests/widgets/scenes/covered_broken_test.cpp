// SPDX-License-Identifier: GPL-3.0-or-later
// While a lesson asks what is wrong with a tensor, no picture tells it, nor what is read aloud of it.
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QRegularExpression>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

QStringList partsOfAQuestion()
{
    return {QStringLiteral("logical"), QStringLiteral("members"), QStringLiteral("storage"),
            QStringLiteral("address"), QStringLiteral("rules"),   QStringLiteral("facts")};
}

Tensor csrOfFive(const std::string& pointers, const std::string& columns)
{
    return tensorOf(R"({"layout": "csr", "size": [3, 4], "members": {"crow_indices": [)" + pointers +
                    R"(], "col_indices": [)" + columns + R"(], "values": [1, 2, 3, 4, 5]}})");
}

// Everything that is drawn, and everything that is said of it.
QStringList pictureTexts(const Scene& scene)
{
    QStringList all;
    const auto place = [](const QRectF& rect) {
        return QStringLiteral("%1,%2 %3x%4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
    };
    // Pieces of the one ground look like the ground, however many there are.
    const auto isGround = [](const Box& box) {
        return box.stroke == Ink::none && (box.fill == Ink::stored || box.fill == Ink::absent);
    };
    for (const auto& box : scene.boxes)
        if (!isGround(box))
            all << QStringLiteral("box %1 %2 %3").arg(place(box.rect)).arg(int(box.fill)).arg(int(box.stroke));
    for (const auto& label : scene.labels)
        all << QStringLiteral("label %1 %2").arg(place(label.rect), label.text);
    for (const auto& line : scene.lines)
        all << QStringLiteral("line %1,%2").arg(line.from.x()).arg(line.from.y());
    for (const auto& mark : scene.marks)
        all << QStringLiteral("mark %1").arg(place(mark.rect));
    for (const auto* spots : {&scene.spots, &scene.brackets, &scene.violations})
        for (const auto& spot : *spots)
            all << QStringLiteral("spot %1 %2 %3").arg(place(spot.rect), spot.words, spot.value);
    return all << scene.words;
}

std::map<std::string, QStringList> coveredPictures(const Tensor& tensor, const QStringList& parts)
{
    ShownViews shown(tensor);
    shown.desk.selection.cover().set(parts);
    settle(shown.desk.jobs);
    std::map<std::string, QStringList> all;
    for (const auto& view : shown.views)
        all[view->spec().id] = pictureTexts(view->scene());
    return all;
}

// What the one has and the other has not.
std::string differences(const QStringList& one, const QStringList& other)
{
    QStringList all;
    for (const auto& line : one)
        if (!other.contains(line))
            all << QStringLiteral("broken: ") + line;
    for (const auto& line : other)
        if (!one.contains(line))
            all << QStringLiteral("sound: ") + line;
    return all.join(QLatin1Char('\n')).toStdString();
}

} // namespace

// The members of lesson 13: whatever is wrong, they look as if nothing was.
TEST(CoveredPictures, OfABrokenTensorAreThoseOfASoundOne)
{
    const auto sound = coveredPictures(csrOfFive("0, 2, 4, 5", "1, 3, 0, 3, 3"), partsOfAQuestion());
    for (const auto& [pointers, columns] :
         std::vector<std::pair<std::string, std::string>>{{"1, 2, 4, 5", "1, 3, 0, 3, 3"}, // does not begin with 0
                                                          {"0, 2, 4, 4", "1, 3, 0, 3, 3"}, // does not end with 5
                                                          {"0, 5, 4, 5", "1, 3, 0, 3, 3"}, // falls
                                                          {"0, 2, 4, 9", "1, 3, 0, 3, 3"}, // reaches outside
                                                          {"0, 2, 4, 5", "-1, 3, 0, 3, 3"},   // negative
                                                          {"0, 2, 4, 5", "1, 3, 0, 4, 3"},    // too large
                                                          {"0, 2, 4, 5", "1, 3, 3, 0, 3"},    // not sorted
                                                          {"0, 2, 4, 5", "1, 1, 0, 3, 3"}}) { // twice
        const auto broken = coveredPictures(csrOfFive(pointers, columns), partsOfAQuestion());
        for (const auto* picture : {"members", "storage", "logical"})
            EXPECT_EQ(differences(broken.at(picture), sound.at(picture)), "")
                << picture << " of " << pointers << "; " << columns;
    }
}

// Its numbers alone are hidden, not the rules: where a number is broken is not told either.
TEST(CoveredPictures, OfALogicalThatIsCoveredAloneMarkNoCell)
{
    const auto boxes = [](const Tensor& tensor) {
        return coveredPictures(tensor, {QStringLiteral("logical")})
            .at("logical")
            .filter(QRegularExpression(QStringLiteral("^box ")));
    };
    EXPECT_EQ(differences(boxes(csrOfFive("0, 2, 4, 5", "1, 1, 0, 3, 3")),
                          boxes(csrOfFive("0, 2, 4, 5", "1, 3, 0, 3, 3"))),
              "");
}

// An entry behind the last pointer is hatched as unused, which is half of an answer.
TEST(CoveredPictures, HatchNoEntryWhileRulesAreAsked)
{
    const auto isHatched = [](const Box& box) {
        return box.fill == Ink::hole && box.stroke != Ink::frame; // the frame of a storage lies below all bytes
    };
    for (const bool isAsked : {false, true}) {
        ShownViews shown(csrOfFive("0, 2, 4, 4", "1, 3, 0, 3, 3"));
        if (isAsked)
            shown.desk.selection.cover().set({QStringLiteral("rules"), QStringLiteral("logical")});
        settle(shown.desk.jobs);
        QStringList hatched;
        for (const auto& view : shown.views)
            if (std::ranges::any_of(view->scene().boxes, isHatched))
                hatched << QString::fromLatin1(view->spec().id);
        EXPECT_EQ(hatched.isEmpty(), isAsked) << hatched.join(QLatin1Char(' ')).toStdString();
    }
}

// Where only the rules are covered, numbers are seen; which of them are wrong is not.
TEST(CoveredPictures, MarkNothingWhileRulesAreAsked)
{
    for (const auto* name : {"broken_entry", "broken_pointer", "broken_offset"}) {
        ShownViews shown(sample(name));
        int marked = 0;
        for (const auto& view : shown.views)
            marked += static_cast<int>(view->scene().violations.size());
        EXPECT_GT(marked, 0) << name << " before";
        shown.desk.selection.cover().set({QStringLiteral("rules")});
        settle(shown.desk.jobs);
        for (const auto& view : shown.views) {
            const auto& scene = view->scene();
            const auto isError = [](Ink ink) { return ink == Ink::error || ink == Ink::errorFill; };
            EXPECT_TRUE(scene.violations.empty()) << name << " " << view->spec().id;
            for (const auto& box : scene.boxes)
                EXPECT_FALSE(isError(box.fill) || isError(box.stroke)) << name << " " << view->spec().id;
            for (const auto& line : scene.lines)
                EXPECT_FALSE(isError(line.ink)) << name << " " << view->spec().id;
            for (const auto& label : scene.labels)
                EXPECT_FALSE(isError(label.ink)) << name << ": " << label.text.toStdString();
            auto* spoken = QAccessible::queryAccessibleInterface(view.get());
            ASSERT_NE(spoken, nullptr);
            for (int i = 0; i < spoken->childCount(); ++i)
                for (const auto part : {QAccessible::Name, QAccessible::Description, QAccessible::Value})
                    EXPECT_FALSE(spoken->child(i)->text(part).contains(QChar(0x25b2))) << name;
        }
        EXPECT_FALSE(shown.view("members").scene().labels.empty());
        shown.desk.selection.cover().clear();
        settle(shown.desk.jobs);
        int again = 0;
        for (const auto& view : shown.views)
            again += static_cast<int>(view->scene().violations.size());
        EXPECT_EQ(again, marked) << name << " after";
    }
}

// Sizes and strides stand on lines of their own where a view is narrow; the name of the array is all that stays.
TEST(CoveredPictures, KeepTheNameOfAHeadingHoweverItWraps)
{
    ShownViews shown(csrOfFive("0, 2, 4, 5", "1, 3, 0, 3, 3"));
    auto& view = shown.view("members");
    const auto headings = [&] {
        QStringList all;
        for (const auto& label : view.scene().labels)
            if (label.kind == TextKind::heading)
                all << label.text;
        return all;
    };
    for (const auto width : {180, 300, 1200}) {
        shown.desk.selection.cover().clear();
        view.resize(width, 700);
        settle(shown.desk.jobs);
        EXPECT_GE(headings().size(), 3) << width;
        EXPECT_TRUE(headings().join(QLatin1Char(' ')).contains(QStringLiteral("strides"))) << width;
        for (const auto* part : {"logical", "members"}) {
            shown.desk.selection.cover().set({QString::fromLatin1(part)});
            settle(shown.desk.jobs);
            EXPECT_EQ(headings().size(), 3) << width << " " << part;
            for (const auto* told : {"strides", "int64", "("})
                EXPECT_FALSE(headings().join(QLatin1Char(' ')).contains(QLatin1String(told)))
                    << width << " " << part << ": " << headings().join(QLatin1Char(';')).toStdString();
        }
    }
}

// The lines of brackets tell what pointers open. A grip without any line would be the end of nothing.
TEST(CoveredPictures, KeepAStubForEachGrip)
{
    ShownViews shown(csrOfFive("0, 2, 4, 5", "1, 3, 0, 3, 3"));
    const auto& view = shown.view("members");
    const auto dashedIn = [&](const Handle& handle) {
        return std::ranges::count_if(view.scene().lines, [&](const Line& line) {
            return line.isDashed && line.from.x() == line.to.x() && line.from.x() == handle.rect.center().x() &&
                   line.from.y() >= handle.rect.top() && line.to.y() <= handle.rect.bottom();
        });
    };
    const auto dashed = [&] { return std::ranges::count_if(view.scene().lines, &Line::isDashed); };
    EXPECT_EQ(dashed(), 0) << "nothing is covered";
    shown.desk.selection.cover().set({QStringLiteral("rules"), QStringLiteral("logical")});
    settle(shown.desk.jobs);
    const auto grips = std::ssize(view.scene().handles);
    EXPECT_GE(grips, 4) << "of each pointer one";
    for (const auto& handle : view.scene().handles)
        EXPECT_EQ(dashedIn(handle), 1);
    EXPECT_EQ(dashed(), grips) << "and none tells what lies between two of them";
    shown.desk.selection.cover().set({QStringLiteral("members")});
    settle(shown.desk.jobs);
    EXPECT_EQ(dashed(), 0);
    EXPECT_TRUE(view.scene().handles.empty());
}

TEST(CoveredPictures, OfALessonLeaveNoVerdictInTheLog)
{
    Desk desk;
    desk.log.follow(desk.workspace);
    Origin origin{QStringLiteral("lesson"), {}, {}, 1};
    origin.isOfLesson = true;
    desk.workspace.add(std::make_shared<const Tensor>(sample("broken_pointer")), QStringLiteral("x"),
                       std::make_shared<const Origin>(std::move(origin)), -1);
    settle(desk.jobs);
    for (const auto& entry : desk.log.entries())
        EXPECT_FALSE(entry.text.contains(QStringLiteral("broken"))) << entry.text.toStdString();
    desk.show(sample("broken_pointer"), "mine");
    EXPECT_TRUE(std::ranges::any_of(desk.log.entries(), [](const auto& entry) {
        return entry.text.contains(QStringLiteral("mine: broken"));
    }));
}
