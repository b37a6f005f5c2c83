// SPDX-License-Identifier: GPL-3.0-or-later
#include "make/faults.h"
#include "make/generators.h"
#include "make/make_options.h"
#include "ops/transform.h"
#include "rules/check.h"
#include "widgets/build/shown_dialog.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>

#include <gtest/gtest.h>

namespace tscope {

namespace {

using test::sample;
using test::ShownDialog;
using test::written;

Tensor transposed(const Tensor& tensor)
{
    return transform(tensor, *parseSteps("transpose(0,1)"))->tensors.front();
}

Tensor matrix()
{
    return test::tensorOf(R"({"layout":"strided","members":{"values":[[1,2,3],[4,5,6]]}})");
}

TEST(GeneratePage, MakesWhatTheCoreMakesOfTheSameSpec)
{
    ShownDialog shown("generate");
    auto& layout = shown.child<QComboBox>("layout");
    while (layout.currentText() != QStringLiteral("bsr"))
        shown.press(layout, Qt::Key_Down);
    shown.type(shown.child<QLineEdit>("size"), "6, 9");
    shown.type(shown.child<QLineEdit>("blocksize"), "2x3");
    shown.type(shown.child<QLineEdit>("nnz"), "4");
    shown.type(shown.child<QLineEdit>("dtype"), "i16");
    shown.type(shown.child<QLineEdit>("seed"), "99");

    MakeSpec spec;
    spec.layout = "bsr";
    spec.size = {6, 9};
    spec.blocksize = {2, 3};
    spec.nnz = 4;
    spec.dtype = ElementType::i16;
    spec.seed = 99;
    EXPECT_EQ(written(shown.added()), written(*makeTensorOf(spec)));
    EXPECT_EQ(shown.label("notes"),
              "tscope make random OUT --layout bsr --size 6,9 --nnz 4 --blocksize 2,3 --dtype int16 --seed 99");
}

TEST(GeneratePage, ShowsTheFieldsThatMeanSomething)
{
    ShownDialog shown("generate");
    EXPECT_FALSE(shown.child<QLineEdit>("blocksize").isVisible());
    EXPECT_FALSE(shown.child<QLineEdit>("bandwidth").isVisible());

    shown.child<QComboBox>("kind").setCurrentText(QStringLiteral("banded"));
    EXPECT_TRUE(shown.child<QLineEdit>("bandwidth").isVisible());
    EXPECT_FALSE(shown.child<QLineEdit>("nnz").isVisible());

    shown.child<QComboBox>("layout").setCurrentText(QStringLiteral("nested"));
    EXPECT_EQ(shown.child<QComboBox>("kind").findText(QStringLiteral("banded")), -1);
    test::settle(shown.desk.jobs);
    EXPECT_TRUE(shown.add().isEnabled());
}

// Whichever fields were shown before.
TEST(GeneratePage, EachFieldThatIsShownHasItsHeight)
{
    ShownDialog shown("generate");
    auto& kind = shown.child<QComboBox>("kind");
    auto& layout = shown.child<QComboBox>("layout");
    const auto expectHeights = [&] {
        test::settle(shown.desk.jobs);
        for (const auto& option : makeOptions())
            if (const auto& field = shown.child<QLineEdit>(std::string(option.name).c_str()); field.isVisible()) {
                EXPECT_GE(field.height(), field.minimumSizeHint().height())
                    << option.name << " of " << kind.currentText().toStdString() << ' '
                    << layout.currentText().toStdString();
            }
    };
    for (const auto* each : {"banded", "random", "blocks", "banded", "blocks", "powerlaw", "blocks"}) {
        kind.setFocus();
        const auto step =
            kind.findText(QString::fromLatin1(each)) < kind.currentIndex() ? Qt::Key_Up : Qt::Key_Down;
        while (kind.currentText() != QString::fromLatin1(each))
            shown.press(kind, step);
        expectHeights();
    }
    EXPECT_TRUE(shown.child<QLineEdit>("blocksize").isVisible());
    for (const auto* each : {"bsc", "bsr", "csr", "bsr"}) {
        layout.setCurrentText(QString::fromLatin1(each));
        expectHeights();
    }
}

TEST(GeneratePage, TakesTheLengthsOfComponentsAndSpellsTypesOut)
{
    ShownDialog shown("generate");
    EXPECT_FALSE(shown.child<QLineEdit>("lengths").isVisible()) << "csr has no components";
    EXPECT_EQ(shown.child<QLineEdit>("dtype").text(), QStringLiteral("float32"));
    EXPECT_EQ(shown.child<QLineEdit>("index-dtype").text(), QStringLiteral("int64"));
    shown.child<QComboBox>("layout").setCurrentText(QStringLiteral("jagged"));
    shown.type(shown.child<QLineEdit>("lengths"), "3, 1, 4");
    const auto made = shown.added();
    EXPECT_EQ(made.member("values").array.geometry.sizes, Extents({8}));
    EXPECT_EQ(made.member("offsets").array.at(2).asIndex(), 4);
}

TEST(GeneratePage, TellsTheRulesThatTheTypesBreak)
{
    ShownDialog shown("generate");
    shown.child<QComboBox>("layout").setCurrentText(QStringLiteral("coo"));
    shown.type(shown.child<QLineEdit>("index-dtype"), "i32");
    EXPECT_NE(shown.label("notes").find("rule COO-1.1 is broken in 1 place"), std::string::npos)
        << shown.label("notes");
    shown.type(shown.child<QLineEdit>("index-dtype"), "i64");
    EXPECT_EQ(shown.label("notes").find("is broken"), std::string::npos) << shown.label("notes");
}

TEST(GeneratePage, SaysWhatIsWrong)
{
    ShownDialog shown("generate");

    shown.type(shown.child<QLineEdit>("size"), "6,x");
    EXPECT_EQ(shown.label("error").substr(0, 6), "Size: ");
    shown.type(shown.child<QLineEdit>("size"), "1000000000000,1000000000000");
    EXPECT_FALSE(shown.label("error").empty());
    EXPECT_FALSE(shown.add().isEnabled());
    shown.child<QComboBox>("layout").setCurrentText(QStringLiteral("bsr"));
    shown.type(shown.child<QLineEdit>("size"), "4,5");
    EXPECT_NE(shown.label("error").find("a block can have 1, 2 or 4 rows and 1 or 5 columns"), std::string::npos)
        << shown.label("error");
}

TEST(PastePage, WhatIsStillMissingIsAHintAndNoError)
{
    ShownDialog shown("paste");
    const auto& palette = Palette::of(Theme::light);
    const auto ink = [&] { return shown.child<QLabel>("error").palette().color(QPalette::WindowText); };
    EXPECT_FALSE(shown.label("error").empty());
    EXPECT_EQ(ink(), palette[Ink::faintText]);

    shown.child<QPlainTextEdit>("text").setPlainText(QStringLiteral("what is this"));
    test::settle(shown.desk.jobs);
    EXPECT_EQ(ink(), palette[Ink::error]);
}

TEST(ArraysPage, FindsTheRolesOfTickedMembers)
{
    const auto csr = sample("csr");
    ShownDialog shown("arrays", {csr});
    auto& arrays = shown.child<QListWidget>("arrays");
    ASSERT_EQ(arrays.count(), 3);
    EXPECT_FALSE(shown.add().isEnabled());

    arrays.setFocus();
    for (int row = 0; row < 3; ++row) {
        arrays.setCurrentRow(row);
        shown.press(arrays, Qt::Key_Space);
    }

    EXPECT_EQ(shown.child<QListWidget>("readings").item(0)->text().left(4), QStringLiteral("csr:"));
    EXPECT_EQ(shown.label("verdict"), "\u2713 valid under pytorch");
    const auto& tensor = shown.added();
    EXPECT_EQ(tensor.layout->name, "csr");
    for (const auto& member : csr.members)
        EXPECT_EQ(tensor.member(member.role->name).array.storage, member.array.storage); // nothing is copied
}

TEST(ArraysPage, TheUserKnowsBetter)
{
    ShownDialog shown("arrays", {sample("csr")});
    auto& arrays = shown.child<QListWidget>("arrays");
    for (int row = 0; row < 3; ++row)
        arrays.item(row)->setCheckState(Qt::Checked);
    test::settle(shown.desk.jobs);

    shown.child<QComboBox>("layout").setCurrentText(QStringLiteral("csc"));
    test::settle(shown.desk.jobs);
    EXPECT_EQ(shown.label("summary").substr(0, 3), "csc");

    // A role twice is no tensor.
    shown.child<QComboBox>("role 0").setCurrentIndex(1);
    test::settle(shown.desk.jobs);
    EXPECT_FALSE(shown.label("error").empty());
    EXPECT_FALSE(shown.add().isEnabled());

    // The others follow.
    shown.child<QComboBox>("role 1").setCurrentIndex(0);
    test::settle(shown.desk.jobs);
    EXPECT_EQ(shown.label("error"), "");
    EXPECT_EQ(shown.added().member("plain").as,
              "t0/" + (shown.desk.workspace.subjects()[0].tensor->members[0].as.empty()
                           ? std::string("compressed")
                           : shown.desk.workspace.subjects()[0].tensor->members[0].as));
}

TEST(ArraysPage, TellsBothSizesWhereTheyDiffer)
{
    // Two entries of one column in the one row: two formulas, two sizes.
    ShownDialog shown("arrays", {test::tensorOf(R"({"layout":"csr","size":[1,9],"members":
        {"compressed":[0,3],"plain":[0,0,1],"values":[1,2,3]}})")});
    auto& arrays = shown.child<QListWidget>("arrays");
    for (int row = 0; row < 3; ++row)
        arrays.item(row)->setCheckState(Qt::Checked);
    test::settle(shown.desk.jobs);

    EXPECT_NE(shown.label("notes").find("The members tell the size (1, 2)."), std::string::npos)
        << shown.label("notes");
    EXPECT_NE(shown.label("notes").find("the published one (1, 3)"), std::string::npos) << shown.label("notes");

    shown.type(shown.child<QLineEdit>("size"), "(1, 9)");
    EXPECT_EQ(shown.added().size, (Extents{1, 9}));
}

TEST(ArraysPage, ArraysThatFitNoLayoutAreToldSo)
{
    ShownDialog shown("arrays", {sample("csr"), sample("coo")});
    auto& arrays = shown.child<QListWidget>("arrays");
    for (int row = 0; row < arrays.count(); ++row)
        arrays.item(row)->setCheckState(Qt::Checked);
    test::settle(shown.desk.jobs);

    EXPECT_EQ(shown.child<QListWidget>("readings").item(0)->text().left(9), QStringLiteral("No layout"));
    EXPECT_FALSE(shown.add().isEnabled());
}

TEST(ArraysPage, FollowsTheWorkspace)
{
    ShownDialog shown("arrays", {sample("csr")});
    auto& arrays = shown.child<QListWidget>("arrays");
    arrays.item(0)->setCheckState(Qt::Checked);

    shown.desk.show(matrix(), "m");
    EXPECT_EQ(arrays.count(), 4);
    EXPECT_EQ(arrays.item(0)->checkState(), Qt::Checked);

    shown.desk.workspace.clear();
    test::settle(shown.desk.jobs);
    EXPECT_EQ(arrays.count(), 0);
    EXPECT_FALSE(shown.add().isEnabled());
}

TEST(TransformPage, SaysWhatIsAViewAndWhatIsCopiedAndWhy)
{
    ShownDialog shown("transform", {matrix()});
    auto& chain = shown.child<QLineEdit>("chain");

    shown.type(chain, "permute(1,0)");
    EXPECT_EQ(shown.label("notes"), "permute((1, 0)): view, 0 bytes moved");
    EXPECT_EQ(shown.child<QLineEdit>("pytorch").text(), QStringLiteral("x.permute((1, 0))"));

    shown.type(chain, "permute(1,0).reshape(6)");
    EXPECT_NE(shown.label("notes").find("copy, 24 bytes moved, as "), std::string::npos) << shown.label("notes");
    EXPECT_EQ(written(shown.added()),
              written(transform(matrix(), *parseSteps("permute(1,0).reshape(6)"))->tensors.front()));

    EXPECT_EQ(shown.child<QLineEdit>("name").placeholderText(), QStringLiteral("view of t0"));
    shown.type(chain, "permute(1,0).contiguous()");
    EXPECT_EQ(shown.child<QLineEdit>("name").placeholderText(), QStringLiteral("copy of t0"));

    shown.type(chain, "permute(1,0).view(6)");
    EXPECT_NE(shown.label("error").find("stride"), std::string::npos) << shown.label("error");
    EXPECT_FALSE(shown.add().isEnabled());
}

TEST(TransformPage, TellsTheStepThatLeavesTheStorage)
{
    ShownDialog shown("transform", {matrix()});
    auto& chain = shown.child<QLineEdit>("chain");
    shown.type(chain, "as_strided((2,2),(100,1),0)");
    EXPECT_NE(shown.label("notes").find("leaves the storage of values"), std::string::npos)
        << shown.label("notes");
    shown.type(chain, "as_strided((2,2),(1,1),0)");
    EXPECT_EQ(shown.label("notes").find("leaves the storage"), std::string::npos) << shown.label("notes");
}

TEST(TransformPage, AppendsStepsByKeyboard)
{
    ShownDialog shown("transform", {matrix()});
    auto& operation = shown.child<QComboBox>("operation");
    operation.setCurrentText(QStringLiteral("narrow"));
    shown.type(shown.child<QLineEdit>("dim"), "1");
    shown.type(shown.child<QLineEdit>("start"), "0");
    shown.type(shown.child<QLineEdit>("length"), "2");

    const auto before = shown.desk.workspace.subjects().size();
    shown.press(shown.child<QLineEdit>("length"), Qt::Key_Return);
    EXPECT_EQ(shown.child<QLineEdit>("chain").text(), QStringLiteral("narrow(1, 0, 2)"));
    EXPECT_EQ(shown.desk.workspace.subjects().size(), before); // the default button was not pressed

    operation.setCurrentText(QStringLiteral("permute"));
    shown.type(shown.child<QLineEdit>("dims"), "1,0");
    shown.click(shown.child<QPushButton>("append"));
    EXPECT_EQ(shown.child<QLineEdit>("chain").text(), QStringLiteral("narrow(1, 0, 2).permute((1, 0))"));

    shown.click(shown.child<QPushButton>("back"));
    EXPECT_EQ(shown.child<QLineEdit>("chain").text(), QStringLiteral("narrow(1, 0, 2)"));

    shown.type(shown.child<QLineEdit>("dims"), "x");
    shown.click(shown.child<QPushButton>("append"));
    EXPECT_FALSE(shown.label("problem").empty());
    shown.press(shown.child<QLineEdit>("dims"), Qt::Key_Return);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), before);
}

TEST(TransformPage, OffersTheOperationsOfTheLayoutThatIsThereNow)
{
    ShownDialog shown("transform", {sample("nested")});
    auto& operation = shown.child<QComboBox>("operation");
    EXPECT_EQ(operation.findText(QStringLiteral("permute")), -1);

    shown.type(shown.child<QLineEdit>("chain"), "to_padded(0)");
    EXPECT_NE(operation.findText(QStringLiteral("permute")), -1);
    EXPECT_EQ(operation.findText(QStringLiteral("to_padded")), -1);
}

TEST(TransformPage, AnErrorInTheChainIsGoneTo)
{
    ShownDialog shown("transform", {matrix()});
    auto& chain = shown.child<QLineEdit>("chain");
    shown.type(chain, "permute(1,0).frobnicate()");

    shown.click(shown.child<QPushButton>("go to error"));

    EXPECT_EQ(chain.cursorPosition(), 13);
}

TEST(TransformPage, FollowsItsTensor)
{
    ShownDialog shown("transform", {matrix(), sample("csr")});
    auto& subject = shown.child<QComboBox>("subject");
    EXPECT_EQ(subject.currentText(), QStringLiteral("t1")); // the current one
    shown.press(subject, Qt::Key_Up);
    shown.type(shown.child<QLineEdit>("chain"), "flatten()");
    EXPECT_EQ(shown.label("summary").substr(0, 12), "strided (6,)");

    const auto id = shown.desk.workspace.subjects()[0].id;
    shown.desk.workspace.replace(id, transposed(matrix()), QStringLiteral("edit"));
    test::settle(shown.desk.jobs);
    EXPECT_NE(shown.label("notes").find("copy"), std::string::npos);

    shown.desk.workspace.remove(id);
    test::settle(shown.desk.jobs);
    EXPECT_FALSE(shown.label("error").empty()); // csr has no flatten
    shown.desk.workspace.clear();
    test::settle(shown.desk.jobs);
    EXPECT_FALSE(shown.add().isEnabled());
}

TEST(FaultPage, BreaksTheChosenRuleInACopy)
{
    const auto csr = sample("csr");
    ShownDialog shown("fault", {csr});
    auto& rules = shown.child<QListWidget>("rules");
    const auto planted = plantableRules(*csr.layout);
    ASSERT_EQ(static_cast<std::size_t>(rules.count()), planted.size());

    int broken = 0;
    for (int row = 0; row < rules.count(); ++row) {
        const auto rule = rules.item(row)->data(Qt::UserRole).toString().toStdString();
        const bool isPossible = bool(plant(csr, rule));
        ASSERT_EQ(rules.item(row)->flags().testFlag(Qt::ItemIsEnabled), isPossible) << rule;
        if (!isPossible || broken == 3)
            continue;
        ++broken;
        rules.setCurrentRow(row);
        test::settle(shown.desk.jobs);
        EXPECT_EQ(shown.label("notes").substr(0, 8 + rule.size()), "Broken: " + rule);
        EXPECT_EQ(written(shown.added()), written(*plant(csr, rule)));
        EXPECT_EQ(written(*shown.desk.workspace.subjects()[0].tensor), written(csr));
    }
    EXPECT_EQ(broken, 3);
}

// The tensor that is looked at is what is broken next, but for the copy that was just added.
TEST(FaultPage, FollowsTheTensorInFront)
{
    ShownDialog shown("fault", {sample("csr"), sample("coo")});
    auto& source = shown.child<QComboBox>("subject");
    EXPECT_EQ(source.currentText(), QStringLiteral("t1"));
    shown.desk.workspace.setCurrent(shown.desk.workspace.subjects()[0].id);
    test::settle(shown.desk.jobs);
    EXPECT_EQ(source.currentText(), QStringLiteral("t0"));
    auto& rules = shown.child<QListWidget>("rules");
    EXPECT_EQ(static_cast<std::size_t>(rules.count()), plantableRules(*sample("csr").layout).size());
    for (int row = 0; row < rules.count() && rules.currentRow() < 0; ++row)
        if (rules.item(row)->flags().testFlag(Qt::ItemIsEnabled))
            rules.setCurrentRow(row);
    test::settle(shown.desk.jobs);
    (void)shown.added();
    EXPECT_EQ(source.currentText(), QStringLiteral("t0")) << "another fault may be wanted of the same";
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 3U);
}

TEST(FaultPage, SaysWhenTheContractDoesNotAsk)
{
    ShownDialog shown("fault", {sample("csr")});
    auto& rules = shown.child<QListWidget>("rules");
    rules.setCurrentItem(rules.findItems(QStringLiteral("CU-1 "), Qt::MatchStartsWith).value(0));
    test::settle(shown.desk.jobs);
    EXPECT_NE(shown.label("notes").find("The contract pytorch does not ask"), std::string::npos);
    EXPECT_EQ(shown.label("verdict").substr(0, 3), "\u2713");

    shown.desk.workspace.setContract(**contractNamed("cusparse"));
    shown.type(shown.child<QLineEdit>("seed"), "2");
    test::settle(shown.desk.jobs);
    EXPECT_EQ(shown.label("notes").find("does not ask"), std::string::npos);
    EXPECT_EQ(shown.label("verdict").substr(0, 3), "\u25b2");
}

TEST(FaultPage, TakesASeedAndASlot)
{
    MakeSpec spec;
    spec.size = {30, 30};
    const auto csr = *makeTensorOf(spec);
    ShownDialog shown("fault", {csr});
    auto& rules = shown.child<QListWidget>("rules");
    const auto row = rules.findItems(QStringLiteral("5.4 "), Qt::MatchStartsWith);
    ASSERT_EQ(row.size(), 1);
    rules.setCurrentItem(row.front());

    shown.type(shown.child<QLineEdit>("seed"), "5");
    EXPECT_EQ(written(shown.added()), written(*plant(csr, "5.4", {}, 5)));
    shown.type(shown.child<QLineEdit>("slot"), "7");
    shown.desk.workspace.setCurrent(shown.desk.workspace.subjects()[0].id);
    EXPECT_EQ(written(shown.added()), written(*plant(csr, "5.4", 7, 5)));

    shown.type(shown.child<QLineEdit>("slot"), "many");
    EXPECT_FALSE(shown.add().isEnabled());
}

} // namespace

} // namespace tscope
