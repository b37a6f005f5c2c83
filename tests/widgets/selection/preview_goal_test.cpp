// SPDX-License-Identifier: GPL-3.0-or-later
// Where views go when a change is looked at before it is made, and back.
#include "selection/preview_goal.h"

#include "rules/advise.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr int previewRows = 400, previewBad = 300; // rows, and the pointer that is wrong, far out of sight

// CSR with two entries a row, one of whose pointers is larger than the next.
Tensor longWithBadPointer()
{
    std::string pointers = "0", columns, values;
    for (int row = 0; row < previewRows; ++row) {
        pointers += "," + std::to_string(row + 1 == previewBad ? 2 * row + 5 : 2 * row + 2);
        columns += (row == 0 ? "" : ",") + std::string("1,7");
        values += (row == 0 ? "" : ",") + std::string("1,2");
    }
    return tensorOf(R"({"layout":"csr","size":[400,9],"dtype":"float32","members":{"crow_indices":[)" + pointers +
                    R"(],"col_indices":[)" + columns + R"(],"values":[)" + values + "]}}");
}

class PreviewGoalTest : public testing::Test
{
protected:
    PreviewGoalTest() : m_shown(longWithBadPointer()), m_desk(m_shown.desk)
    {
        for (const auto& view : m_shown.views)
            view->setZoom(24, {}); // near enough to see single slots, so that not all are seen
        settle(m_desk.jobs);
    }

    void preview(const char* id)
    {
        m_desk.workspace.preview(QString::fromUtf8(id),
                                 [id](const Tensor& tensor, const ReportPtr& report) -> Result<Change> {
                                     const auto plan = planRepair(tensor, *report, id);
                                     return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
                                 });
        settle(m_desk.jobs);
        ASSERT_TRUE(m_shown.subject().preview);
    }
    std::vector<QPointF> origins()
    {
        std::vector<QPointF> found;
        for (const auto& view : m_shown.views) {
            found.push_back(view->framing().origin);
            for (const auto lead : view->framing().leads)
                found.push_back({lead, 0});
        }
        return found;
    }
    bool isInSight(const char* view, const Place& place)
    {
        auto& scene = m_shown.view(view);
        const auto& spots = scene.scene().spots;
        const auto at = std::ranges::find(spots, place, &Spot::place);
        return at != spots.end() && QRectF(scene.viewport()->rect()).contains(at->rect.center());
    }
    const Slots m_wrong{"compressed", previewBad, previewBad + 1};

    ShownViews m_shown;
    Desk& m_desk;
};

} // namespace

TEST_F(PreviewGoalTest, TheChangedSlotIsSelectedAndBroughtIntoSight)
{
    ASSERT_FALSE(isInSight("members", m_wrong));
    preview("restore-pointer");
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, Place(m_wrong));
    EXPECT_TRUE(isInSight("members", m_wrong));
    EXPECT_TRUE(isInSight("logical", ElementPlace{{previewBad, 1}}) ||
                isInSight("logical", ElementPlace{{previewBad - 1, 1}}))
        << "the rows that the pointer divides";
}

TEST_F(PreviewGoalTest, LeavingThePreviewGoesBackToWhatWasSeenAndSelected)
{
    const Place before = Slots{"values", 3, 4};
    m_desk.selection.select(m_desk.workspace.current(), before);
    settle(m_desk.jobs);
    const auto seen = origins();
    preview("restore-pointer");
    EXPECT_NE(origins(), seen);
    preview("order-pointers"); // another one, before any is left
    m_desk.workspace.dropPreview();
    settle(m_desk.jobs);
    EXPECT_EQ(origins(), seen);
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, before);
}

TEST_F(PreviewGoalTest, WhereNothingWasSelectedNothingIsAgain)
{
    preview("restore-pointer");
    m_desk.workspace.seePreview(false);
    settle(m_desk.jobs);
    EXPECT_TRUE(m_desk.selection.selected()) << "before and after are compared at the same place";
    m_desk.workspace.dropPreview();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
}

TEST_F(PreviewGoalTest, WhatIsAppliedStaysInSight)
{
    preview("restore-pointer");
    const auto seen = origins();
    m_desk.workspace.applyPreview();
    settle(m_desk.jobs);
    EXPECT_EQ(origins(), seen);
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, Place(m_wrong));
}

// The marks of what was changed would look like differences of the two.
TEST_F(PreviewGoalTest, BesideAnotherTensorNothingThatIsAppliedStaysMarked)
{
    const auto id = m_desk.workspace.current();
    const auto other = m_desk.workspace.add(longWithBadPointer(), QStringLiteral("other"), QStringLiteral("test"));
    m_desk.workspace.setCurrent(id);
    m_desk.tabs.split(other, Qt::Horizontal);
    settle(m_desk.jobs);
    ASSERT_EQ(m_desk.workspace.current(), id);
    preview("restore-pointer");
    ASSERT_TRUE(m_desk.selection.selected());
    m_desk.workspace.applyPreview();
    settle(m_desk.jobs);
    EXPECT_FALSE(m_desk.selection.selected());
}

TEST_F(PreviewGoalTest, WhatTheUserPicksMeanwhileStaysSelected)
{
    preview("restore-pointer");
    const Place picked = Slots{"values", 5, 6};
    m_desk.selection.select(m_desk.workspace.current(), picked);
    settle(m_desk.jobs);
    m_desk.workspace.dropPreview();
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, picked);
}

// All of a member may change: of thousands of places so many are marked, and the first is gone to.
TEST_F(PreviewGoalTest, OfVeryManyChangesTheFirstIsGoneTo)
{
    m_desk.workspace.preview(QStringLiteral("all"), [](const Tensor& tensor, const ReportPtr&) {
        std::vector<Element> values(2 * previewRows, *Element::from(9.0, tensor.member("values").array.dtype));
        return changed(tensor, {{SetElements{"values", 0, values}}});
    });
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, Place(Slots{"values", 0, 2 * previewRows}));
}

// The size has no slots: the changes of the preview before it are no longer meant.
TEST_F(PreviewGoalTest, AClaimLeadsBackToWhatWasSelected)
{
    const Place before = Slots{"values", 3, 4};
    m_desk.selection.select(m_desk.workspace.current(), before);
    settle(m_desk.jobs);
    preview("restore-pointer");
    ASSERT_EQ(m_desk.selection.selected()->place, Place(m_wrong));
    m_desk.workspace.preview(QStringLiteral("size"), [](const Tensor& tensor, const ReportPtr&) {
        return changed(tensor, {{SetSize{Extents{previewRows, 12}}}});
    });
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.selection.selected());
    EXPECT_EQ(m_desk.selection.selected()->place, before);
    EXPECT_TRUE(m_desk.selection.selected()->besides.empty());
    EXPECT_EQ(m_desk.selection.previewGoal().count(), 0U);
}

// Two pointers far apart: what goes with the one that is stepped to is what is seen, not what goes with the first.
TEST_F(PreviewGoalTest, AllViewsFollowEachStep)
{
    constexpr std::int64_t first = 40;
    m_desk.workspace.preview(QStringLiteral("two"), [](const Tensor& tensor, const ReportPtr&) {
        const auto type = tensor.member("compressed").array.dtype;
        return changed(
            tensor,
            {{SetElements{"compressed", first, {*Element::from(std::int64_t{2 * first - 1}, type)}},
              SetElements{"compressed", previewBad, {*Element::from(std::int64_t{2 * previewBad}, type)}}}});
    });
    settle(m_desk.jobs);
    auto& goal = m_desk.selection.previewGoal();
    ASSERT_EQ(goal.count(), 2U);
    const auto areInSight = [&](std::int64_t row) {
        const auto isAnyInSight = [&](const char* view, auto placeAt) {
            for (auto at = row - 1; at <= row; ++at)
                if (isInSight(view, placeAt(at)))
                    return true;
            return false;
        };
        return isInSight("members", Slots{"compressed", row, row + 1}) &&
               isAnyInSight("members",
                            [](std::int64_t at) {
                                return Slots{"plain", 2 * at, 2 * at + 1};
                            }) &&
               isAnyInSight("members",
                            [](std::int64_t at) {
                                return Slots{"values", 2 * at, 2 * at + 1};
                            }) &&
               isAnyInSight("logical", [](std::int64_t at) {
                   return ElementPlace{{at, 1}};
               });
    };
    EXPECT_TRUE(areInSight(first));
    EXPECT_FALSE(areInSight(previewBad));
    goal.step(1);
    settle(m_desk.jobs);
    EXPECT_TRUE(areInSight(previewBad));
    EXPECT_FALSE(areInSight(first));
    m_desk.workspace.applyPreview();
    settle(m_desk.jobs);
    EXPECT_TRUE(areInSight(previewBad)) << "and stay there";
}

// While a change is previewed, only what changes is marked.
TEST_F(PreviewGoalTest, NeighboursOfAChangeAreNotMarked)
{
    const auto groundOf = [&](const Slots& place) {
        auto& view = m_shown.view("members");
        const auto rect = spotOf(view.scene(), place).rect.toAlignedRect().adjusted(2, 2, -2, -2);
        const auto image = view.viewport()->grab(rect).toImage();
        return image.pixel(3, image.height() - 2);
    };
    const Slots neighbour{"compressed", previewBad - 1, previewBad};
    const auto isFarAndSeen = [&](const Spot& spot) {
        const auto* slots = std::get_if<Slots>(&spot.place);
        return slots != nullptr && slots->member == "compressed" && std::abs(slots->begin - previewBad) > 2 &&
               isInSight("members", spot.place);
    };
    const auto far = [&] {
        const auto& spots = m_shown.view("members").scene().spots;
        const auto found = std::ranges::find_if(spots, isFarAndSeen);
        if (found == spots.end())
            throw std::runtime_error("no pointer far from the change is in sight");
        return std::get<Slots>(found->place);
    };
    preview("restore-pointer");
    EXPECT_EQ(groundOf(neighbour), groundOf(far())) << "the same ground";
    EXPECT_NE(groundOf(neighbour), groundOf(m_wrong));
    m_desk.selection.pick(m_desk.workspace.current(), m_wrong, &m_shown.view("logical"));
    settle(m_desk.jobs);
    EXPECT_NE(groundOf(neighbour), groundOf(far())) << "what the user picks shows what goes with it";
}
