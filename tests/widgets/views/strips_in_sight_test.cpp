// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for is in sight in every strip of every view, however far apart it lies there.
#include "views/scene_view.h"

#include "make/generators.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <functional>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

QRectF windowSeenIn(const SceneView& view)
{
    return {QPointF(0, 0), QSizeF(view.viewport()->size())};
}

class StripsInSight : public testing::Test
{
protected:
    StripsInSight() : m_shown(oddTensor("many_csr"))
    {
        for (auto& view : m_shown.views) // all strips, one below the other
            view->resize(640, 600);
        settle(m_shown.desk.jobs);
    }

    void select(const Place& place)
    {
        m_shown.desk.selection.select(m_shown.subject().id, place);
        settle(m_shown.desk.jobs);
    }
    // Of which members, or storages, a lit spot is in sight.
    std::set<std::string> litMembers()
    {
        std::set<std::string> members;
        eachLit(m_shown.view("members"),
                [&](const Place& place) { members.insert(std::string(std::get<Slots>(place).member)); });
        return members;
    }
    std::size_t litStorages()
    {
        std::set<std::uint64_t> storages;
        eachLit(m_shown.view("storage"),
                [&](const Place& place) { storages.insert(std::get<BytePlace>(place).storageId); });
        return storages.size();
    }
    template <class F>
    void eachLit(SceneView& view, const F& f)
    {
        const auto& pointed = *m_shown.desk.selection.selected();
        const LitPlaces lit(pointed.place, pointed.related);
        for (const auto& spot : view.scene().spots)
            if (lit.has(spot.place) && windowSeenIn(view).contains(spot.rect.center()))
                f(spot.place);
    }
    double leftOf(std::int64_t slot, std::string_view member)
    {
        return spotOf(m_shown.view("members").scene(), Slots{member, slot, slot + 1}).rect.left();
    }

    ShownViews m_shown;
};

const std::set<std::string> all{"compressed", "plain", "values"};

} // namespace

TEST_F(StripsInSight, ASlotOfOneMemberBringsWhatGoesWithItInTheOthers)
{
    for (const Place& place : {Place(Slots{"values", 70'000, 70'001}), Place(Slots{"compressed", 2500, 2501}),
                               Place(Slots{"plain", 3, 4})}) {
        select(place);
        EXPECT_EQ(litMembers(), all);
        EXPECT_EQ(litStorages(), 3U);
    }
}

TEST_F(StripsInSight, AnElementAndAByteDoTheSame)
{
    select(Slots{"values", 99'000, 99'001});
    const auto element = m_shown.desk.selection.selected()->related.elements.front();
    select(Slots{"values", 0, 1});
    select(ElementPlace{element});
    EXPECT_EQ(litMembers(), all);
    EXPECT_EQ(litStorages(), 3U);
    const auto& pointers = m_shown.subject().tensor->member("compressed").array;
    select(BytePlace{pointers.storage->id(), 8 * 2000, 8 * 2000 + 8});
    EXPECT_EQ(litMembers(), all);
    EXPECT_EQ(litStorages(), 3U);
}

// An element that isn't stored, of a tensor that is compared or alone: the entries that would be its neighbours.
TEST_F(StripsInSight, AnElementThatIsNotStoredBringsWhereItsEntryWouldBe)
{
    const auto other = m_shown.subject().id;
    const auto shown = m_shown.desk.show(oddTensor("many_csr"), "second");
    m_shown.desk.selection.setSeen({other, shown});
    const auto& tensor = *m_shown.subject().tensor;
    const auto& columns = tensor.member("plain").array;
    // Behind an entry in its row, and not the next column.
    std::int64_t entry = 99'000;
    auto index = *tensor.layout->indexOfSlots(tensor)(Slots{"plain", entry, entry + 1});
    while (tensor.layout->locate(tensor, index)->found) {
        ++index[1];
        entry += columns.at(entry + 1).text() == std::to_string(index[1]) ? 1 : 0;
    }
    const auto isInSight = [&](std::string_view member) {
        const auto& view = m_shown.view("members");
        const auto& rect = spotOf(view.scene(), Slots{member, entry, entry + 1}).rect;
        return windowSeenIn(view).contains(rect.center());
    };
    const auto bytesInSight = [&] {
        const auto& view = m_shown.view("storage");
        std::set<std::uint64_t> storages;
        for (const auto& place : m_shown.desk.selection.selected()->in(shown)->way)
            if (const auto* bytes = std::get_if<BytePlace>(&place))
                for (const auto& spot : view.scene().spots)
                    if (const auto* lies = std::get_if<BytePlace>(&spot.place);
                        lies != nullptr && lies->storageId == bytes->storageId && lies->begin == bytes->begin &&
                        windowSeenIn(view).contains(spot.rect.center()))
                        storages.insert(bytes->storageId);
        return storages.size();
    };
    for (const bool isAlone : {false, true}) {
        m_shown.desk.selection.select(shown, Slots{"values", 0, 1});
        settle(m_shown.desk.jobs);
        if (isAlone)
            m_shown.desk.selection.select(shown, ElementPlace{index});
        else
            m_shown.desk.selection.select(other, ElementPlace{index}, shown, ElementPlace{index});
        settle(m_shown.desk.jobs);
        EXPECT_TRUE(isInSight("plain")) << isAlone;
        EXPECT_TRUE(isInSight("values")) << isAlone;
        EXPECT_EQ(bytesInSight(), 2U) << isAlone;
        EXPECT_EQ(litMembers(), std::set<std::string>{"compressed"}) << "its neighbours are not the element";
    }
}

TEST_F(StripsInSight, StripsOfOneLengthKeepStep)
{
    select(Slots{"values", 70'000, 70'001});
    EXPECT_EQ(leftOf(70'000, "plain"), leftOf(70'000, "values"));
}

TEST_F(StripsInSight, WhereItIsPickedNothingMovesUnderThePointer)
{
    auto& members = m_shown.view("members");
    select(Slots{"values", 50'000, 50'001});
    // The pointers are somewhere in the middle now; a value further to the right is picked.
    const auto spot = *std::ranges::find_if(members.scene().spots, [&](const Spot& each) {
        return each.place == Place(Slots{"values", 50'001, 50'002});
    });
    const auto origin = members.scene().origin;
    m_shown.click(members, spot);
    EXPECT_EQ(spotOf(members.scene(), spot.place).rect, spot.rect);
    EXPECT_EQ(members.scene().origin.y(), origin.y());
    EXPECT_EQ(litMembers(), all);

    // A pointer far from those entries: the entries come, the pointer stays.
    const auto pointer = *std::ranges::find_if(members.scene().spots, [&](const Spot& each) {
        const auto* slots = std::get_if<Slots>(&each.place);
        return slots != nullptr && slots->member == "compressed" && windowSeenIn(members).contains(each.rect);
    });
    m_shown.click(members, pointer);
    EXPECT_EQ(spotOf(members.scene(), pointer.place).rect, pointer.rect);
    EXPECT_EQ(litMembers(), all);
}

TEST_F(StripsInSight, TheScrollBarTakesAllStripsToBothTheirEnds)
{
    select(Slots{"values", 70'000, 70'001});
    auto& members = m_shown.view("members");
    auto& bar = *members.horizontalScrollBar();
    const auto areInSight = [&](std::int64_t pointer, std::int64_t entry) {
        for (const auto& [member, slot] : {std::pair("compressed", pointer), std::pair("values", entry)})
            EXPECT_TRUE(windowSeenIn(members).contains(
                spotOf(members.scene(), Slots{member, slot, slot + 1}).rect.center()))
                << member << slot;
    };
    bar.setValue(bar.maximum());
    settle(m_shown.desk.jobs);
    areInSight(3000, 99'999);
    bar.setValue(0);
    settle(m_shown.desk.jobs);
    areInSight(0, 0);
}

TEST_F(StripsInSight, ZoomingKeepsWhatIsUnderThePointerInAStripWithALead)
{
    select(Slots{"values", 70'000, 70'001});
    auto& members = m_shown.view("members");
    for (const auto* member : {"compressed", "values"}) {
        const auto spot = *std::ranges::find_if(members.scene().spots, [&](const Spot& each) {
            return std::get<Slots>(each.place).member == member && windowSeenIn(members).contains(each.rect);
        });
        const auto at = spot.rect.center();
        QWheelEvent wheel(at, members.viewport()->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(members.viewport(), &wheel);
        settle(m_shown.desk.jobs);
        // Up and down as far as the picture goes: its text has grown as well.
        const auto now = spotOf(members.scene(), spot.place).rect;
        EXPECT_LE(now.left(), at.x()) << member;
        EXPECT_GE(now.right(), at.x()) << member;
    }
}

// However fast the keys come, and whatever is known of the places that go along by then.
TEST_F(StripsInSight, StepsOfTheKeysStayInSight)
{
    auto& members = m_shown.view("members");
    select(Slots{"values", 70'000, 70'001});
    for (int i = 0; i < 25; ++i)
        QTest::keyClick(&members, Qt::Key_Right);
    settle(m_shown.desk.jobs);
    EXPECT_TRUE(windowSeenIn(members).contains(
        spotOf(members.scene(), m_shown.desk.selection.selected()->place).rect.center()));
    EXPECT_EQ(litMembers(), all);
}

TEST_F(StripsInSight, ZeroStartsOver)
{
    select(Slots{"values", 70'000, 70'001});
    m_shown.press(m_shown.view("members"), Qt::Key_0);
    EXPECT_EQ(leftOf(0, "compressed"), leftOf(0, "values"));
    EXPECT_EQ(m_shown.view("members").scene().origin, QPointF(0, 0));
}

// Headers do not grow with the cells, so what is under the pointer stays there from the first turn of the wheel.
TEST(ContinuousZoom, APlaceOfAMapStaysUnderThePointer)
{
    ShownViews shown(*makeTensorOf({.kind = "arange", .layout = "strided", .size = {3000, 3000}}));
    auto& view = shown.view("logical");
    const QPointF about(333, 222);
    view.setZoom(0.2, about);
    settle(shown.desk.jobs);
    const auto& map = view.scene();
    const auto column = (about.x() + map.origin.x() - map.fixed.x()) / view.zoom();
    while (view.zoom() < 16) {
        view.setZoom(view.zoom() * 1.5, about);
        settle(shown.desk.jobs);
    }
    const auto& spots = view.scene().spots;
    const auto spot = std::ranges::find_if(spots, [&](const Spot& each) { return each.rect.contains(about); });
    ASSERT_NE(spot, spots.end());
    const auto* element = std::get_if<ElementPlace>(&spot->place);
    ASSERT_NE(element, nullptr);
    EXPECT_NEAR(static_cast<double>(element->index[1]), column, 12) << "a pixel of the map is 5 cells";
}

// From a picture of densities to three lines a cell and back, about one point.
TEST(ContinuousZoom, ACellStaysUnderThePointerAllTheWay)
{
    ShownViews shown(*makeTensorOf({.kind = "arange", .layout = "strided", .size = {3000, 3000}}));
    auto& view = shown.view("logical");
    const QPointF about(333.3, 222.3); // not where two cells meet
    std::optional<Place> held;
    int lines = 0;
    const auto zoomTo = [&](double zoom) {
        view.setZoom(zoom, about);
        settle(shown.desk.jobs);
        const auto spot =
            std::ranges::find_if(view.scene().spots, [&](const Spot& each) { return each.rect.contains(about); });
        if (spot == view.scene().spots.end()) {
            held.reset();
            EXPECT_FALSE(view.scene().rasters.empty()) << zoom;
            return;
        }
        if (held && spot->rect.width() >= 12) {
            EXPECT_TRUE(spot->place == *held) << zoom;
        }
        held = spot->place;
        lines = static_cast<int>(std::ranges::count_if(
            view.scene().labels, [&](const Label& label) { return spot->rect.contains(label.rect.center()); }));
    };
    for (double zoom = 0.2; zoom < 400; zoom *= 1.25)
        zoomTo(zoom);
    EXPECT_EQ(lines, 3);
    for (double zoom = 400; zoom > 0.2; zoom /= 1.25)
        zoomTo(zoom);
    EXPECT_FALSE(view.scene().rasters.empty());
}

namespace {

std::string joinedNumbers(std::int64_t count, const std::function<std::int64_t(std::int64_t)>& number)
{
    std::string out;
    for (std::int64_t k = 0; k < count; ++k)
        out += (k == 0 ? "" : ",") + std::to_string(number(k));
    return out;
}

bool isInSight(const SceneView& view, const Place& place)
{
    return std::ranges::any_of(view.scene().spots, [&](const Spot& spot) {
        return spot.place == place && windowSeenIn(view).contains(spot.rect.center());
    });
}

Place bytesOfSlot(const Tensor& tensor, std::string_view role, std::int64_t slot)
{
    const auto& array = tensor.member(role).array;
    const auto [begin, end] = array.byteRange(slot);
    return BytePlace{array.storage->id(), begin, end};
}

} // namespace

// The two numbers of an index lie far apart in one storage: it is the wrong one that is looked for.
TEST(WitnessInSight, TheSlotItselfAndNotTheFirstOneOfItsEntry)
{
    constexpr std::int64_t entries = 3000, bad = 700;
    ShownViews shown(tensorOf(R"({"layout":"coo","size":[3000,9],"members":{"indices":[[)" +
                              joinedNumbers(entries, [](auto k) { return k; }) + "],[" +
                              joinedNumbers(entries, [](auto k) { return k == bad ? std::int64_t{-4} : k % 9; }) +
                              R"(]],"values":{"dtype":"uint8","shape":[3000],"data":[)" +
                              joinedNumbers(entries, [](auto k) { return k % 7; }) + "]}}}"));
    shown.desk.selection.select(shown.subject().id, Slots{"indices", entries + bad, entries + bad + 1});
    settle(shown.desk.jobs);
    EXPECT_TRUE(isInSight(shown.view("members"), Slots{"indices", entries + bad, entries + bad + 1}));
    EXPECT_TRUE(isInSight(shown.view("storage"), bytesOfSlot(*shown.subject().tensor, "indices", entries + bad)));
}

// Nobody reads an entry outside the size, yet its row has pointers.
TEST(WitnessInSight, ThePointersOfTheRowComeWithAWrongEntry)
{
    constexpr std::int64_t rows = 2000, bad = 3000; // in row 1500
    ShownViews shown(tensorOf(R"({"layout":"csr","size":[2000,5],"members":{"compressed":[)" +
                              joinedNumbers(rows + 1, [](auto r) { return 2 * r; }) + R"(],"plain":[)" +
                              joinedNumbers(2 * rows, [](auto k) { return k == bad ? std::int64_t{-4} : k % 2; }) +
                              R"(],"values":{"dtype":"uint8","shape":[4000],"data":[)" +
                              joinedNumbers(2 * rows, [](auto k) { return k % 7; }) + "]}}}"));
    for (auto& view : shown.views)
        view->resize(640, 600);
    shown.desk.selection.select(shown.subject().id, Slots{"plain", bad, bad + 1});
    settle(shown.desk.jobs);
    for (const std::int64_t pointer : {1500, 1501}) {
        EXPECT_TRUE(isInSight(shown.view("members"), Slots{"compressed", pointer, pointer + 1})) << pointer;
        EXPECT_TRUE(isInSight(shown.view("storage"), bytesOfSlot(*shown.subject().tensor, "compressed", pointer)))
            << pointer;
    }
}
