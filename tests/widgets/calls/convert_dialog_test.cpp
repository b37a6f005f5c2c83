// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/convert_dialog.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "style/palette.h"
#include "widgets/calls/shown_call_dialog.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QCheckBox>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

using ShownConvert = ShownCallDialog<ConvertDialog>;

Sound soundOf(const Tensor& tensor)
{
    auto proved = prove(tensor);
    return std::get<Sound>(std::move(proved));
}

} // namespace

TEST(ConvertDialog, MakesACsrOfTheCooSample)
{
    ShownConvert shown({{"coo", sample("coo")}});
    shown.choose("layout", "csr");
    ConvertRequest request;
    request.layout = layoutNamed("csr");
    const auto wanted = convert(soundOf(sample("coo")), request);
    ASSERT_TRUE(wanted) << wanted.error().text;
    EXPECT_NE(shown.told().find(routeText(wanted->route.back())), std::string::npos) << shown.told();

    const auto& made = shown.made();
    EXPECT_EQ(jsonText(made), jsonText(wanted->tensor));
    const auto& workspace = shown.desk.workspace;
    EXPECT_EQ(workspace.currentSubject()->name, QStringLiteral("coo as csr"));
    EXPECT_TRUE(workspace.currentSubject()->report->valid);
    EXPECT_EQ(shown.state().rfind("coo to csr: csr (3, 4, 2) float64", 0), 0U) << shown.state();
    shown.desk.workspace.undoStack().undo();
    EXPECT_EQ(workspace.subjects().size(), 1U) << "it is one step";
    settle(shown.desk.jobs);
}

// What is told before is what is done, in the words of the core, for each sample and each layout.
TEST(ConvertDialog, WhatIsForetoldIsWhatTheCoreDoes)
{
    for (const auto& name : sampleNames()) {
        const auto tensor = sample(name);
        const auto proof = prove(tensor);
        const auto* sound = std::get_if<Sound>(&proof);
        ShownConvert shown({{name, tensor}});
        for (const auto* layout : layouts()) {
            SCOPED_TRACE(name + " to " + std::string(layout->name));
            shown.choose("layout", std::string(layout->name).c_str());
            if (isBlocked(*layout))
                shown.type("block", "1,1");
            if (sound == nullptr) {
                EXPECT_NE(shown.told().find("breaks rule " + std::get<Report>(proof).findings.front().rule),
                          std::string::npos)
                    << shown.told();
                EXPECT_FALSE(shown.call().isEnabled());
                continue;
            }
            ConvertRequest request;
            request.layout = layout;
            if (isBlocked(*layout))
                request.block = {{1, 1}};
            const auto wanted = convert(*sound, request);
            EXPECT_EQ(shown.call().isEnabled(), bool(wanted));
            if (!wanted) {
                EXPECT_EQ(shown.told(), wanted.error().text);
                EXPECT_EQ(shown.call().toolTip().toStdString(), wanted.error().text);
                continue;
            }
            for (const auto& step : wanted->route)
                EXPECT_NE(shown.told().find("\n  " + routeText(step)), std::string::npos) << shown.told();
            for (const auto& change : wanted->changes)
                EXPECT_NE(shown.told().find("\n  " + change), std::string::npos) << shown.told();
        }
    }
}

// Of a large one nothing is moved to tell it; what is guessed is near what is moved.
TEST(ConvertDialog, OfLargeTensorsTheBytesAreGuessed)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {3000, 3000};
    spec.nnz = 100'000;
    const auto tensor = makeTensorOf(spec);
    ASSERT_TRUE(tensor);
    const auto sound = soundOf(*tensor);
    for (const auto* name : {"csc", "coo", "strided"}) {
        SCOPED_TRACE(name);
        ConvertRequest request;
        request.layout = layoutNamed(name);
        const auto outlook = foresee(sound, request);
        const auto done = convert(sound, request);
        ASSERT_TRUE(outlook && done);
        EXPECT_FALSE(outlook->isTried);
        ASSERT_EQ(outlook->route.size(), done->route.size());
        for (std::size_t i = 0; i < done->route.size(); ++i) {
            EXPECT_EQ(outlook->route[i].op, done->route[i].op);
            EXPECT_EQ(outlook->route[i].kernel, done->route[i].kernel);
            EXPECT_EQ(outlook->route[i].bytesMoved, done->route[i].bytesMoved);
        }
    }
    ShownConvert shown({{"large", *tensor}});
    shown.choose("layout", "csc");
    EXPECT_NE(shown.told().find("guessed"), std::string::npos) << shown.told();
    EXPECT_TRUE(shown.call().isEnabled());
}

TEST(ConvertDialog, OffersToPadComponentsThatFillNoBox)
{
    ShownConvert shown({{"nested", sample("nested")}});
    auto& wayOut = shown.child<QPushButton>("way out");
    shown.choose("layout", "jagged");
    EXPECT_FALSE(wayOut.isVisible());
    shown.choose("layout", "strided");
    EXPECT_NE(shown.told().find("no common size"), std::string::npos) << shown.told();
    ASSERT_TRUE(wayOut.isVisible());
    EXPECT_EQ(wayOut.text(), QStringLiteral("Pad with 0"));
    QTest::mouseClick(&wayOut, Qt::LeftButton);
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("nested, padded"));
    EXPECT_EQ(shown.desk.workspace.currentSubject()->tensor->layout->name, "strided");
}

TEST(ConvertDialog, BlocksAreAskedForWhereThereAreSome)
{
    ShownConvert shown({{"csr", sample("csr")}});
    auto& block = shown.child<QLineEdit>("block");
    shown.choose("layout", "csc");
    EXPECT_FALSE(block.isEnabled());
    shown.choose("layout", "bsr");
    EXPECT_TRUE(block.isEnabled());
    EXPECT_EQ(shown.told(), "Give the block size, for example 2 \u00d7 3.");
    EXPECT_FALSE(shown.call().isEnabled());
    const auto& told = shown.child<QPlainTextEdit>("told");
    EXPECT_EQ(told.palette().color(QPalette::Text), Palette::of(Theme::light)[Ink::faintText])
        << "nothing was typed, so nothing is wrong";
    shown.type("block", "3,1");
    EXPECT_NE(shown.told().find("blocks of 3x1 do not divide 4 rows"), std::string::npos) << shown.told();
    shown.type("block", "two");
    EXPECT_NE(shown.told().find("found \"two\""), std::string::npos) << shown.told();
    EXPECT_FALSE(shown.call().isEnabled());
    for (const auto* size : {"2 5", "2x5", "2 x 5", "2,5", " 2 ,5 ", "2 \u00d7 5"}) {
        shown.child<QLineEdit>("block").setText(QString::fromUtf8(size));
        settle(shown.desk.jobs);
        EXPECT_TRUE(shown.call().isEnabled()) << size << ": " << shown.told();
    }
    shown.type("block", "2, 5");
    EXPECT_NE(shown.told().find("zeros were filled in"), std::string::npos) << shown.told();
    EXPECT_EQ(shown.made().layout->name, "bsr");
}

TEST(ConvertDialog, TypesZerosAndDenseDimsAreAskedForToo)
{
    ShownConvert shown({{"coo", sample("coo")}});
    shown.choose("type", "float32");
    shown.choose("index type", "int32");
    shown.choose("layout", "csr");
    EXPECT_EQ(shown.made().declaredDType().name(), "float32");
    EXPECT_EQ(shown.desk.workspace.currentSubject()->tensor->declaredIndexDType().name(), "int32");

    ShownConvert odd({{"zeros", oddTensor("stored_zeros")}});
    odd.choose("layout", "coo");
    EXPECT_EQ(odd.told().find("left out"), std::string::npos) << odd.told();
    QTest::mouseClick(&odd.child<QCheckBox>("drop zeros"), Qt::LeftButton, {}, {8, 8});
    settle(odd.desk.jobs);
    EXPECT_NE(odd.told().find("left out"), std::string::npos) << odd.told();
    QTest::keyClick(&odd.child<QWidget>("dense dims"), Qt::Key_Up);
    QTest::keyClick(&odd.child<QWidget>("dense dims"), Qt::Key_Up);
    settle(odd.desk.jobs);
    EXPECT_EQ(odd.made().member("indices").array.geometry.sizes.front(), 1) << "the last dim is dense";
}

TEST(ConvertDialog, WithoutATensorItSaysWhatIsMissing)
{
    ShownConvert shown({});
    EXPECT_FALSE(shown.call().isEnabled());
    EXPECT_EQ(shown.told().rfind("Open or build a tensor first", 0), 0U);
    shown.desk.show(sample("csr"));
    EXPECT_TRUE(shown.call().isEnabled());
}

TEST(ConvertDialog, WhatRunsCanBeStopped)
{
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {100'000, 100'000};
    spec.nnz = 3'000'000;
    const auto tensor = makeTensorOf(spec);
    ASSERT_TRUE(tensor);
    ShownConvert shown({{"large", *tensor}});
    shown.choose("layout", "csc");
    QTest::mouseClick(&shown.call(), Qt::LeftButton);
    ASSERT_TRUE(shown.desk.calls.isRunning());
    EXPECT_FALSE(shown.call().isEnabled()) << "one at a time";
    EXPECT_EQ(shown.state(), "large to csc: working...");
    QTest::mouseClick(&shown.child<QPushButton>("stop"), Qt::LeftButton);
    EXPECT_FALSE(shown.desk.calls.isRunning());
    EXPECT_EQ(shown.state(), "large to csc: It was stopped.");
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 1U);
    EXPECT_TRUE(shown.call().isEnabled());
}

TEST(ConvertDialog, EverythingThatTakesFocusHasAName)
{
    ShownConvert shown({{"csr", sample("csr")}});
    for (auto* widget : shown.dialog->findChildren<QWidget*>()) {
        if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr)
            continue;
        auto* interface = QAccessible::queryAccessibleInterface(widget);
        EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " " << widget->objectName().toStdString();
    }
}
