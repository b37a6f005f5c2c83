// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in the pictures, held against the core's way to each element.
#include "views/accessible_scene.h"

#include "facts/logical_shape.h"
#include "facts/slot_bytes.h"
#include "main_window.h"
#include "style/titles.h"
#include "tensor/tensor.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"

#include <QAccessible>

#include <gtest/gtest.h>

#include <map>

using namespace tscope;
using namespace tscope::test;

namespace {

std::string textOf(const Extents& index)
{
    std::string out = "(";
    for (std::size_t d = 0; d < index.size(); ++d)
        out += (d == 0 ? "" : ", ") + std::to_string(index[d]);
    return out + ")";
}

class AccessibleSceneTest : public testing::Test
{
protected:
    AccessibleSceneTest()
    {
        m_window.resize(1900, 1600); // all of the samples is in sight
        m_window.show();
    }
    void open(const QString& path)
    {
        m_window.workspace().clear();
        m_window.files().open({path});
        ASSERT_TRUE(settle(m_window.jobs()));
    }
    static QAccessibleInterface& of(SceneView* view) { return *QAccessible::queryAccessibleInterface(view); }
    static std::string name(QAccessibleInterface& element)
    {
        return element.text(QAccessible::Name).toStdString();
    }
    static std::string description(QAccessibleInterface& element)
    {
        return element.text(QAccessible::Description).toStdString();
    }

    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(AccessibleSceneTest, NothingThatIsDrawnIsWithoutAName)
{
    for (const auto& path : Files::samples()) {
        SCOPED_TRACE(path.toStdString());
        open(path);
        for (auto* view : m_window.views()) {
            auto& picture = of(view);
            EXPECT_FALSE(name(picture).empty());
            EXPECT_EQ(picture.role(), QAccessible::List);
            ASSERT_GT(picture.childCount(), 1) << view->spec().id;
            for (int i = 0; i < picture.childCount(); ++i) {
                auto& child = *picture.child(i);
                EXPECT_FALSE(name(child).empty()) << view->spec().id << ' ' << i;
                EXPECT_FALSE(description(child).empty()) << view->spec().id << ' ' << i;
                EXPECT_EQ(picture.indexOfChild(&child), i);
                EXPECT_EQ(child.parent(), &picture);
            }
        }
    }
}

// Slots say their member, number and value; the core's reader of elements says which of them make an element.
TEST_F(AccessibleSceneTest, EveryElementOfTheSamplesIsReadWithItsValueAndPlace)
{
    for (const auto& path : Files::samples()) {
        SCOPED_TRACE(path.toStdString());
        open(path);
        const auto tensor = m_window.workspace().currentSubject()->tensor;
        std::map<std::string, std::string> cells, words; // value and description, by the words' beginning
        auto& logical = of(m_window.views().front());
        for (int i = 0; i < logical.childCount(); ++i) {
            const auto text = description(*logical.child(i));
            const auto place = text.substr(0, text.find(')') + 1);
            if (!text.starts_with('('))
                continue; // a mark of what is broken
            words[place] = text;
            cells[place] = name(*logical.child(i));
        }
        auto& storage = of(m_window.views().back());
        std::string bytes;
        for (int i = 0; i < storage.childCount(); ++i)
            bytes += description(*storage.child(i)) + '\n';
        int seen = 0;
        for (const auto& [place, value] : cells) {
            Extents index;
            for (std::size_t at = 1; at < place.size(); at = place.find_first_of(",)", at) + 1)
                index.push_back(std::stoll(place.substr(at)));
            ASSERT_EQ(textOf(index), place);
            const auto way = tensor->layout->locate(*tensor, index);
            if (!way || !way->found)
                continue;
            ++seen;
            EXPECT_EQ(value, way->value.text()) << place;
            const auto slot = std::ranges::find_if(way->places, [&](const Slots& read) {
                return tensor->find(read.member)->role->kind == RoleKind::values;
            });
            ASSERT_NE(slot, way->places.end());
            const auto byte = bytesOf(*tensor->find(slot->member), *slot, 1).runs.front().begin;
            const auto address =
                titleOf(slot->member, slot->begin, *tensor).toStdString() + ", byte " + std::to_string(byte);
            EXPECT_NE(words[place].find(address), std::string::npos) << words[place] << " without " << address;
            EXPECT_NE(bytes.find(": " + way->value.text()), std::string::npos) << place;
        }
        EXPECT_GT(seen, 2);
    }
}

TEST_F(AccessibleSceneTest, AnElementIsFoundOnTheScreenAndSelected)
{
    open(QStringLiteral(":/samples/csr.json"));
    for (auto* view : m_window.views()) {
        auto& picture = of(view);
        auto& child = *picture.child(1);
        const auto middle = child.rect().center();
        EXPECT_EQ(picture.childAt(middle.x(), middle.y()), &child);
        EXPECT_TRUE(picture.rect().contains(middle));
        EXPECT_FALSE(child.state().selected);
        view->setFocus();
        child.actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        ASSERT_TRUE(settle(m_window.jobs()));
        auto& now = *picture.focusChild();
        EXPECT_TRUE(now.state().selected);
        EXPECT_EQ(now.state().focused, view->hasFocus());
        EXPECT_EQ(description(now), description(*picture.child(1)));
        m_window.selection().clear();
        EXPECT_EQ(picture.focusChild(), nullptr);
    }
}

TEST_F(AccessibleSceneTest, AnotherTensorHasOtherElements)
{
    open(QStringLiteral(":/samples/csr.json"));
    auto& picture = of(m_window.views().front());
    auto& last = *picture.child(picture.childCount() - 1);
    EXPECT_TRUE(last.isValid());
    open(QStringLiteral(":/samples/strided.json"));
    EXPECT_FALSE(last.isValid()) << "there are fewer now";
    EXPECT_TRUE(last.state().invalid);
    EXPECT_EQ(name(*picture.child(0)), "1");
}
