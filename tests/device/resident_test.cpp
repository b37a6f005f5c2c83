// SPDX-License-Identifier: Apache-2.0
// What is said to live on a device stays there from one call to the next, and nothing is lost with it.
#include "base/thread_pool.h"
#include "convert/convert.h"
#include "dispatch/backends.h"
#include "dispatch/device_list.h"
#include "dispatch/resident.h"
#include "layouts/nested/pack.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "ops/transform.h"
#include "rules/check.h"
#include "support/setting.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace tscope {
namespace {

using test::Setting;
using testing::HasSubstr;

Tensor matrix(std::uint64_t seed = 1)
{
    return *makeTensorOf({.layout = "csr", .size = {400, 300}, .nnz = 2000, .seed = seed});
}

Tensor onDevice(const Tensor& tensor, std::string_view chain = "to(cuda:0)")
{
    return transform(tensor, *parseSteps(chain))->tensors.front();
}

Result<RunResult> ran(std::string_view name, const std::vector<Tensor>& inputs,
                      const std::vector<std::string>& params = {}, const std::string& device = test::testDevice())
{
    const auto& op = *operationNamed(name);
    std::vector<Sound> sound;
    for (const auto& input : inputs)
        sound.push_back(test::proven(input));
    return run(op, sound, *parseParams(op.params, params), {.device = device});
}

std::int64_t bytesSent(const DispatchTrace& trace)
{
    std::int64_t bytes = 0;
    for (const auto& step : trace.steps)
        bytes += step.text.starts_with("sent to") ? step.bytesMoved : 0;
    return bytes;
}

std::string textOf(const DispatchTrace& trace)
{
    std::string out;
    for (const auto& step : trace.steps)
        out += text(step) + "\n";
    return out;
}

std::int64_t bytesIn(const Tensor& tensor)
{
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes += *member.array.byteSize();
    return bytes;
}

std::int64_t freeMemory()
{
    return modulesThere()[0].devices[0].freeMemory;
}

bool livesThere(const Tensor& tensor)
{
    return std::ranges::all_of(tensor.members, [](const Member& member) {
        return member.array.storage->device() == Device{"cuda", 0};
    });
}

TEST(Resident, IsSentOnceAndTheNextCallHasItThere)
{
    const auto there = onDevice(matrix());
    ASSERT_TRUE(livesThere(there));
    const auto first = ran("sum", {there});
    ASSERT_TRUE(first) << first.error().text;
    EXPECT_EQ(bytesSent(first->trace), bytesIn(there));
    const auto second = ran("sum", {there});
    ASSERT_TRUE(second);
    EXPECT_EQ(bytesSent(second->trace), 0);
    EXPECT_THAT(textOf(second->trace), HasSubstr("input 1 is on cuda:0 already"));
    EXPECT_THAT(textOf(second->trace), testing::Not(HasSubstr("sent to")));
    EXPECT_EQ(test::logicalOf(first->tensor), test::logicalOf(second->tensor));
}

TEST(Resident, WhatLivesOnTheHostIsSentEachTime)
{
    const auto here = matrix();
    for (int i = 0; i < 2; ++i) {
        const auto done = ran("sum", {here});
        EXPECT_EQ(bytesSent(done->trace), bytesIn(here));
        EXPECT_EQ(done->tensor.members[0].array.storage->device(), Device{});
    }
}

TEST(Resident, AResultOfWhatLivesThereDoesSoToo)
{
    const auto there = onDevice(matrix());
    const auto twice = ran("add", {there, there});
    ASSERT_TRUE(twice) << twice.error().text;
    EXPECT_TRUE(livesThere(twice->tensor));
    const auto total = ran("sum", {twice->tensor});
    ASSERT_TRUE(total) << total.error().text;
    EXPECT_EQ(bytesSent(total->trace), 0) << textOf(total->trace);
    EXPECT_TRUE(livesThere(total->tensor));
    const auto wanted = ran("sum", {ran("add", {matrix(), matrix()}, {}, "cpu")->tensor}, {}, "cpu");
    EXPECT_EQ(test::logicalOf(total->tensor), test::logicalOf(wanted->tensor));
}

TEST(Resident, WithSomethingFromTheHostAResultIsTheHosts)
{
    const auto mixed = ran("add", {onDevice(matrix()), matrix(2)});
    ASSERT_TRUE(mixed) << mixed.error().text;
    EXPECT_EQ(mixed->tensor.members[2].array.storage->device(), Device{});
    const auto number = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {}});
    const auto scaled = ran("mul", {onDevice(matrix()), number});
    ASSERT_TRUE(scaled) << scaled.error().text;
    EXPECT_TRUE(livesThere(scaled->tensor)) << "a number may come from anywhere";
    const auto here = ran("sum", {onDevice(matrix())}, {}, "cpu");
    ASSERT_TRUE(here);
    EXPECT_EQ(here->tensor.members[0].array.storage->device(), Device{}) << "the processor did it";
}

TEST(Resident, AConversionStaysThereAsWell)
{
    const auto there = onDevice(matrix());
    const auto device = test::testDevice();
    const auto converted = convert(test::proven(there), {.layout = layoutNamed("coo")}, {.device = device});
    ASSERT_TRUE(converted) << converted.error().text;
    EXPECT_TRUE(livesThere(converted->tensor));
    const auto total = ran("sum", {converted->tensor});
    ASSERT_TRUE(total) << total.error().text;
    EXPECT_EQ(test::logicalOf(total->tensor), test::logicalOf(ran("sum", {matrix()}, {}, "cpu")->tensor));
}

// Tables of components are the host's, and sent each time.
TEST(Resident, TablesOfComponentsStayOnTheHost)
{
    const auto nested = *makeTensorOf({.kind = "ragged", .layout = "nested", .size = {40, 30, 20}});
    const auto there = onDevice(nested);
    EXPECT_EQ(there.member("buffer").array.storage->device().text(), "cuda:0");
    EXPECT_EQ(there.member("nested_sizes").array.storage->device(), Device{});
    EXPECT_TRUE(check(there, {}).valid);
    const auto shares = ran("softmax", {there});
    ASSERT_TRUE(shares) << shares.error().text;
    EXPECT_EQ(shares->tensor.member("buffer").array.storage->device().text(), "cuda:0");
    EXPECT_EQ(shares->tensor.member("storage_offsets").array.storage->device(), Device{});
    const auto tables = bytesIn(nested) - *nested.member("buffer").array.byteSize();
    EXPECT_EQ(bytesSent(ran("softmax", {there})->trace), tables);
    EXPECT_EQ(bytesSent(ran("softmax", {shares->tensor})->trace), tables);
}

TEST(Resident, PartsOfWhatIsThereAreThere)
{
    auto dense = onDevice(*makeTensorOf({.kind = "arange", .layout = "strided", .size = {60, 50}}));
    ASSERT_TRUE(ran("contiguous", {dense}));
    const auto part = transform(dense, *parseSteps("narrow(0,10,20).transpose(0,1)"))->tensors.front();
    const auto copy = ran("contiguous", {part});
    ASSERT_TRUE(copy);
    EXPECT_EQ(bytesSent(copy->trace), 0) << textOf(copy->trace);
    EXPECT_EQ(test::logicalOf(copy->tensor), test::logicalOf(part));
    // The other way round only the part is there.
    dense = onDevice(*makeTensorOf({.kind = "arange", .layout = "strided", .size = {60, 50}}));
    const auto rows = transform(dense, *parseSteps("narrow(0,10,20)"))->tensors.front();
    EXPECT_EQ(bytesSent(ran("contiguous", {rows})->trace), 20 * 50 * 4);
    EXPECT_EQ(bytesSent(ran("contiguous", {dense})->trace), 60 * 50 * 4);
    EXPECT_EQ(bytesSent(ran("contiguous", {rows})->trace), 0);
}

// Of a long buffer what components reach, and their tables: 2 sizes, 2 strides, 2 offsets.
TEST(Resident, OnlyWhatComponentsReachIsSent)
{
    const auto buffer = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {1000}});
    const auto rows = nestedOf(buffer.members[0].array, std::vector<Geometry>{{{5}, {2}, 700}, {{3}, {1}, 720}});
    const auto padded = ran("to_padded", {rows});
    ASSERT_TRUE(padded) << padded.error().text;
    EXPECT_EQ(bytesSent(padded->trace), (723 - 700) * 4 + 6 * 8);
    EXPECT_EQ(padded->tensor.members[0].array.at(Extents{0, 4}).text(), "708");
    EXPECT_EQ(padded->tensor.members[0].array.at(Extents{1, 2}).text(), "722");
}

// What a real device has free is nobody's to say.
class SimulatedResidentMemory : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(ran("sum", {matrix()})); // what died before is noticed
        m_free = freeMemory();
    }
    std::int64_t taken() const { return m_free - freeMemory(); }

private:
    std::int64_t m_free = 0;
};

TEST_F(SimulatedResidentMemory, GoesWhenTheStorageIsGone)
{
    auto there = onDevice(matrix());
    ASSERT_TRUE(ran("sum", {there}));
    EXPECT_GE(taken(), bytesIn(there));
    there = matrix();
    ASSERT_TRUE(ran("sum", {there})); // is when it is noticed
    EXPECT_EQ(taken(), 0);
}

TEST_F(SimulatedResidentMemory, OfCallsThatFailNothingIsLeft)
{
    const auto there = onDevice(matrix());
    {
        const Setting setting("TSCOPE_SIMULATED_MEMORY", std::to_string(bytesIn(there) / 2));
        const auto done = ran("sum", {there});
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, ErrorCode::outOfMemory);
    }
    EXPECT_EQ(taken(), 0);
    EXPECT_TRUE(ran("sum", {there}));
}

TEST_F(SimulatedResidentMemory, MakesWayForWhatIsCalled)
{
    const auto first = onDevice(matrix()), second = onDevice(matrix(2));
    const auto wanted = ran("sum", {second}, {}, "cpu");
    const Setting setting("TSCOPE_SIMULATED_MEMORY", std::to_string(bytesIn(first) * 3 / 2));
    ASSERT_TRUE(ran("sum", {first}));
    const auto done = ran("sum", {second});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(test::logicalOf(done->tensor), test::logicalOf(wanted->tensor));
    EXPECT_EQ(std::ranges::count_if(done->trace.steps,
                                    [](const auto& step) { return step.text.starts_with("sent to"); }),
              1)
        << textOf(done->trace);
    EXPECT_EQ(bytesSent(ran("sum", {second})->trace), 0);
    EXPECT_EQ(bytesSent(ran("sum", {first})->trace), bytesIn(first)) << "it had to go";
}

// The second is there by then, and has to be sent anew: told once, as the call went in the end.
TEST_F(SimulatedResidentMemory, MakesWayForAResultToo)
{
    const auto dense = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {60, 50}});
    const auto first = onDevice(dense), second = onDevice(dense);
    const Setting setting("TSCOPE_SIMULATED_MEMORY", std::to_string(bytesIn(dense) * 5 / 2));
    ASSERT_TRUE(ran("sum", {first}));
    const auto copy = ran("contiguous", {second});
    ASSERT_TRUE(copy) << copy.error().text;
    EXPECT_EQ(bytesSent(copy->trace), bytesIn(dense)) << textOf(copy->trace);
    EXPECT_EQ(test::logicalOf(copy->tensor), test::logicalOf(dense));
}

// In a process of its own: the device is gone for good.
TEST_F(SimulatedResidentMemory, LosesNothingWithTheDevice)
{
    const auto child = ::fork();
    if (child == 0) {
        setThreadCount(1); // the others did not come along
        const auto there = onDevice(matrix());
        const auto kept = ran("add", {there, there});
        const Setting setting("TSCOPE_SIMULATED", "fatal");
        const auto lost = ran("sum", {kept->tensor});
        const auto refused = ran("sum", {kept->tensor});
        const auto here = ran("sum", {kept->tensor}, {}, "cpu");
        const bool isRight = !lost && !refused && refused.error().text.find("was lost") != std::string::npos &&
                             here && test::logicalOf(here->tensor).size() == 1;
        ::_exit(isRight ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(OnDevice, IsSaidByAllMembersAndJudged)
{
    const auto there = onDevice(matrix());
    EXPECT_TRUE(check(there, {}).valid);
    EXPECT_EQ(onDevice(there, "cpu()").members[1].array.storage->device(), Device{});
    EXPECT_EQ(onDevice(matrix(), "cuda()").members[1].array.storage->device().text(), "cuda:0");
    EXPECT_EQ(onDevice(matrix(), "to('cuda')").members[1].array.storage->device().text(), "cuda:0");
    auto mixed = there;
    mixed.members[1] = matrix().members[1];
    const auto report = check(mixed, {});
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].rule, "4.3");
}

TEST(OnDevice, MembersThatShareAStorageGoOnDoingSo)
{
    auto coo = *makeTensorOf({.layout = "coo", .nnz = 5, .dtype = ElementType::i64});
    coo.members[1].array = coo.members[0].array;
    coo.members[1].array.geometry = Geometry::rowMajor({5});
    const auto there = onDevice(coo);
    EXPECT_EQ(there.members[0].array.storage, there.members[1].array.storage);
}

TEST(OnDevice, ThatIsNotToBeHadIsRefusedWithItsReason)
{
    const auto tensor = matrix();
    EXPECT_THAT(transform(tensor, *parseSteps("to(cuda:99)")).error().text,
                HasSubstr("can't be brought to cuda:99, a device from cuda:0 to"));
    EXPECT_THAT(transform(tensor, *parseSteps("to(tpu)")).error().text,
                HasSubstr("not built in: this build has no module for tpu"));
}

} // namespace
} // namespace tscope
