// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/run_dialog.h"

#include "dispatch/backends.h"
#include "dispatch/kernel_key.h"
#include "dispatch/operand.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/support.h"
#include "widgets/calls/shown_call_dialog.h"
#include "widgets/support/tensors.h"

#include <QAccessible>
#include <QCheckBox>

#include <gtest/gtest.h>

#include <array>

using namespace tscope;
using namespace tscope::test;

namespace {

using ShownRun = ShownCallDialog<RunDialog>;

// An operation that only this test knows: one spec, one kernel, one line of registration.
constexpr std::array scaled{OpInput{"x", "a vector"}};
constexpr std::array scaleParams{ParamSpec{"by", ParamKind::integer, "3", "what it is multiplied by"}};

Result<LayoutPlan> scaleLayouts(std::span<const std::string_view> given)
{
    if (given[0] != "strided")
        return unsupported("only strided vectors are scaled, found " + std::string(given[0]));
    return LayoutPlan{{"strided"}, "strided", "strided"};
}

Result<OpPlan> scalePlan(std::span<const Tensor> given, const Params& params)
{
    OpPlan plan;
    plan.inputs = {given[0]};
    plan.computing = given[0].declaredDType();
    plan.result = formOf(given[0]);
    plan.params = params;
    if (plan.result.size.size() != 1)
        return invalidArgument("a vector was wanted, found size " + text(plan.result.size));
    return plan;
}

std::int32_t scaleRun(const tscope_call* call, tscope_error*)
{
    const auto& in = call->in[0].members[0];
    const auto* from = static_cast<const float*>(in.data);
    auto* to = static_cast<float*>(call->out->members[0].data);
    for (std::int64_t i = 0; i < in.sizes[0]; ++i)
        to[i] = from[i * in.strides[0]] * static_cast<float>(call->params[0].integer);
    return TSCOPE_OK;
}

const OpSpec& scaleOp()
{
    static constexpr OpSpec spec{.name = "scale_of_a_test",
                                 .summary = "a vector times a whole number",
                                 .inputs = scaled,
                                 .params = scaleParams,
                                 .layouts = scaleLayouts,
                                 .plan = scalePlan};
    return spec;
}

const tscope_backend* openScaling(std::uint32_t, tscope_error*)
{
    static constexpr std::array layouts{"strided"};
    static tscope_kernel kernel{};
    kernel.size = sizeof kernel;
    kernel.layout_count = 1;
    kernel.op = "scale_of_a_test";
    kernel.name = "scale_f32";
    kernel.layouts = layouts.data();
    kernel.result = "strided";
    kernel.types = typeBit(ElementType::f32);
    kernel.run = scaleRun;
    static tscope_backend backend{};
    backend = {sizeof backend, sizeof kernel, "of a test", "cpu", &kernel, 1, nullptr};
    return &backend;
}

std::vector<std::pair<std::string, Tensor>> factors()
{
    return {{"a", sample("csr")}, {"b", tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":
                            [[1,2],[3,4],[5,6],[7,8],[9,10]]}})")}};
}

} // namespace

TEST(RunDialog, OffersWhatTheCoreHas)
{
    ShownRun shown(factors());
    const auto& box = shown.child<QComboBox>("operation");
    const auto all = operations();
    ASSERT_EQ(static_cast<std::size_t>(box.count()), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(box.itemText(static_cast<int>(i)).toStdString(),
                  std::string(all[i]->name) + ": " + std::string(all[i]->summary));
        shown.choose("operation", (std::string(all[i]->name) + ":").c_str());
        for (const auto& input : all[i]->inputs)
            EXPECT_EQ(shown.child<QWidget>(("input " + std::string(input.name)).c_str()).toolTip().toStdString(),
                      input.meaning);
        for (const auto& param : all[i]->params)
            EXPECT_EQ(shown.child<QWidget>(("param " + std::string(param.name)).c_str()).toolTip().toStdString(),
                      param.meaning);
    }
}

TEST(RunDialog, MultipliesAndOpensTheResult)
{
    ShownRun shown(factors());
    shown.choose("operation", "matmul");
    const auto cell =
        supportOf(*operationNamed("matmul"), "cpu", std::array<std::string_view, 2>{"csr", "strided"});
    EXPECT_NE(shown.told().find(text(cell)), std::string::npos) << shown.told();
    EXPECT_NE(shown.told().find("The result: strided (4, 2) float32"), std::string::npos) << shown.told();

    const auto& made = shown.made();
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("matmul of a, b"));
    std::vector<Sound> inputs;
    for (const auto& [name, tensor] : factors())
        inputs.push_back(std::get<Sound>(prove(tensor)));
    const auto wanted = run(*operationNamed("matmul"), inputs, {});
    ASSERT_TRUE(wanted);
    EXPECT_EQ(jsonText(made), jsonText(wanted->tensor));
    for (const auto& step : wanted->trace.steps)
        EXPECT_NE(shown.told().find("\n  " + text(step)), std::string::npos) << shown.told();
    ASSERT_TRUE(shown.desk.calls.last());
    EXPECT_EQ(shown.desk.calls.last()->trace.kernel, wanted->trace.kernel);
    EXPECT_EQ(shown.desk.workspace.undoStack().undoText(), QStringLiteral("add matmul of a, b"));
}

TEST(RunDialog, ANumberMayStandInPlaceOfATensor)
{
    ShownRun shown(factors());
    shown.choose("operation", "mul");
    shown.type("number b", "2.5");
    EXPECT_FALSE(shown.child<QWidget>("input b").isEnabled()) << "the number counts";
    const auto& made = shown.made();
    EXPECT_EQ(shown.desk.workspace.currentSubject()->name, QStringLiteral("mul of a, 2.5"));
    const auto csr = sample("csr");
    const auto& from = csr.member("values").array;
    const auto& to = made.member("values").array;
    ASSERT_EQ(numel(to.geometry), numel(from.geometry));
    for (std::int64_t i = 0; i < *numel(to.geometry); ++i)
        EXPECT_EQ(std::get<double>(Element::from(to.at(i).number(), ElementType::f64)->number()),
                  2.5 * std::get<double>(Element::from(from.at(i).number(), ElementType::f64)->number()));

    shown.type("number b", "x2");
    EXPECT_EQ(shown.told(), "A number was wanted, found \"x2\".");
    EXPECT_FALSE(shown.call().isEnabled());
    shown.type("number b", "");
    EXPECT_TRUE(shown.child<QWidget>("input b").isEnabled());

    shown.choose("operation", "matmul");
    EXPECT_EQ(shown.dialog->findChild<QLineEdit*>(QStringLiteral("number b")), nullptr) << "of matrices only";
}

TEST(RunDialog, RefusalsAreTheSentencesOfTheCore)
{
    ShownRun shown({{"a", sample("csr")}, {"n", sample("nested")}, {"s", sample("strided")}});
    shown.choose("operation", "matmul");
    const auto* op = operationNamed("matmul");
    const std::array<std::string_view, 2> layouts{"csr", "nested"};
    EXPECT_EQ(shown.told(), text(supportOf(*op, "cpu", layouts)));
    EXPECT_FALSE(shown.call().isEnabled());

    shown.choose("input b", "s");
    const std::array<Tensor, 2> tensors{sample("csr"), sample("strided")};
    const auto plan = op->plan(tensors, {});
    ASSERT_FALSE(plan) << "sizes that do not fit";
    EXPECT_NE(shown.told().find(plan.error().text), std::string::npos) << shown.told();
    EXPECT_EQ(shown.call().toolTip().toStdString(), plan.error().text);

    shown.choose("operation", "sum");
    shown.choose("input a", "s");
    shown.type("param dim", "x");
    const auto params = parseParams(operationNamed("sum")->params, std::vector<std::string>{"dim=x"});
    ASSERT_FALSE(params);
    EXPECT_EQ(shown.told(), params.error().text);
    EXPECT_FALSE(shown.call().isEnabled());
    shown.type("param dim", "1");
    EXPECT_TRUE(shown.call().isEnabled()) << shown.told();
    QTest::mouseClick(&shown.child<QCheckBox>("param keepdim"), Qt::LeftButton, {}, {8, 8});
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.made().members.front().array.geometry.sizes.back(), 1);
}

// Large ones are not computed with before they are asked to be.
TEST(RunDialog, OfLargeTensorsWhatIsKnownBeforeIsTold)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {3000, 3000};
    spec.nnz = 100'000;
    const auto csr = makeTensorOf(spec);
    spec.layout = "csc";
    const auto csc = makeTensorOf(spec);
    spec.layout = "strided";
    spec.size = {3000, 2};
    spec.nnz = 6000;
    const auto dense = makeTensorOf(spec);
    spec.size = {2, 3000};
    const auto flat = makeTensorOf(spec);
    ASSERT_TRUE(csr && csc && dense && flat);
    ShownRun shown({{"csr", *csr}, {"dense", *dense}, {"csc", *csc}, {"flat", *flat}});
    shown.choose("operation", "matmul");
    EXPECT_NE(shown.told().find("The kernel writes strided (3000, 2)"), std::string::npos) << shown.told();
    shown.choose("input b", "csc");
    EXPECT_NE(shown.told().find("\n  csc to csr: copy, "), std::string::npos) << shown.told();
    EXPECT_TRUE(shown.call().isEnabled());
    shown.choose("input b", "flat");
    EXPECT_FALSE(shown.call().isEnabled()) << shown.told();
    const std::array<Tensor, 2> tensors{*csr, *flat};
    EXPECT_NE(shown.told().find(operationNamed("matmul")->plan(tensors, {}).error().text), std::string::npos)
        << shown.told();
}

TEST(RunDialog, BrokenTensorsAreRefusedByTheirRule)
{
    ShownRun shown({{"bad", sample("broken_pointer")}});
    shown.choose("operation", "sum");
    const auto proof = prove(sample("broken_pointer"));
    const auto& report = std::get<Report>(proof);
    EXPECT_NE(shown.told().find("bad breaks rule " + report.findings.front().rule), std::string::npos)
        << shown.told();
    // What explains it, and that this is not all.
    EXPECT_NE(shown.told().find(" and 1 more rule: crow_indices[2] is 9; it should be between 2 and 5"),
              std::string::npos)
        << shown.told();
    EXPECT_FALSE(shown.call().isEnabled());
}

TEST(RunDialog, AnOperationThatIsAddedIsOfferedAndRuns)
{
    registerOperation(scaleOp());
    ASSERT_TRUE(registerBackend(openScaling));
    ShownRun shown({{"v", tensorOf(R"({"layout":"strided","dtype":"float32","members":{"values":[1,2,3]}})")},
                    {"m", sample("csr")}});
    shown.choose("operation", "scale_of_a_test: a vector times a whole number");
    EXPECT_NE(shown.told().find("strided -> strided: scale_f32"), std::string::npos) << shown.told();
    EXPECT_EQ(shown.child<QLineEdit>("param by").text(), QStringLiteral("3"));
    shown.type("param by", "5");
    EXPECT_EQ(shown.made().members.front().array.at(2).text(), "15");
    EXPECT_EQ(shown.desk.calls.last()->trace.kernel, "scale_f32");

    shown.choose("input x", "m");
    EXPECT_NE(shown.told().find("only strided vectors are scaled, found csr"), std::string::npos) << shown.told();
    EXPECT_FALSE(shown.call().isEnabled());
}

TEST(RunDialog, WhatFailsOnTheWayIsSaid)
{
    ShownRun shown({{"a", sample("bsr")}, {"v", tensorOf(R"({"layout":"strided","members":{"values":[1,2]}})")}});
    CallRecordPtr last;
    QObject::connect(&shown.desk.calls, &Calls::ended, [&](const CallRecordPtr& record) { last = record; });
    const auto& open = shown.desk.workspace.subjects();
    shown.desk.calls.run(*operationNamed("matmul"),
                         {{open[0].name, open[0].tensor}, {open[1].name, open[1].tensor}}, {});
    settle(shown.desk.jobs);
    ASSERT_TRUE(last);
    EXPECT_FALSE(last->isDone);
    EXPECT_FALSE(last->outcome.isEmpty());
    EXPECT_EQ(open.size(), 2U);
    EXPECT_EQ(shown.state(), "matmul of a, v: " + last->outcome.toStdString());
}

TEST(RunDialog, EverythingThatTakesFocusHasAName)
{
    ShownRun shown(factors());
    shown.choose("operation", "sum");
    for (auto* widget : shown.dialog->findChildren<QWidget*>()) {
        if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr)
            continue;
        auto* interface = QAccessible::queryAccessibleInterface(widget);
        EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " " << widget->objectName().toStdString();
    }
}
