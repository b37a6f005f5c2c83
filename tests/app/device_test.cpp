// SPDX-License-Identifier: Apache-2.0
// `tscope` with a device that the host plays: what it says of it, and what it says when the device fails.
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sys/stat.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

// The program under test inherits the environment.
class OnSimulatedDevice : public testing::Test
{
protected:
    OnSimulatedDevice() { ::setenv("TSCOPE_CUDA", "simulated", 1); }
    ~OnSimulatedDevice() override
    {
        ::unsetenv("TSCOPE_CUDA");
        ::unsetenv("TSCOPE_SIMULATED");
    }
    static void breakDevice(const char* how) { ::setenv("TSCOPE_SIMULATED", how, 1); }
};

Json valuesOf(const Answer& answer)
{
    const auto& members = answer.json["result"]["tensors"][0]["members"];
    return members[members.size() - 1]["data"];
}

} // namespace

TEST_F(OnSimulatedDevice, IsListedAsWhatItIs)
{
    const auto answer = ask({"devices"});
    ASSERT_EQ(answer.exitCode, 0);
    ASSERT_EQ(answer.json["devices"].size(), 2U);
    EXPECT_EQ(answer.json["devices"][1]["id"], "cuda:0");
    EXPECT_EQ(answer.json["devices"][1]["simulated"], true);
    EXPECT_THAT(tscope({"devices"}).out, HasSubstr("no GPU"));
}

TEST(Devices, CachesAndLimitsAreThoseOfTheProcessor)
{
    const auto answer = ask({"devices"});
    ASSERT_EQ(answer.exitCode, 0);
    const auto& cpu = answer.json["devices"][0];
    ASSERT_TRUE(cpu.contains("caches"));
    for (const auto& cache : cpu["caches"])
        expectKeys(cache, {{"level", "i"}, {"kind", "s"}, {"bytes", "i"}, {"threads", "i"}, {"count", "i"}},
                   "cache");
    EXPECT_EQ(cpu["limits"], Json::object()) << "nothing is kept where the tests run";
    EXPECT_THAT(tscope({"devices"}).out, HasSubstr("No limits have been measured yet."));
}

TEST_F(OnSimulatedDevice, OperationsAndConversionsRunThereAndSaySo)
{
    const auto run = ask({"run", "sum", sample("csr"), "-p", "dim=1", "--device", "cuda", "--trace"});
    ASSERT_EQ(run.exitCode, 0) << run.json.dump();
    EXPECT_EQ(valuesOf(run), Json({3.0, 0.0, 12.0, 6.0}));
    EXPECT_EQ(run.json["trace"]["kernel"], "simulated.sum.stored");
    EXPECT_EQ(run.json["trace"]["device"], "cuda:0");
    const Folder folder;
    const auto made =
        ask({"convert", sample("csr"), folder.path("out.json"), "--layout", "csc", "--device", "cuda:0"});
    ASSERT_EQ(made.exitCode, 0) << made.json.dump();
    EXPECT_EQ(made.json["route"][0]["kernel"], "simulated.convert.transpose");
    EXPECT_EQ(made.json["route"][0]["device"], "cuda:0");
}

TEST_F(OnSimulatedDevice, TheSupportTableHasItsKernelsNoneOfThemVerified)
{
    int kernels = 0;
    const auto answer = ask({"ops"});
    for (const auto& cell : answer.json["ops"]) {
        EXPECT_FALSE(cell["kernel"].is_null() && cell["reason"].is_null()) << cell.dump();
        if (cell["device"] == "cuda" && cell["supported"] == true) {
            ++kernels;
            EXPECT_TRUE(cell["verified_on"].is_null());
        }
    }
    EXPECT_GT(kernels, 100);
    const auto table = tscope({"ops"}).out;
    EXPECT_THAT(table, HasSubstr("not yet run on a GPU"));
    // What has no kernel is moved by the processor, and waits for no hardware.
    EXPECT_THAT(table, HasSubstr("  coo -> nested: element by element\n"));
    EXPECT_THAT(table, HasSubstr("  nested -> jagged: tables; wants components that differ in one dim at most\n"));
}

TEST_F(OnSimulatedDevice, TensorsAreBroughtThereAndSaySo)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const auto moved = ask({"transform", sample("csr"), out, "--ops", "to(\"cuda:0\")"});
    ASSERT_EQ(moved.exitCode, 0) << moved.json.dump();
    EXPECT_EQ(moved.json["route"][0]["view"], false);
    EXPECT_EQ(moved.json["result"]["tensors"][0]["device"], "cuda:0");
    const auto told = ask({"info", out});
    for (const auto& member : told.json["tensors"][0]["members"])
        EXPECT_EQ(member["device"], "cuda:0") << member.dump();
    EXPECT_EQ(tscope({"check", out}).exitCode, 0);
    const auto sum = ask({"run", "sum", out, "--device", "cuda"});
    ASSERT_EQ(sum.exitCode, 0);
    EXPECT_EQ(sum.json["result"]["tensors"][0]["device"], "cuda:0");
    ASSERT_EQ(tscope({"transform", out, out, "--ops", "cpu()"}).exitCode, 0);
    EXPECT_EQ(ask({"info", out}).json["tensors"][0]["device"], "cpu");
    breakDevice("no_driver");
    EXPECT_EQ(expectFailure({"transform", sample("csr"), out, "--ops", "cuda()"}, 4)["text"],
              "a tensor can't be brought to cuda, not built in: no NVIDIA driver was found (simulated)");
}

TEST_F(OnSimulatedDevice, ComponentsArePaddedAndCutOutAgain)
{
    const Folder folder;
    const auto box = folder.path("box.json");
    const auto padded =
        ask({"run", "to_padded", sample("nested"), "-p", "fill=-1", "--device", "cuda", "--out", box});
    ASSERT_EQ(padded.exitCode, 0) << padded.json.dump();
    const auto host = folder.path("host.json");
    ASSERT_EQ(tscope({"transform", sample("nested"), host, "--ops", "to_padded(-1)"}).exitCode, 0);
    EXPECT_EQ(tscope({"diff", box, host}).exitCode, 0);
    const auto cut = folder.path("cut.json");
    const auto back = ask({"run", "from_padded", box, sample("nested"), "--device", "cuda", "--out", cut});
    ASSERT_EQ(back.exitCode, 0) << back.json.dump();
    EXPECT_EQ(tscope({"diff", cut, sample("nested")}).exitCode, 0) << tscope({"diff", cut, sample("nested")}).out;
}

TEST_F(OnSimulatedDevice, WhatFailsIsOneSentenceAndExitCodeFour)
{
    const std::vector<std::string> sum{"run", "sum", sample("csr"), "--device", "cuda"};
    const auto sentenceOf = [&](const char* fault) {
        breakDevice(fault);
        return expectFailure(sum, 4)["text"].get<std::string>();
    };
    EXPECT_THAT(sentenceOf("out_of_memory"), HasSubstr("bytes were wanted on the device"));
    EXPECT_THAT(sentenceOf("fatal"), HasSubstr("illegal memory access"));
    EXPECT_EQ(sentenceOf("no_driver"),
              "sum can't run on cuda, not built in: no NVIDIA driver was found (simulated)");
    EXPECT_THAT(sentenceOf("wrong_abi"), HasSubstr("version 2 of the interface"));
    breakDevice("no_device");
    EXPECT_THAT(tscope({"devices"}).out,
                HasSubstr("cuda  not loaded: there is a driver, but no device to be seen"));
    EXPECT_EQ(tscope({"run", "sum", sample("csr")}).exitCode, 0) << "the processor works on";
}

// Where no device is, its kernels are told all the same, each with what it needs and why it can't run.
TEST_F(OnSimulatedDevice, ItsKernelsAreListedWhereThereIsNone)
{
    const auto there = ask({"ops"}).json["ops"];
    breakDevice("no_driver");
    const auto absent = ask({"ops"}).json["ops"];
    ASSERT_EQ(there.size(), absent.size());
    int kernels = 0;
    for (std::size_t i = 0; i < there.size(); ++i) {
        SCOPED_TRACE(there[i].dump());
        for (const auto* same : {"op", "device", "layouts", "kernel", "needs", "dtypes", "verified_on"})
            EXPECT_EQ(there[i][same], absent[i][same]) << same;
        const bool isThere = there[i]["supported"];
        const bool isGone = isThere && there[i]["device"] != "cpu";
        EXPECT_EQ(absent[i]["supported"], isThere && !isGone);
        if (isGone) {
            EXPECT_EQ(absent[i]["reason"], "not built in: no NVIDIA driver was found (simulated)");
            ++kernels;
        }
    }
    EXPECT_GT(kernels, 100);
    EXPECT_THAT(tscope({"ops"}).out,
                HasSubstr("not built in: no NVIDIA driver was found (simulated), not yet run on"));
}

// The rules are the processor's whoever counts for them: not a byte of the answer is another one.
TEST_F(OnSimulatedDevice, CheckAnswersAsTheProcessorDoes)
{
    for (const auto& name : sampleNames())
        for (const auto* form : {"--json", "--sarif", "--github", "--max-witnesses=0"}) {
            SCOPED_TRACE(name + " " + form);
            const auto here = tscope({"check", sample(name), form});
            const auto there = tscope({"check", sample(name), form, "--device", "cuda"});
            EXPECT_EQ(there.out, here.out);
            EXPECT_EQ(there.exitCode, here.exitCode);
            EXPECT_EQ(here.err, "");
            EXPECT_THAT(there.err, HasSubstr("cuda:0"));
        }
    const auto folder = tscope({"check", TSCOPE_SAMPLES, "--device", "cuda:0"});
    EXPECT_EQ(folder.out, tscope({"check", TSCOPE_SAMPLES}).out);
    EXPECT_EQ(folder.exitCode, 1);
    const auto refused = tscope({"check", sample("broken_pointer"), "--device", "cuda"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, testing::StartsWith("tscope: 1 scan on cuda:0, "));
    EXPECT_EQ(tscope({"check", sample("csr"), "--device", "cuda"}).err,
              "tscope: 1 scan on cuda:0, 136 bytes sent\n");
}

TEST_F(OnSimulatedDevice, CheckGoesOnWhereTheDeviceFails)
{
    const auto here = tscope({"check", sample("broken_pointer")});
    for (const auto& [fault, why] : {std::pair("out_of_memory", "bytes were wanted on the device"),
                                     std::pair("fatal", "illegal memory access")}) {
        breakDevice(fault);
        const auto there = tscope({"check", sample("broken_pointer"), "--device", "cuda"});
        EXPECT_EQ(there.out, here.out);
        EXPECT_EQ(there.exitCode, 1);
        EXPECT_THAT(there.err, HasSubstr(std::string("1 scan on cpu, not on cuda:0: ")));
        EXPECT_THAT(there.err, HasSubstr(why));
    }
    breakDevice("no_driver");
    EXPECT_EQ(expectFailure({"check", sample("csr"), "--device", "cuda"}, 4)["text"],
              "check can't run on cuda, not built in: no NVIDIA driver was found (simulated)");
    breakDevice("");
    EXPECT_EQ(expectFailure({"check", sample("csr"), "--device", "cuda:7"}, 4)["text"],
              "check can't run on cuda:7, a device from cuda:0 to cuda:0 was wanted, found cuda:7");
}

// The simulation has to be able to lie, or nobody would know that lies are found.
TEST_F(OnSimulatedDevice, AWrongResultIsWrong)
{
    breakDevice("wrong");
    const auto run = ask({"run", "sum", sample("csr"), "--device", "cuda"});
    ASSERT_EQ(run.exitCode, 0);
    EXPECT_NE(valuesOf(run), valuesOf(ask({"run", "sum", sample("csr")})));
    // But nothing reads by indices that came back wrong.
    const auto product = expectFailure({"run", "mul", sample("csr"), sample("csr"), "--device", "cuda"}, 4);
    EXPECT_EQ(product["text"], "what came back from cuda is not sound, so it is not used");
    const Folder folder;
    expectFailure({"convert", sample("csr"), folder.path("out.json"), "--layout", "csc", "--device", "cuda"}, 4);
}

// Started by a relative path where /proc is not mounted, so that its own folder cannot be found out.
TEST(WithoutProc, NeitherModulesNorTheWorkerAreTakenFromTheCurrentFolder)
{
    const Folder folder;
    const auto trap = folder.write("tscope-worker", "#!/bin/sh\necho it was > started\n");
    ASSERT_EQ(::chmod(trap.c_str(), 0755), 0);
    (void)folder.write("tscope_cuda.so", "not a module");
    const auto inside = [&](const std::string& command) {
        return runTool("unshare",
                       {"--mount", "sh", "-c",
                        "mount -t tmpfs none /proc && cp \"$0\" \"$1/tscope\" && cd \"$1\" && " + command,
                        TSCOPE_BINARY, folder.path(""), sample("csr")});
    };
    if (const auto may = inside("true"); may.exitCode != 0)
        GTEST_SKIP() << "no folder of its own may be mounted here: " << may.err;
    const auto devices = inside("PATH=. tscope devices");
    EXPECT_THAT(devices.out, HasSubstr("tscope_cuda.so was not looked for"));
    const auto timed = inside("PATH=. tscope time \"$2\" --ops spmv --devices cpu");
    EXPECT_THAT(timed.err, HasSubstr("/proc is not mounted"));
    EXPECT_EQ(readFile(folder.path("started")), "") << "the worker of the current folder was started";
}

} // namespace tscope::app
