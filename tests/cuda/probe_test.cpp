// SPDX-License-Identifier: Apache-2.0
// The probe of devices, on the one that the host plays.
#include "cuda/probe/agreement.h"
#include "cuda/probe/report_file.h"
#include "cuda/probe/spread.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "support/setting.h"
#include "support/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <set>

namespace tscope::probe {
namespace {

using test::Setting;
using testing::HasSubstr;

struct Answer {
    ToolRun run;
    Json json;
};

Answer probe(std::vector<std::string> arguments)
{
    const Setting device("TSCOPE_CUDA", "simulated");
    arguments.emplace_back("--small");
    Answer answer{runTool(TSCOPE_GPU_PROBE, arguments), {}};
    answer.json = Json::parse(answer.run.out, nullptr, false);
    return answer;
}

TEST(Spread, OfMeasurements)
{
    const auto odd = spreadOf({5, 1, 100});
    EXPECT_EQ(odd.least, 1);
    EXPECT_EQ(odd.median, 5);
    EXPECT_EQ(odd.deviation, 4);
    EXPECT_EQ(odd.count, 3);
    EXPECT_TRUE(odd.isNoisy());
    const auto even = spreadOf({10, 10.1, 10.3, 10.2});
    EXPECT_DOUBLE_EQ(even.median, 10.15);
    EXPECT_FALSE(even.isNoisy());
    EXPECT_EQ(rounded(0.00123456), 0.001235);
    EXPECT_EQ(rounded(123456), 123500);
    EXPECT_EQ(rounded(-2), -2);
}

TEST(Agreement, TellsHowFarResultsAreApart)
{
    const auto wanted =
        *makeTensorOf({.kind = "arange", .layout = "strided", .size = {4}, .dtype = ElementType::f32});
    const auto found = [](std::vector<float> numbers, DType type = ElementType::f32) {
        const auto& layout = *layoutNamed("strided");
        return *makeTensor(layout,
                           {{&layout.roles[0], Array::fromBytes(type, {4}, std::as_bytes(std::span(numbers)))}});
    };

    EXPECT_TRUE(agreementOf(found({0, 1, 2, 3}), wanted)->isSame);
    const auto apart = agreementOf(found({0, 1.5, 2, 3}), wanted);
    EXPECT_FALSE(apart->isSame);
    EXPECT_DOUBLE_EQ(apart->difference, 0.5 / 3);
    EXPECT_FALSE(agreementOf(found({0, NAN, 2, 3}), wanted)->difference < 1e6);
    EXPECT_FALSE(agreementOf(found({0, 1, 2, 3}, ElementType::i32), wanted)) << "another type";
}

TEST(Probe, MeasuresRoofs)
{
    const auto answer = probe({"roofs"});
    ASSERT_EQ(answer.run.exitCode, 0) << answer.run.err;
    EXPECT_EQ(answer.json["simulated"], true);
    std::set<std::string> names;
    for (const auto& row : answer.json["rows"]) {
        names.insert(row["name"]);
        EXPECT_GE(row["n"], 10) << row;
        EXPECT_LE(row["min_us"], row["median_us"]) << row;
        EXPECT_GE(row["gb_per_s"], 0) << row;
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre("copy within the device", "fill by a kernel",
                                                     "host to device, pinned", "host to device, pageable",
                                                     "device to host, pinned", "device to host, pageable",
                                                     "start of a kernel"));
}

TEST(Probe, BenchesWhatIsRight)
{
    const auto answer = probe({"bench"});
    ASSERT_EQ(answer.run.exitCode, 0) << answer.run.err;
    EXPECT_GT(answer.json["copy_roof"]["gb_per_s"], 0);
    EXPECT_TRUE(answer.json["noise"]["first_to_last"].contains("warm")) << answer.json["noise"];
    EXPECT_EQ(answer.json["rows"].size(), 38U);
    std::set<std::string> kernels;
    for (const auto& row : answer.json["rows"]) {
        EXPECT_EQ(row["status"], "ok") << row;
        kernels.insert(row["kernel"]);
        EXPECT_GT(row["bytes"], 0) << row;
        for (const auto* which : {"cold", "warm"})
            EXPECT_GT(row[which]["of_copy"], 0) << row;
        EXPECT_GT(row["end_to_end"]["median_us"], 0) << row;
    }
    EXPECT_GT(kernels.size(), 12U);
    EXPECT_LT(answer.run.out.size(), 60'000U) << "three sizes have to stay below 200 kB";
}

// Rows without times, for the reason that is to be seen.
TEST(Probe, DoesNotTimeWhatIsWrong)
{
    const Setting lie("TSCOPE_SIMULATED", "wrong");
    const auto answer = probe({"bench"});
    EXPECT_EQ(answer.run.exitCode, 1);
    int found = 0;
    for (const auto& row : answer.json["rows"])
        if (row["case"] == "copy" || row["case"] == "csr to csc") {
            ++found;
            EXPECT_THAT(row["status"].get<std::string>(), HasSubstr("wrong: ")) << row;
            EXPECT_FALSE(row.contains("cold")) << row;
        }
    EXPECT_EQ(found, 4);
}

TEST(Probe, SaysWhatItHadNoTimeFor)
{
    const auto answer = probe({"bench", "--seconds", "0"});
    EXPECT_EQ(answer.run.exitCode, 0) << answer.run.err;
    for (const auto& row : answer.json["rows"])
        EXPECT_EQ(row["status"], "left out: no time was left") << row;
}

TEST(Probe, OutlivesFaultsAndClassifiesThem)
{
    const auto answer = probe({"faults"});
    ASSERT_EQ(answer.run.exitCode, 0) << answer.run.err;
    EXPECT_EQ(answer.json["as_expected"], true);
    std::map<std::string, std::string> outcomes;
    for (const auto& row : answer.json["rows"]) {
        outcomes[row["fault"]] = row["outcome"];
        if (row["outcome"] == "left out") {
            EXPECT_FALSE(row["why"].get<std::string>().empty());
        } else {
            EXPECT_EQ(row["next_process_works"], true) << row;
        }
        if (row["fault"] == "told_fatal") {
            EXPECT_THAT(row["text"].get<std::string>(), HasSubstr("illegal memory access"));
            EXPECT_EQ(row["works_afterwards"], false);
        }
    }
    EXPECT_EQ(outcomes["none"], "works");
    EXPECT_EQ(outcomes["stopped"], "refused");
    EXPECT_EQ(outcomes["memory_at_once"], "refused");
    EXPECT_EQ(outcomes["endless"], "killed");
    EXPECT_EQ(outcomes["told_fatal"], "fatal");
    EXPECT_EQ(outcomes["told_no_memory"], "refused");
    EXPECT_EQ(outcomes["index_far"], "left out");
    EXPECT_EQ(outcomes.size(), 15U);
}

// A device that is not what it is expected to be is an exit code and a row that says so.
TEST(Probe, TellsWhatIsNotAsExpected)
{
    const Setting broken("TSCOPE_SIMULATED", "fatal");
    const auto answer = probe({"faults"});
    EXPECT_EQ(answer.run.exitCode, 1);
    EXPECT_EQ(answer.json["as_expected"], false);
    EXPECT_EQ(answer.json["rows"][0]["outcome"], "fatal");
}

TEST(Probe, WithoutADeviceOrAVerbSaysSo)
{
    {
        const Setting none("TSCOPE_SIMULATED", "no_driver");
        for (const auto* verb : {"roofs", "bench", "faults"}) {
            const auto answer = probe({verb});
            EXPECT_EQ(answer.run.exitCode, 4) << verb;
            EXPECT_THAT(answer.run.err, HasSubstr("no NVIDIA driver was found")) << verb;
        }
    }
    EXPECT_EQ(probe({"nothing"}).run.exitCode, 3);
    EXPECT_EQ(probe({"fault", "--fault", "nothing"}).run.exitCode, 3);
}

} // namespace
} // namespace tscope::probe
