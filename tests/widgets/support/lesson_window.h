// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/expression.h"
#include "lessons/lesson_file.h"
#include "main_window.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace tscope::test {

// The window with the lessons that are shipped, and one of them gone through in it.
struct LessonWindow {
    MainWindow window{Theme::light};

    explicit LessonWindow(QSize size = {1280, 800})
    {
        window.resize(size);
        window.show();
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
        settle();
    }

    void settle() { ASSERT_TRUE(tscope::test::settle(window.jobs())); }
    LessonPlay& play() { return window.lessons().play(); }
    const std::vector<ShelvedLesson>& shelf() { return window.lessons().shelf(); }
    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the window has no ") + name);
        return *found;
    }
    SceneView& view(std::string_view id)
    {
        for (auto* each : window.views())
            if (id == each->spec().id)
                return *each;
        throw std::runtime_error("there is no such view");
    }
    QString said(const char* label) { return child<QLabel>(label).text(); }

    void begin(const LessonPtr& lesson, std::uint64_t seed)
    {
        play().open(lesson, seed);
        settle();
    }
    void goTo(std::size_t step)
    {
        play().goTo(step);
        settle();
    }
};

// What answers a step for which its file says only what must hold, as a formula of its names; of a tensor, one for
// each member that is to be changed.
using Solutions = std::map<std::pair<std::string, int>, std::map<std::string, std::string>>;
inline const Solutions& solutionsWithoutKey()
{
    static const Solutions all{
        {{"01-a-grid-on-a-strip", 2}, {{"", "[1, rows]"}}},
        {{"04-stride-zero-and-overlap", 3},
         {{"",
           "[0, 0] if wanted == 1 else [1, 0] if wanted == rows else [0, 1] if wanted == columns else [1, 1] if "
           "wanted == rows + columns - 1 else [columns, 1]"}}},
        {{"06-sharing", 2}, {{"", "[1, 3, 1]"}}},
        {{"08-coo", 3},
         {{"indices", "[p // columns for p in places] + [p % columns for p in places]"},
          {"values", "flat([[v[k] for k in range(4) if mixed[k] == p] for p in places])"}}},
        {{"09-coo-to-csr", 2},
         {{"crow_indices", "range(rows - empty) + [entries for i in range(empty + 1)]"},
          {"col_indices", "[0 for i in range(rows - empty - 1)] + range(entries - rows + empty + 1)"}}},
        {{"13-the-repair-shop", 2}, {{"crow_indices", "crow"}}},
        {{"13-the-repair-shop", 3}, {{"col_indices", "right"}}},
        {{"13-the-repair-shop", 4},
         {{"col_indices", "right"},
          {"values", "[v[a + 1] if k == a else v[a] if k == a + 1 else v[k] for k in range(len(v))]"}}},
        {{"13-the-repair-shop", 6},
         {{"col_indices", "[right[1], right[0]] + [right[k] for k in range(2, len(right))]"}}},
        {{"14-jagged-and-nested", 4},
         {{"offsets", "running(used)"},
          {"values", "flat([[v[o[i] + j] for j in range(used[i])] for i in range(n)])"}}},
        {{"17-ell-and-its-padding", 5},
         {{"crow_indices", "running(used)"}, {"col_indices", "flat(cols)"}, {"values", "flat(v)"}}},
        {{"18-hybrid-and-jds", 1}, {{"", "[w for w in range(8) if costs[w] == min(costs)][0]"}}},
        {{"18-hybrid-and-jds", 2}, {{"", "perm"}}},
        {{"20-cu-seqlens-is-a-jagged-tensor", 4}, {{"offsets", "running(lengths)"}}},
    };
    return all;
}

inline Value valueIn(const Exercise& exercise, const std::string& formula)
{
    const auto expression = Expression::parse(formula);
    Scope scope;
    scope.names = exercise.names;
    auto value = expression ? expression->value(scope) : Result<Value>(expression.error());
    if (!value)
        throw std::runtime_error(formula + ": " + value.error().text);
    return *std::move(value);
}

} // namespace tscope::test
