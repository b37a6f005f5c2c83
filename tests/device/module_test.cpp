// SPDX-License-Identifier: Apache-2.0
// What a machine may lack: each is one line that says so, and the processor works on.
#include "dispatch/backends.h"
#include "dispatch/device_list.h"
#include "dispatch/module_loader.h"
#include "support/setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace tscope {
namespace {

using test::Setting;
using testing::HasSubstr;

const ModuleName simulated{"tscope_simulated.so", "cuda"};

std::string whyWith(const std::string& fault)
{
    const Setting setting("TSCOPE_SIMULATED", fault);
    const auto entry = loadModule(simulated);
    EXPECT_EQ(entry.backend, nullptr) << fault;
    return entry.why;
}

TEST(Module, IsFoundBesideTheProgramOrWhereTheEnvironmentSays)
{
    const auto entry = loadModule(simulated);
    ASSERT_NE(entry.backend, nullptr) << entry.why;
    EXPECT_EQ(entry.name, "simulated");
    EXPECT_EQ(entry.device, "cuda");
    const Setting folder("TSCOPE_MODULES", "/nowhere");
    EXPECT_EQ(moduleFolders(), std::vector<std::string>{"/nowhere"});
    EXPECT_EQ(loadModule(simulated).why, "tscope_simulated.so is not installed (looked in /nowhere)");
}

TEST(Module, ThatIsNoneOrSpeaksAnotherInterfaceIsRefused)
{
    EXPECT_EQ(whyWith("wrong_abi"),
              "tscope_simulated.so can't be used: it speaks version 2 of the interface, not 1");
    const auto folder = std::filesystem::temp_directory_path() / ("tscope-modules-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "tscope_text.so") << "no library";
    const Setting setting("TSCOPE_MODULES", folder.string());
    EXPECT_THAT(loadModule({"tscope_text.so", "cuda"}).why, HasSubstr("tscope_text.so can't be loaded: "));
    std::filesystem::remove_all(folder);
}

TEST(Module, TellsWhatTheMachineLacks)
{
    EXPECT_EQ(whyWith("no_driver"), "no NVIDIA driver was found (simulated)");
    EXPECT_THAT(whyWith("old_driver"), HasSubstr("this build needs CUDA 13"));
    EXPECT_EQ(whyWith("no_device"), "there is a driver, but no device to be seen (simulated)");
}

// Without a driver the real one says so as well: it is opened here, on a machine that has none.
TEST(Module, TheRealOneIsOpenedWithoutADriver)
{
    const ModuleName cuda{"tscope_cuda.so", "cuda"};
    const auto entry = loadModule(cuda);
    if (entry.why.ends_with(TSCOPE_MODULE_FOLDER ")"))
        GTEST_SKIP() << "it was not built: " << entry.why;
    if (entry.backend != nullptr) {
        EXPECT_GT(entry.backend->kernel_count, 0);
    } else {
        EXPECT_THAT(entry.why, testing::AnyOf(HasSubstr("driver"), HasSubstr("device")));
    }
}

TEST(Module, ItsDevicesAreNamedAndCounted)
{
    const auto modules = modulesThere();
    ASSERT_EQ(modules.size(), 1U);
    ASSERT_TRUE(modules[0].isLoaded) << modules[0].reason;
    ASSERT_FALSE(modules[0].devices.empty());
    EXPECT_EQ(modules[0].devices[0].id, "cuda:0");
    if (modules[0].devices[0].isSimulated) {
        EXPECT_EQ(text(modules[0].devices[0]),
                  "simulated in the host's memory, no GPU, sm_90, 1 multiprocessor, 16 of 16 GiB free");
    }
    EXPECT_EQ(deviceNamed("cuda")->number, 0);
    EXPECT_EQ(deviceNamed("cuda:0")->kind, "cuda");
    EXPECT_EQ(deviceNamed("cpu")->kind, "cpu");
    EXPECT_THAT(deviceNamed("cuda:99").error().text, HasSubstr("was wanted, found cuda:99"));
    EXPECT_THAT(deviceNamed("cuda:x").error().text, HasSubstr("was wanted, found cuda:x"));
    EXPECT_EQ(deviceNamed("tpu").error().text, "not built in: this build has no module for tpu");
}

} // namespace
} // namespace tscope
