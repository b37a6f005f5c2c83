// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "facts/wording.h"
#include "ops/transposed.h"
#include "rules/advise.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <random>

using namespace tscope;
using namespace tscope::test;

namespace {

// All that a report says, as text.
std::string told(const Report& report)
{
    std::string out = report.contract + " " + verdictText(report) + "\n";
    for (const auto& finding : report.findings) {
        out += finding.rule + " " + finding.statement + " " + std::to_string(finding.count) +
               (finding.level == Level::violation ? " violation" : " advisory") + "\n";
        for (const auto& witness : finding.witnesses) {
            out += " ";
            for (const auto& field : witness.fields)
                out += " " + std::string(field.key) + " " + text(field.value);
            if (witness.place)
                out += " at " + std::string(witness.place->member) + " " + std::to_string(witness.place->begin) +
                       ".." + std::to_string(witness.place->end);
            out += "\n";
        }
        for (const auto& other : finding.consequenceOf)
            out += "  after " + other + "\n";
    }
    for (const auto& skipped : report.skipped)
        out += "skipped " + skipped.rule + " " + skipped.because + "\n";
    for (const auto& cause : report.causes)
        out += "cause " + cause.text + "\n";
    for (const auto& misreading : report.misreadings)
        out += "misreading " + misreading.text + "\n";
    for (const auto& remark : report.remarks)
        out += "remark " + remark.text + "\n";
    for (const auto& repair : report.repairs)
        out += "repair " + repair.id + " " + repair.title + "\n";
    return out;
}

std::string toldAnew(const Tensor& tensor, const Contract& contract = defaultContract())
{
    return told(check(tensor, {.contract = &contract, .maxWitnesses = 1000}));
}

EditList setting(const Tensor& tensor, std::string_view member, std::int64_t slot, std::int64_t value)
{
    const auto element = Element::from(value, tensor.member(member).array.dtype);
    return {{SetElements{std::string(member), slot, {*element}}}};
}

class WorkspaceTest : public testing::Test
{
protected:
    const Subject& at(SubjectId id) { return *m_workspace.find(id); }
    SubjectId add(const std::string& name)
    {
        return m_workspace.add(sample(name), QString::fromStdString(name), QStringLiteral("test"));
    }

    Desk m_desk;
    Jobs& m_jobs = m_desk.jobs;
    Workspace& m_workspace = m_desk.workspace;
};

} // namespace

TEST_F(WorkspaceTest, WhatIsAddedIsChecked)
{
    QSignalSpy added(&m_workspace, &Workspace::subjectsAdded);
    QSignalSpy reported(&m_workspace, &Workspace::reportChanged);

    const auto good = add("csr"), broken = add("broken_pointer");
    EXPECT_FALSE(at(good).report);
    ASSERT_TRUE(settle(m_jobs));

    EXPECT_NE(good, broken);
    EXPECT_EQ(added.count(), 2);
    EXPECT_GE(reported.count(), 2);
    ASSERT_TRUE(at(good).report && at(broken).report);
    EXPECT_TRUE(at(good).report->valid);
    EXPECT_EQ(told(*at(broken).report), toldAnew(*at(broken).tensor));
    EXPECT_EQ(m_workspace.current(), 0);
}

TEST_F(WorkspaceTest, OfADocumentTheFirstBecomesTheCurrentOne)
{
    m_workspace.add(Document{{{"a", sample("csr")}, {"b", sample("coo")}}, {}}, QStringLiteral("two.json"));

    ASSERT_EQ(m_workspace.subjects().size(), 2U);
    EXPECT_EQ(m_workspace.currentSubject()->name, QStringLiteral("a"));
    EXPECT_EQ(m_workspace.subjects()[1].origin->title, QStringLiteral("two.json"));

    m_workspace.add(Document{}, QStringLiteral("none.json"));
    EXPECT_EQ(m_workspace.subjects().size(), 2U);
    EXPECT_EQ(m_workspace.currentSubject()->name, QStringLiteral("a"));
}

TEST_F(WorkspaceTest, TheCurrentOneFollowsARemoval)
{
    const auto a = add("csr"), b = add("coo"), c = add("bsr");
    m_workspace.setCurrent(b);
    QSignalSpy current(&m_workspace, &Workspace::currentChanged);

    m_workspace.remove(b);
    EXPECT_EQ(m_workspace.current(), c);
    m_workspace.remove(c);
    EXPECT_EQ(m_workspace.current(), a);
    m_workspace.remove(a);
    EXPECT_EQ(m_workspace.current(), 0);
    EXPECT_EQ(m_workspace.currentSubject(), nullptr);
    EXPECT_EQ(current.count(), 3);
    m_workspace.remove(a); // gone already
    EXPECT_TRUE(settle(m_jobs));
}

TEST_F(WorkspaceTest, RemovingAnotherLeavesTheCurrentOne)
{
    const auto a = add("csr"), b = add("coo");
    m_workspace.setCurrent(a);
    m_workspace.remove(b);
    EXPECT_EQ(m_workspace.current(), a);
    m_workspace.setCurrent(b);
    EXPECT_EQ(m_workspace.current(), a) << "what is gone can't be looked at";
}

TEST_F(WorkspaceTest, WhoeverHearsOfARemovalSeesItDone)
{
    const auto a = add("csr");
    add("coo");
    m_workspace.setCurrent(a);
    bool heard = false;
    QObject::connect(&m_workspace, &Workspace::currentChanged, &m_workspace, [&](SubjectId id) {
        EXPECT_EQ(m_workspace.find(a), nullptr);
        EXPECT_NE(m_workspace.find(id), nullptr);
        heard = true;
    });
    m_workspace.remove(a);
    EXPECT_TRUE(heard);
}

TEST_F(WorkspaceTest, RemovedWhileItIsCheckedIsForgotten)
{
    const auto id = m_workspace.add(oddTensor("many_csr"), QStringLiteral("many"), {});
    m_workspace.remove(id);
    EXPECT_TRUE(settle(m_jobs));
    EXPECT_TRUE(m_workspace.subjects().empty());
}

TEST_F(WorkspaceTest, ClearRemovesAllAndSaysSo)
{
    add("csr");
    add("coo");
    m_workspace.setCurrent(m_workspace.subjects().front().id);
    QSignalSpy removed(&m_workspace, &Workspace::subjectsRemoved);
    m_workspace.clear();
    ASSERT_EQ(removed.count(), 1);
    EXPECT_EQ(removed[0][0].value<std::vector<SubjectId>>().size(), 2U);
    EXPECT_EQ(m_workspace.current(), 0);
}

TEST_F(WorkspaceTest, WhatComesOrGoesTogetherIsToldOnceInOrder)
{
    std::vector<std::vector<SubjectId>> added, removed;
    QObject::connect(&m_workspace, &Workspace::subjectsAdded, &m_workspace, [&](const auto& ids) {
        added.push_back(ids);
        for (const auto id : ids)
            EXPECT_NE(m_workspace.find(id), nullptr);
    });
    QObject::connect(&m_workspace, &Workspace::subjectsRemoved, &m_workspace,
                     [&](const auto& ids) { removed.push_back(ids); });
    m_workspace.make(
        {{"a", sample("csr")}, {"b", sample("broken_pointer")}, {"c", sample("coo")}, {"d", sample("bsr")}},
        QStringLiteral("test"));
    ASSERT_TRUE(settle(m_jobs));
    ASSERT_EQ(added.size(), 1U);
    const auto ids = added[0];
    ASSERT_EQ(ids.size(), 4U);
    ASSERT_TRUE(at(ids[1]).report);
    EXPECT_FALSE(at(ids[1]).report->valid);

    const std::vector some{ids[1], ids[2]};
    m_workspace.remove({ids[2], ids[1]}, QStringLiteral("remove"));
    ASSERT_EQ(removed.size(), 1U);
    EXPECT_EQ(removed[0], some);
    // They come back between the others; what is known of them by then has to be under the contract of that time.
    m_workspace.setContract(**contractNamed("scipy"));
    m_workspace.undoStack().undo();
    ASSERT_EQ(added.size(), 2U);
    EXPECT_EQ(added[1], some);
    std::vector<SubjectId> all;
    for (const auto& subject : m_workspace.subjects())
        all.push_back(subject.id);
    EXPECT_EQ(all, ids);
    ASSERT_TRUE(settle(m_jobs));
    for (const auto id : ids)
        EXPECT_EQ(at(id).report->contract, "scipy");
    m_workspace.undoStack().undo();
    ASSERT_EQ(removed.size(), 2U);
    EXPECT_EQ(removed[1], ids);
}

TEST_F(WorkspaceTest, ARenameIsToldOnce)
{
    const auto id = add("csr");
    QSignalSpy changed(&m_workspace, &Workspace::subjectChanged);
    m_workspace.rename(id, QStringLiteral("weights"));
    m_workspace.rename(id, QStringLiteral("weights"));
    m_workspace.rename(999, QStringLiteral("nobody"));
    EXPECT_EQ(at(id).name, QStringLiteral("weights"));
    EXPECT_EQ(changed.count(), 1);
}

TEST_F(WorkspaceTest, ADuplicateIsATensorOfItsOwn)
{
    const auto id = m_desk.show(sample("csr"), "a");
    const auto copy = m_workspace.duplicate(id);
    ASSERT_TRUE(settle(m_jobs));

    EXPECT_EQ(m_workspace.current(), copy);
    EXPECT_NE(at(copy).name, at(id).name);
    ASSERT_TRUE(m_workspace.edit(copy, setting(*at(copy).tensor, "compressed", 1, 50), QStringLiteral("break")));
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_FALSE(at(copy).report->valid);
    EXPECT_TRUE(at(id).report->valid);
    EXPECT_EQ(m_workspace.duplicate(999), 0);
}

TEST_F(WorkspaceTest, AnEditIsOneStepThatCanBeTakenBack)
{
    const auto id = m_desk.show(sample("csr"));
    const auto before = at(id).tensor;

    ASSERT_TRUE(m_workspace.edit(id, setting(*before, "compressed", 1, 50), QStringLiteral("break it")));
    EXPECT_FALSE(at(id).report) << "the report of another tensor is none";
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(at(id).tensor->member("compressed").array.at(1).asIndex(), 50);
    EXPECT_EQ(before->member("compressed").array.at(1).asIndex(),
              sample("csr").member("compressed").array.at(1).asIndex());
    EXPECT_EQ(told(*at(id).report), toldAnew(*at(id).tensor));
    EXPECT_FALSE(at(id).report->valid);
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("t: break it"));

    m_workspace.undoStack().undo();
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(at(id).tensor, before);
    EXPECT_EQ(told(*at(id).report), toldAnew(*before));

    m_workspace.undoStack().redo();
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(told(*at(id).report), toldAnew(*at(id).tensor));
    EXPECT_FALSE(at(id).report->valid);
}

TEST_F(WorkspaceTest, AnEditThatCantBeDoneIsToldAndChangesNothing)
{
    const auto id = m_desk.show(sample("csr"));
    const auto before = at(id).tensor;

    const auto done = m_workspace.edit(id, setting(*before, "compressed", 1000, 1), QStringLiteral("x"));

    ASSERT_FALSE(done);
    EXPECT_FALSE(done.error().text.empty());
    EXPECT_EQ(at(id).tensor, before);
    EXPECT_TRUE(at(id).report);
    EXPECT_EQ(m_workspace.undoStack().count(), 0);
    EXPECT_FALSE(m_workspace.edit(999, {}, QStringLiteral("x")));
}

TEST_F(WorkspaceTest, ReplacingByAnotherLayoutIsOneStepToo)
{
    const auto id = m_desk.show(sample("csr"));
    m_workspace.replace(id, sample("broken_pointer"), QStringLiteral("replace"));
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(told(*at(id).report), toldAnew(sample("broken_pointer")));
    m_workspace.undoStack().undo();
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(told(*at(id).report), toldAnew(sample("csr")));
}

TEST_F(WorkspaceTest, ARemovalCanBeUndoneAndSoCanWhatWasDoneBefore)
{
    const auto first = m_desk.show(sample("coo"), "first"), id = m_desk.show(sample("csr"), "second"),
               last = m_desk.show(sample("bsr"), "last");
    const auto untouched = at(id).tensor;
    ASSERT_TRUE(m_workspace.edit(id, setting(*at(id).tensor, "plain", 0, 1), QStringLiteral("x")));
    const auto edited = at(id).tensor;
    m_workspace.remove(id);
    EXPECT_EQ(m_workspace.find(id), nullptr);
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("remove second"));
    m_workspace.undoStack().undo();
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(at(id).tensor, edited);
    EXPECT_TRUE(at(id).report);
    EXPECT_EQ(m_workspace.current(), id);
    std::vector<SubjectId> order;
    for (const auto& subject : m_workspace.subjects())
        order.push_back(subject.id);
    EXPECT_EQ(order, (std::vector{first, id, last}));
    m_workspace.undoStack().undo();
    EXPECT_EQ(at(id).tensor, untouched);
    m_workspace.undoStack().redo();
    m_workspace.undoStack().redo();
    EXPECT_EQ(m_workspace.find(id), nullptr);
    EXPECT_TRUE(settle(m_jobs));
}

TEST_F(WorkspaceTest, AClearedWorkspaceHasNothingToUndo)
{
    const auto id = m_desk.show(sample("csr"));
    ASSERT_TRUE(m_workspace.edit(id, setting(*at(id).tensor, "plain", 0, 1), QStringLiteral("x")));
    m_workspace.clear();
    EXPECT_FALSE(m_workspace.undoStack().canUndo());
    EXPECT_TRUE(settle(m_jobs));
}

TEST_F(WorkspaceTest, AnotherContractIsAskedOfAll)
{
    const auto a = m_desk.show(sample("csr")), b = m_desk.show(sample("broken_pointer")),
               c = m_desk.show(sample("nested"));
    for (const auto& contract : contracts()) {
        m_workspace.setContract(contract);
        ASSERT_TRUE(settle(m_jobs));
        for (const auto id : {a, b, c})
            EXPECT_EQ(told(*at(id).report), toldAnew(*at(id).tensor, contract));
    }
}

TEST_F(WorkspaceTest, AnEditUnderAnotherContractIsCheckedUnderThat)
{
    const auto id = m_desk.show(sample("csr"));
    const auto& scipy = **contractNamed("scipy");
    m_workspace.setContract(scipy);
    ASSERT_TRUE(m_workspace.edit(id, setting(*at(id).tensor, "plain", 0, 77), QStringLiteral("x")));
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(told(*at(id).report), toldAnew(*at(id).tensor, scipy));
}

// Continuing from the last report says the same as looking at everything anew, however fast edits follow.
TEST_F(WorkspaceTest, ReportsAfterEditsEqualThoseOfACheckAnew)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (const auto* name : {"csr", "csc", "bsr", "coo", "nested", "jagged", "broken_pointer"}) {
        SCOPED_TRACE(name);
        const auto id = m_desk.show(sample(name), name);
        for (int step = 0; step < 25; ++step) {
            const auto& tensor = *at(id).tensor;
            const auto& member = tensor.members[random() % tensor.members.size()];
            const auto count = numel(member.array.geometry).value_or(0);
            if (random() % 4 == 0 && m_workspace.undoStack().canUndo())
                m_workspace.undoStack().undo();
            else if (random() % 4 == 0 && m_workspace.undoStack().canRedo())
                m_workspace.undoStack().redo();
            else if (count > 0) {
                const auto slot = static_cast<std::int64_t>(random()) % count;
                const auto value = static_cast<std::int64_t>(random() % 9) - 2;
                ASSERT_TRUE(m_workspace.edit(id, setting(tensor, member.role->name, slot, value),
                                             QStringLiteral("random")));
            }
            if (random() % 2 == 0) // else the next edit comes while the last one is checked
                settle(m_jobs);
        }
        ASSERT_TRUE(settle(m_jobs));
        EXPECT_EQ(told(*at(id).report), toldAnew(*at(id).tensor));
        m_workspace.undoStack().clear();
    }
}

TEST_F(WorkspaceTest, WhatIsMadeIsAddedAsOneStep)
{
    const auto first = m_desk.show(sample("csr"), "first");
    m_workspace.make({{"a", sample("coo")}, {"b", sample("bsr")}}, QStringLiteral("made"));
    ASSERT_TRUE(settle(m_jobs));
    ASSERT_EQ(m_workspace.subjects().size(), 3U);
    EXPECT_EQ(m_workspace.currentSubject()->name, QStringLiteral("a"));
    EXPECT_TRUE(m_workspace.currentSubject()->report);
    const auto made = m_workspace.current();
    ASSERT_TRUE(m_workspace.edit(made, setting(*at(made).tensor, "indices", 0, 1), QStringLiteral("x")));

    m_workspace.undoStack().undo();
    m_workspace.undoStack().undo();
    ASSERT_TRUE(settle(m_jobs));
    ASSERT_EQ(m_workspace.subjects().size(), 1U);
    EXPECT_EQ(m_workspace.current(), first);
    EXPECT_FALSE(m_workspace.undoStack().canUndo());
    m_workspace.undoStack().redo();
    m_workspace.undoStack().redo();
    ASSERT_TRUE(settle(m_jobs));
    EXPECT_EQ(m_workspace.subjects().size(), 3U);
    EXPECT_EQ(at(made).tensor->member("indices").array.at(0).asIndex(), 1);
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("a: x"));
    m_workspace.make({}, QStringLiteral("nothing"));
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("a: x"));
}

TEST_F(WorkspaceTest, ARenamingCanBeUndone)
{
    const auto id = m_desk.show(sample("csr"), "before");
    m_workspace.rename(id, QStringLiteral("after\nall"));
    EXPECT_EQ(at(id).name, QStringLiteral("after\nall"));
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("rename before to after all"));
    QSignalSpy changed(&m_workspace, &Workspace::subjectChanged);
    m_workspace.undoStack().undo();
    EXPECT_EQ(at(id).name, QStringLiteral("before"));
    EXPECT_EQ(changed.count(), 1);
    m_workspace.undoStack().redo();
    EXPECT_EQ(at(id).name, QStringLiteral("after\nall"));
    m_workspace.rename(id, QStringLiteral("after\nall"));
    m_workspace.rename(999, QStringLiteral("nobody"));
    EXPECT_EQ(m_workspace.undoStack().count(), 1) << "nothing was done";
    // What comes back has the name it went with.
    m_workspace.remove(id);
    m_workspace.undoStack().undo();
    EXPECT_EQ(at(id).name, QStringLiteral("after\nall"));
}

TEST_F(WorkspaceTest, APasteAndACopyCanBeUndone)
{
    m_workspace.paste({{{"a", sample("csr")}, {"b", sample("coo")}}, {}, {{"comment", "of both"}}},
                      QStringLiteral("pasted"));
    ASSERT_EQ(m_workspace.subjects().size(), 2U);
    EXPECT_EQ(m_workspace.currentSubject()->name, QStringLiteral("a"));
    EXPECT_EQ(m_workspace.subjects()[0].origin, m_workspace.subjects()[1].origin);
    EXPECT_EQ(m_workspace.subjects()[1].origin->others.size(), 1U);
    m_workspace.undoStack().undo();
    EXPECT_TRUE(m_workspace.subjects().empty());
    m_workspace.undoStack().redo();
    ASSERT_EQ(m_workspace.subjects().size(), 2U);
    m_workspace.paste({{{"c", sample("csr")}}, {}}, QStringLiteral("pasted"));
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("paste c"));
    const auto copy = m_workspace.duplicate(m_workspace.current());
    EXPECT_EQ(m_workspace.current(), copy);
    EXPECT_EQ(at(copy).tensor->members[0].array.storage->data(),
              m_workspace.subjects()[2].tensor->members[0].array.storage->data())
        << "no byte is copied before it is written";
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("duplicate c"));
    m_workspace.undoStack().undo();
    EXPECT_EQ(m_workspace.find(copy), nullptr);
    m_workspace.paste({}, QStringLiteral("nothing"));
    EXPECT_EQ(m_workspace.subjects().size(), 3U);
}

TEST_F(WorkspaceTest, PastesWithoutANameAreNumbered)
{
    for (int i = 0; i < 3; ++i)
        m_workspace.paste({{{"", sample("csr")}}, {}}, QStringLiteral("pasted"));
    ASSERT_EQ(m_workspace.subjects().size(), 3U);
    EXPECT_EQ(m_workspace.subjects()[0].name, QStringLiteral("pasted"));
    EXPECT_EQ(m_workspace.subjects()[1].name, QStringLiteral("pasted 2"));
    EXPECT_EQ(m_workspace.subjects()[2].name, QStringLiteral("pasted 3"));
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("paste a tensor"));
}

TEST_F(WorkspaceTest, ManyAreRemovedAtOnceAndTheNextThatStaysIsLookedAt)
{
    std::vector<SubjectId> ids;
    for (const auto* name : {"csr", "coo", "bsr", "bsc", "csc"})
        ids.push_back(add(name));
    m_workspace.setCurrent(ids[1]);
    m_workspace.remove({ids[2], ids[0], ids[1], 999}, QStringLiteral("three"));
    EXPECT_EQ(m_workspace.subjects().size(), 2U);
    EXPECT_EQ(m_workspace.current(), ids[3]);
    EXPECT_EQ(m_workspace.undoStack().undoText(), QStringLiteral("three"));
    m_workspace.undoStack().undo();
    std::vector<SubjectId> now;
    for (const auto& subject : m_workspace.subjects())
        now.push_back(subject.id);
    EXPECT_EQ(now, ids);
    m_workspace.setCurrent(ids[4]);
    m_workspace.remove({ids[3], ids[4]}, QStringLiteral("the last"));
    EXPECT_EQ(m_workspace.current(), ids[2]);
    EXPECT_EQ(m_workspace.positionOf(ids[2]), 2);
    EXPECT_EQ(m_workspace.positionOf(ids[4]), 3) << "their number";
    ASSERT_TRUE(settle(m_jobs));
}

namespace {

double numberAt(const Workspace& workspace, SubjectId id, std::int64_t position)
{
    return std::get<double>(workspace.find(id)->tensor->member("values").array.at(position).number());
}

} // namespace

// x[1, 2] is element 5 of the storage, which is (2, 1) of the transposed one.
TEST(Workspace, WhatIsWrittenIntoAViewIsWrittenIntoAllThatShareItsBytes)
{
    Desk desk;
    auto& workspace = desk.workspace;
    const auto x = tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"float64","shape":[2,3],
                                "data":[0,1,2,3,4,5]}}})");
    const auto turned = transposed(x)->tensors.front();
    workspace.make({{"x", x}}, {});
    const auto first = workspace.current();
    workspace.make({{"turned", turned}}, {});
    const auto view = workspace.current();
    const auto copy = workspace.duplicate(first);
    settle(desk.jobs);
    ASSERT_EQ(numberAt(workspace, view, 5), 5);

    const auto steps = workspace.undoStack().count();
    const EditList edits{{SetElements{"values", 5, {*Element::from(99.0, ElementType::f64)}}}};
    ASSERT_TRUE(workspace.edit(first, edits, QStringLiteral("values[5] = 99")));
    settle(desk.jobs);
    EXPECT_EQ(numberAt(workspace, first, 5), 99);
    EXPECT_EQ(numberAt(workspace, view, 5), 99);
    EXPECT_EQ(workspace.find(first)->tensor->member("values").array.storage,
              workspace.find(view)->tensor->member("values").array.storage);
    EXPECT_EQ(numberAt(workspace, copy, 5), 5) << "a duplicate is another tensor from then on";
    EXPECT_EQ(workspace.undoStack().count(), steps + 1);
    EXPECT_TRUE(workspace.find(view)->report && workspace.find(view)->report->valid);
    workspace.undoStack().undo();
    EXPECT_EQ(numberAt(workspace, first, 5), 5);
    EXPECT_EQ(numberAt(workspace, view, 5), 5);

    // The other way: the turned view steps through the bytes in another order.
    const EditList throughView{{SetElements{"values", 1, {*Element::from(77.0, ElementType::f64)}}}};
    ASSERT_TRUE(workspace.edit(view, throughView, QStringLiteral("values[1] = 77")));
    settle(desk.jobs);
    EXPECT_EQ(numberAt(workspace, view, 1), 77);
    EXPECT_EQ(numberAt(workspace, first, 3), 77) << "(0, 1) of the view is (1, 0)";
    EXPECT_EQ(numberAt(workspace, copy, 3), 3) << "the duplicate is no view";
}

TEST(Workspace, WhatIsWrittenIntoAViewDoesNotReachADuplicate)
{
    Desk desk;
    auto& workspace = desk.workspace;
    const auto x = tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"float64","shape":[2,3],
                                "data":[0,1,2,3,4,5]}}})");
    workspace.make({{"x", x}}, {});
    const auto first = workspace.current();
    const auto viewOf = [&](SubjectId id) {
        workspace.make({{"turned", transposed(*workspace.find(id)->tensor)->tensors.front()}}, {});
        return workspace.current();
    };
    const auto view = viewOf(first);
    const auto copy = workspace.duplicate(first), viewOfCopy = viewOf(copy);
    settle(desk.jobs);
    const auto write = [&](SubjectId id, std::int64_t position, double number) {
        const EditList edits{{SetElements{"values", position, {*Element::from(number, ElementType::f64)}}}};
        ASSERT_TRUE(workspace.edit(id, edits, QStringLiteral("write")));
        settle(desk.jobs);
    };

    // The first write of all goes through the view: nobody has edited the duplicate yet.
    write(view, 5, 99);
    EXPECT_EQ(numberAt(workspace, first, 5), 99);
    EXPECT_EQ(numberAt(workspace, copy, 5), 5);
    EXPECT_EQ(numberAt(workspace, viewOfCopy, 5), 5);
    write(viewOfCopy, 5, 44);
    EXPECT_EQ(numberAt(workspace, copy, 5), 44);
    EXPECT_EQ(numberAt(workspace, first, 5), 99);
    EXPECT_EQ(numberAt(workspace, view, 5), 99);
    workspace.undoStack().undo();
    workspace.undoStack().undo();
    EXPECT_EQ(numberAt(workspace, first, 5), 5);
    EXPECT_EQ(numberAt(workspace, copy, 5), 5);
}

// Turned twice a tensor is read as it was, and still lies in the same storage.
TEST(Workspace, WhatIsWrittenIntoAViewReachesOneThatReadsTheSameWay)
{
    Desk desk;
    auto& workspace = desk.workspace;
    const auto x = tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"float64","shape":[2,2],
                                "data":[0,1,2,3]}}})");
    const auto twice = transposed(transposed(x)->tensors.front())->tensors.front();
    workspace.make({{"x", x}, {"twice", twice}}, {});
    const auto first = workspace.subjects()[0].id, second = workspace.subjects()[1].id;
    settle(desk.jobs);
    const EditList edits{{SetElements{"values", 1, {*Element::from(8.0, ElementType::f64)}}}};
    ASSERT_TRUE(workspace.edit(first, edits, QStringLiteral("write")));
    EXPECT_EQ(numberAt(workspace, second, 1), 8);
    settle(desk.jobs);
}
