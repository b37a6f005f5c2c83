// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of somebody with a large tensor that is broken in tens of thousands of places.
#include "array/index_reader.h"
#include "make/generators.h"
#include "walk/walk.h"

#include <set>
#include <vector>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr std::int64_t rows = 100'000, columns = 100'000, entries = 2'000'000, brokenPlaces = 40'455;

// A matrix whose column indices leave the size in so many places.
Result<Tensor> brokenMatrix()
{
    auto made = makeTensorOf({.kind = "random", .layout = "csr", .size = {rows, columns}, .nnz = entries});
    if (!made)
        return made;
    auto& plain = made->members[1].array;
    const auto reader = IndexReader(plain);
    std::vector<std::int64_t> indices;
    for (std::int64_t k = 0; k < entries; ++k)
        indices.push_back(reader.at(k));
    const auto crow = IndexReader(made->members[0].array);
    // The last entries of rows, so that no other rule breaks.
    for (std::int64_t row = 0, broken = 0; row < rows && broken < brokenPlaces; ++row)
        if (crow.at(row + 1) > crow.at(row)) {
            indices[static_cast<std::size_t>(crow.at(row + 1) - 1)] = columns + row;
            ++broken;
        }
    plain = Array::fromInts({entries}, indices, ElementType::i64);
    return made;
}

} // namespace

TEST_F(Walk, FortyThousandBrokenPlacesAreSteppedThrough)
{
    const auto made = brokenMatrix();
    ASSERT_TRUE(made) << made.error().text;
    m_window.workspace().setCurrent(
        m_window.workspace().add(*made, QStringLiteral("broken"), QStringLiteral("made")));
    settle();
    ASSERT_FALSE(isValid());
    ASSERT_EQ(subject().report->findings.size(), 1U);
    EXPECT_EQ(subject().report->findings[0].count, brokenPlaces);
    tellFigures("40,455 broken places opened");

    focus(m_window);
    m_robot.click(Robot::on(*view("logical").viewport(), {5, 5}));
    std::set<std::int64_t> seen;
    for (int step = 0; step < 20; ++step) {
        m_robot.key(QStringLiteral("F8"));
        settle();
        ASSERT_TRUE(m_window.selection().selected()) << step;
        const auto* slots = std::get_if<Slots>(&m_window.selection().selected()->place);
        ASSERT_NE(slots, nullptr) << step;
        seen.insert(slots->begin);
    }
    EXPECT_EQ(seen.size(), 20U) << "each step is another place";
    auto& logical = view("logical");
    m_robot.moveTo(Robot::on(*logical.viewport()));
    for (const int turns : {8, -8, 30, -30})
        m_robot.wheel(turns, true);
    settle();
    EXPECT_LT(frameLog().turns().most, 3000) << frameLog().longest().toStdString() << ", also on a busy machine";
    tellFigures("40,455 broken places stepped through and zoomed");
}
