// SPDX-License-Identifier: Apache-2.0
#include "timing/plan.h"

#include "base/thread_pool.h"
#include "core/timing/small_plan.h"
#include "timing/roofs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace tscope::timing {

namespace {

std::vector<PlanSubject> one(const Sound& tensor)
{
    return {{"m", tensor}};
}

TEST(Plans, OneClickMeasuresAllFormsAndChecksThem)
{
    const auto tensor = madeMatrix("csr", {64, 48});
    const auto subjects = one(tensor);
    const auto plan = shortPlan(tensor);
    const auto session = measurePlan(subjects, plan);
    EXPECT_EQ(session.rows.size(), cellsOf(plan, 1));
    EXPECT_FALSE(session.isPartial);
    for (const auto* form : {"csr", "strided", "coo", "csc"})
        for (const auto* op : {"spmv", "spmm k=64", "add", "sum"}) {
            const auto& row = rowOf(session, op, form);
            ASSERT_EQ(row.status, Status::ok) << op << " of " << form << ": " << row.reason;
            EXPECT_TRUE(row.isChecked) << op << " of " << form;
            EXPECT_EQ(row.checkedHow, "all");
            EXPECT_EQ(row.warm.rounds.size(), 3U);
            EXPECT_EQ(std::accumulate(row.warm.rounds.begin(), row.warm.rounds.end(), std::size_t{0}),
                      row.warm.samples.size());
            EXPECT_TRUE(row.cold.isThere() && row.call.isThere());
            EXPECT_FALSE(row.endToEnd.isThere()); // nothing travels
            EXPECT_EQ(row.conversion.isThere(), std::string(form) != "csr");
            EXPECT_GT(row.bytes, 0);
            EXPECT_FALSE(row.kernel.empty());
            EXPECT_TRUE(row.noise.has_value());
        }
    EXPECT_NE(session.limitsOf("cpu"), nullptr);
    EXPECT_FALSE(session.verdicts.empty());
    EXPECT_EQ(session.subjects.front().longestRow > 0, true);
}

// A conversion that is short compared with the budget is done several times: three numbers are no interval.
TEST(Plans, ShortConversionsHaveSeveralSamplesInARound)
{
    const auto tensor = madeMatrix("csr", {64, 48});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr"), *formNamed("coo")};
    plan.budget = std::chrono::seconds(3); // a tenth of a round for conversions: 100 ms
    const auto session = measurePlan(one(tensor), plan);
    const auto& conversion = rowOf(session, "spmv", "coo").conversion;
    ASSERT_EQ(conversion.rounds.size(), 3U);
    EXPECT_EQ(std::accumulate(conversion.rounds.begin(), conversion.rounds.end(), std::size_t{0}),
              conversion.samples.size());
    EXPECT_GE(conversion.samples.size(), 6U);
    EXPECT_LE(conversion.samples.size(), 3 * mostConversions);

    plan.budget = std::chrono::nanoseconds(3);
    const auto hasty = measurePlan(one(tensor), plan);
    EXPECT_EQ(rowOf(hasty, "spmv", "coo").conversion.samples.size(), 3U);
}

TEST(Plans, WhatHasNoKernelSaysWhy)
{
    const auto tensor = madeMatrix("bsr", {24, 16}, "blocks");
    const auto session = measurePlan(one(tensor), shortPlan(tensor, {"softmax", "linear", "sddmm"}));
    for (const auto& row : session.rows)
        if (row.status != Status::ok) {
            EXPECT_EQ(row.status, Status::unsupported) << row.reason;
            EXPECT_FALSE(row.reason.empty());
            EXPECT_FALSE(row.warm.isThere());
        }
    EXPECT_EQ(rowOf(session, "softmax", "bsr 2x2").status, Status::unsupported);
    EXPECT_EQ(rowOf(session, "linear k=64", "csr").status, Status::unsupported);
}

TEST(Plans, AFormThatCantBeHadSaysWhy)
{
    const auto tensor = madeMatrix("csr", {25, 16});
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr"), *formNamed("bsr:2x2"), *formNamed("strided")};
    plan.maxBytes = 1000;
    const auto session = measurePlan(one(tensor), plan);
    EXPECT_EQ(rowOf(session, "spmv", "csr").status, Status::ok) << rowOf(session, "spmv", "csr").reason;
    EXPECT_NE(rowOf(session, "spmv", "bsr 2x2").reason.find("no conversion to this form: "), std::string::npos);
    EXPECT_EQ(rowOf(session, "spmv", "strided").status, Status::unsupported);
}

TEST(Plans, WhatIsTooLargeForACopyIsMeasuredWhereItLiesAndSaysSo)
{
    const auto tensor = madeMatrix("csr");
    auto plan = shortPlan(tensor, {"spmv"});
    const auto isRemark = [](const std::string& each) {
        return each.starts_with("\"m\" is measured where it lies: a copy of its own would take ") &&
               each.ends_with(", more than the 7 bytes that may be used");
    };
    EXPECT_EQ(std::ranges::count_if(measurePlan(one(tensor), plan).machine.remarks, isRemark), 0);
    plan.maxBytes = 7;
    const auto remarks = measurePlan(one(tensor), plan).machine.remarks;
    EXPECT_EQ(std::ranges::count_if(remarks, isRemark), 1);
    EXPECT_EQ(std::ranges::count_if(remarks, [](const auto& each) { return each.starts_with("\"m\""); }), 1);
    std::int64_t bytes = 0;
    for (const auto& member : tensor.tensor().members)
        bytes += member.array.storage->byteSize();
    plan.maxBytes = bytes + bytes / 2; // a copy, but not two
    const auto later = measurePlan(one(tensor), plan).machine.remarks;
    EXPECT_EQ(std::ranges::count_if(
                  later, [](const auto& each) { return each.starts_with("\"m\" is measured where it lay"); }),
              1);
}

// A matrix whose dense form is a hundred times what it takes.
Sound wideMatrix()
{
    MakeSpec spec;
    spec.size = {1000, 1000};
    spec.nnz = 500;
    return test::proven(*makeTensorOf(spec));
}

TEST(Plans, AFormThatTakesMoreThanMayBeUsedIsLeftOutFromTheStartWithBothNumbers)
{
    const auto tensor = wideMatrix();
    auto plan = shortPlan(tensor, {"spmv"});
    plan.maxBytes = 1'000'000;
    std::string atFirst;
    const PlanListener listener{
        [&](const Session& session) { atFirst = rowOf(session, "spmv", "strided").reason; }, {}};
    const auto session = measurePlan(one(tensor), plan, listener);
    const auto& row = rowOf(session, "spmv", "strided");
    EXPECT_EQ(row.status, Status::unsupported);
    EXPECT_EQ(row.reason, atFirst);
    EXPECT_TRUE(row.reason.starts_with("the tensor in this form would take 3.81 MiB, more than the "))
        << row.reason;
    EXPECT_EQ(rowOf(session, "spmv", "csr").status, Status::ok) << rowOf(session, "spmv", "csr").reason;
    EXPECT_EQ(rowOf(session, "spmv", "coo").status, Status::ok) << rowOf(session, "spmv", "coo").reason;
    plan.maxBytes = 100'000'000;
    EXPECT_EQ(rowOf(measurePlan(one(tensor), plan), "spmv", "strided").status, Status::ok);
}

TEST(Plans, SmallWorkHasTheLimitsOfTheOneThreadThatItUsed)
{
    const auto tensor = madeMatrix("csr");
    setThreadCount(2);
    auto plan = shortPlan(tensor, {"spmv"});
    plan.rounds = 1;
    const auto session = measurePlan(one(tensor), plan);
    setThreadCount(0);
    const auto& row = rowOf(session, "spmv", "csr");
    ASSERT_EQ(row.status, Status::ok) << row.reason;
    EXPECT_EQ(row.threadsUsed, 1);
    ASSERT_NE(session.limitsOf("cpu (1 thread)"), nullptr);
    EXPECT_EQ(limitsFor(row, session), session.limitsOf("cpu (1 thread)"));
    EXPECT_GE(session.limitsOf("cpu")->flopsF32, session.limitsOf("cpu (1 thread)")->flopsF32);
}

// Tensors of other densities take their time to make: each is told.
TEST(Plans, EachStepOfPreparingIsTold)
{
    const auto tensor = madeMatrix("csr");
    auto plan = shortPlan(tensor, {"sum"});
    plan.densities = {0.5, 2};
    std::vector<std::size_t> steps;
    bool hasBegun = false;
    PlanListener listener;
    listener.begun = [&](const Session&) { hasBegun = true; };
    listener.preparing = [&](std::size_t done, std::size_t all) {
        EXPECT_FALSE(hasBegun);
        EXPECT_EQ(all, 6U); // three tensors, made and described
        steps.push_back(done);
    };
    measurePlan(one(tensor), plan, listener);
    EXPECT_EQ(steps, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Plans, ADenseFormBeyondItsBudgetIsLeftOutAndSaysSo)
{
    const auto tensor = wideMatrix();
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr"), *formNamed("strided"), *formNamed("bsr:50x50"), *formNamed("coo")};
    plan.mostDenseBytes = std::int64_t{1} << 20;
    const auto session = measurePlan(one(tensor), plan);
    const auto& dense = rowOf(session, "spmv", "strided");
    EXPECT_TRUE(dense.isLeftOut);
    EXPECT_EQ(dense.status, Status::unsupported);
    EXPECT_EQ(dense.reason, "left out: 3.81 MiB, more than the budget of 1 MiB");
    EXPECT_FALSE(dense.conversion.isThere());
    EXPECT_TRUE(rowOf(session, "spmv", "bsr 50x50").isLeftOut) << "blocks are filled up, as a dense form is";
    plan.mostDenseBytes = 1000; // what only stores the elements is measured, however large
    const auto small = measurePlan(one(tensor), plan);
    for (const auto* form : {"csr", "coo"}) {
        EXPECT_EQ(rowOf(small, "spmv", form).status, Status::ok) << form;
        EXPECT_FALSE(rowOf(small, "spmv", form).isLeftOut) << form;
    }
}

TEST(Plans, ADenseTensorIsNoDenseFormOfItself)
{
    const auto tensor = madeMatrix("strided", {64, 48}, "dense");
    auto plan = shortPlan(tensor, {"sum"});
    plan.mostDenseBytes = 1;
    for (const auto& row : measurePlan(one(tensor), plan).rows)
        EXPECT_FALSE(row.isLeftOut) << text(row.variant);
}

TEST(Plans, AResultThatTakesMoreThanIsLeftBesideItsFormIsRefusedWithItsNumber)
{
    const auto tensor = wideMatrix();
    auto plan = shortPlan(tensor, {"spmv", "softmax"});
    plan.forms = {*formNamed("csr"), *formNamed("strided")};
    plan.maxBytes = 10'000'000; // for the dense form and one result, not for two
    const auto session = measurePlan(one(tensor), plan);
    EXPECT_EQ(rowOf(session, "spmv", "strided").status, Status::ok);
    const auto& row = rowOf(session, "softmax", "strided");
    EXPECT_EQ(row.status, Status::unsupported);
    EXPECT_NE(row.reason.find("the result would take 3.81 MiB, more than the "), std::string::npos) << row.reason;
}

TEST(Plans, WhatStandsBesideTheTensorCountsToo)
{
    const auto tensor = wideMatrix();
    auto plan = shortPlan(tensor, {"spmv", "spmm:400"});
    plan.forms = {*formNamed("csr")};
    plan.maxBytes = 1'000'000;
    const auto session = measurePlan(one(tensor), plan);
    EXPECT_EQ(rowOf(session, "spmv", "csr").status, Status::ok);
    const auto& row = rowOf(session, "spmm k=400", "csr");
    EXPECT_EQ(row.status, Status::unsupported);
    EXPECT_NE(row.reason.find("of size (1000, 400), would take 4.58 MiB"), std::string::npos) << row.reason;
}

TEST(Plans, WhatIsStoppedKeepsWhatItHas)
{
    const auto tensor = madeMatrix("csr", {64, 48});
    const auto subjects = one(tensor);
    std::stop_source stop;
    std::size_t begun = 0, told = 0;
    const PlanListener listener{[&](const Session& session) {
                                    begun = session.rows.size();
                                    for (const auto& row : session.rows)
                                        EXPECT_EQ(row.status, Status::cancelled);
                                },
                                [&](const Session& session, std::size_t row) {
                                    EXPECT_EQ(session.rows[row].status, Status::ok);
                                    if (++told == 3)
                                        stop.request_stop();
                                }};
    const auto session = measurePlan(subjects, shortPlan(tensor), listener, {.stop = stop.get_token()});
    EXPECT_EQ(begun, session.rows.size());
    EXPECT_TRUE(session.isPartial);
    EXPECT_EQ(session.rounds, shortPlan(tensor).rounds);
    EXPECT_EQ(told, 3U);
    EXPECT_EQ(std::ranges::count(session.rows, Status::ok, &Row::status), 3);
    for (const auto& row : session.rows)
        if (row.status != Status::ok) {
            EXPECT_EQ(row.status, Status::cancelled);
            EXPECT_EQ(row.reason, stoppedBefore);
        }
}

TEST(Plans, ADeviceThatIsNotHereIsARowWithTheReason)
{
    const auto tensor = madeMatrix("csr");
    auto plan = shortPlan(tensor, {"spmv"});
    plan.devices = {"cpu", "cuda:7"};
    const auto session = measurePlan(one(tensor), plan);
    const auto there = std::ranges::find(session.rows, std::string("cuda:7"), &Row::device);
    ASSERT_NE(there, session.rows.end());
    EXPECT_EQ(there->status, Status::unsupported);
    EXPECT_FALSE(there->reason.empty());
}

TEST(Plans, ElementsThatCantBeReadAreRowsWithTheReason)
{
    const std::array<std::byte, 6> bytes{};
    for (const auto* layout : {"strided", "csr"}) {
        auto tensor = madeMatrix(layout, {2, 3}, "arange").tensor();
        for (auto& member : tensor.members)
            if (std::string_view(member.role->name) == "values")
                member.array =
                    Array::fromBytes(DType::opaque("float8_e8m0fnu", 1), {member.array.geometry.sizes}, bytes);
        tensor.dtype = tensor.member("values").array.dtype;
        const auto sound = test::proven(tensor);
        auto plan = shortPlan(madeMatrix("csr"), {"sum", "spmv"});
        plan.densities = {2};
        const auto session = measurePlan(one(sound), plan);
        ASSERT_FALSE(session.rows.empty()) << layout;
        for (const auto& row : session.rows) {
            EXPECT_EQ(row.status, Status::unsupported) << layout;
            EXPECT_NE(row.reason.find("float8_e8m0fnu"), std::string::npos) << row.reason;
        }
    }
}

TEST(Plans, ProgressReachesItsEndWhateverCantBeMeasured)
{
    const auto tensor = madeMatrix("csr", {25, 16});
    auto plan = shortPlan(tensor, {"spmv", "softmax"});
    plan.forms = {*formNamed("csr"), *formNamed("bsr:2x2"), *formNamed("coo"), *formNamed("csc")};
    plan.devices = {"cpu", "cuda:7"};
    plan.rounds = 2;
    std::vector<double> told;
    const auto session =
        measurePlan(one(tensor), plan, {}, {.progress = [&](double done) { told.push_back(done); }});

    const auto measured = std::ranges::count(session.rows, Status::ok, &Row::status);
    ASSERT_GT(measured, 0);
    ASSERT_LT(measured, std::ssize(session.rows)) << "some can't be measured";
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), 1);
    // The first round has half of the way, however much is left out of the second.
    EXPECT_NE(std::ranges::find(told, 0.5), told.end());
    EXPECT_EQ(std::ranges::count_if(told, [](double done) { return done > 0.5; }), measured + 1)
        << "what is closed in the second round is done with at once, then each that is open";
}

TEST(Plans, NestedJaggedAndPaddedAreHeldAgainstEachOther)
{
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = "jagged";
    spec.size = {12, 9, 8};
    const auto tensor = test::proven(*makeTensorOf(spec));
    auto plan = shortPlan(tensor);
    const auto session = measurePlan(one(tensor), plan);
    for (const auto* op : {"linear k=64", "softmax", "add"})
        for (const auto* form : {"jagged", "nested", "padded"}) {
            const auto& row = rowOf(session, op, form);
            EXPECT_EQ(row.status, Status::ok) << op << " of " << form << ": " << row.reason;
            EXPECT_TRUE(row.isChecked) << op << " of " << form;
        }
}

TEST(Plans, PaddingThatWouldTakePartIsNoFormOfTheOperation)
{
    const auto tensor = madeComponents("nested"); // ragged in both dims
    const auto session = measurePlan(one(tensor), shortPlan(tensor, {"softmax", "add"}));
    EXPECT_EQ(rowOf(session, "softmax", "nested").status, Status::ok)
        << rowOf(session, "softmax", "nested").reason;
    EXPECT_EQ(rowOf(session, "softmax", "padded").status, Status::unsupported);
    EXPECT_EQ(rowOf(session, "softmax", "padded").reason,
              "the components differ in the last dim, along which the padding would take part");
    EXPECT_EQ(rowOf(session, "add", "padded").status, Status::ok) << rowOf(session, "add", "padded").reason;
}

} // namespace

} // namespace tscope::timing
