// SPDX-License-Identifier: GPL-3.0-or-later
// Undo acts on whatever was done last. Its tensor comes to the front, so that nothing changes out of sight.
#include "workspace/steps.h"

#include "ops/transposed.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class StepsInFrontTest : public testing::Test
{
protected:
    void set(SubjectId id, std::int64_t value)
    {
        const auto& type = m_desk.workspace.find(id)->tensor->member("values").array.dtype;
        const EditList edits{{SetElements{"values", 0, {*Element::from(value, type)}}}};
        ASSERT_TRUE(m_desk.workspace.edit(id, edits, QStringLiteral("set a value")));
    }
    std::string firstValue(SubjectId id)
    {
        return m_desk.workspace.find(id)->tensor->member("values").array.at(0).text();
    }

    Desk m_desk;
};

} // namespace

TEST_F(StepsInFrontTest, UndoAndRedoBringTheirTensorToTheFront)
{
    const auto one = m_desk.show(sample("csr"), "one"), other = m_desk.show(sample("csr"), "other");
    set(one, 77); // not in front: an edit from elsewhere leaves what is looked at
    EXPECT_EQ(m_desk.workspace.current(), other);
    EXPECT_EQ(firstValue(one), "77");
    m_desk.workspace.undoStack().undo();
    EXPECT_EQ(m_desk.workspace.current(), one);
    EXPECT_EQ(firstValue(one), "1");
    m_desk.workspace.setCurrent(other);
    m_desk.workspace.undoStack().redo();
    EXPECT_EQ(m_desk.workspace.current(), one);
    EXPECT_EQ(firstValue(one), "77");
    settle(m_desk.jobs);
    EXPECT_NE(m_desk.workspace.undoStack().undoText().indexOf(QStringLiteral("one")), -1)
        << "and the menu names it before";
}

// As it is called in the list of what is open, not as it was when the step was made.
TEST_F(StepsInFrontTest, AStepHasTheNameThatItsTensorHasByNow)
{
    const auto one = m_desk.show(sample("csr"), "before");
    set(one, 77);
    std::vector<std::string> told;
    const QObject whileTold; // the stack goes on telling when it is emptied
    QObject::connect(&m_desk.workspace.undoStack(), &QUndoStack::redoTextChanged, &whileTold,
                     [&](const QString& text) { told.push_back(text.toStdString()); });
    m_desk.workspace.rename(one, QStringLiteral("after"));
    m_desk.workspace.undoStack().undo(); // the name
    EXPECT_NE(m_desk.workspace.undoStack().undoText().indexOf(QStringLiteral("before: set a value")), -1);
    m_desk.workspace.undoStack().redo();
    m_desk.workspace.undoStack().undo();
    m_desk.workspace.undoStack().undo();
    m_desk.workspace.undoStack().redo();
    m_desk.workspace.undoStack().redo();
    EXPECT_EQ(m_desk.workspace.find(one)->name.toStdString(), "after");
    EXPECT_NE(m_desk.workspace.undoStack().command(0)->actionText().indexOf(QStringLiteral("after: set a value")),
              -1)
        << m_desk.workspace.undoStack().command(0)->actionText().toStdString();
    EXPECT_EQ(m_desk.workspace.undoStack().command(0)->text(), QStringLiteral("set a value"));
    EXPECT_FALSE(told.empty());
}
