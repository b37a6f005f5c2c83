// SPDX-License-Identifier: GPL-3.0-or-later
// However large the window is, its pictures fill their views and their type can be read.
#include "main_window.h"

#include "views/scene_painter.h"
#include "views/scene_view.h"
#include "widgets/support/drawn.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QFontInfo>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

using namespace tscope;
using namespace tscope::test;

namespace {

// Of the largest type, which pictures of few elements have in any window; how high it is depends on the font.
double largestLine(const TextSize& text)
{
    constexpr double anyFactor = 1000;
    return TextSize{.line = text.line / text.otherScale}.enlarged(anyFactor).valueLine();
}

} // namespace

class PictureSize : public testing::TestWithParam<std::string>
{
};

TEST_P(PictureSize, FollowsTheWindowFromALaptopToAProjector)
{
    const auto fonts = SceneFonts::of(QApplication::font());
    MainWindow window(Theme::light);
    window.workspace().add(Document{{{GetParam(), sample(GetParam())}}, {}}, QStringLiteral("test"));
    window.show();
    constexpr std::array<std::array<int, 2>, 5> sizes{
        {{1024, 700}, {1280, 800}, {1600, 900}, {1920, 1080}, {2560, 1440}}};
    std::vector<double> first, last; // lines of type
    for (const auto& [width, height] : sizes) {
        window.resize(width, height);
        ASSERT_TRUE(settle(window.jobs()));
        for (const auto* view : window.views()) {
            SCOPED_TRACE(std::string(view->spec().id) + " at " + std::to_string(width));
            const auto& scene = view->scene();
            EXPECT_EQ(scene.size.toSize(), view->viewport()->size());
            EXPECT_GE(covered(scene), 0.6);
            for (const auto& label : scene.labels) {
                const auto points = QFontInfo(fonts.enlarged(scene.text).of(label.kind)).pointSizeF();
                EXPECT_GE(points, 9) << label.text.toStdString();
                EXPECT_LE(points, 48) << label.text.toStdString();
            }
        }
        last.clear();
        for (const auto* view : window.views())
            last.push_back(view->scene().text.valueLine());
        if (first.empty())
            first = last;
    }
    for (std::size_t view = 0; view < last.size(); ++view)
        EXPECT_GE(last[view], std::min(1.3 * first[view], largestLine(window.views()[view]->scene().text)))
            << "its type grows for those who look from afar";
}

INSTANTIATE_TEST_SUITE_P(Samples, PictureSize, testing::ValuesIn(sampleNames()),
                         [](const auto& tested) { return tested.param; });
