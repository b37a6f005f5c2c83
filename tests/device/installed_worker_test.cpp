// SPDX-License-Identifier: Apache-2.0
// Installed, the worker is in libexec and its modules are in lib.
#include "remote/worker.h"

#include "support/setting.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace tscope {

TEST(InstalledWorker, FindsTheModulesOfItsInstall)
{
    namespace fs = std::filesystem;
    const auto prefix = fs::temp_directory_path() / ("tscope-install-" + std::to_string(::getpid()));
    const auto program = prefix / "libexec" / "tscope" / "tscope-worker";
    fs::create_directories(program.parent_path());
    fs::create_directories(prefix / "lib" / "tscope");
    fs::copy_file(TSCOPE_WORKER, program);
    fs::copy_file(fs::path(TSCOPE_MODULE_FOLDER) / "tscope_simulated.so",
                  prefix / "lib" / "tscope" / "tscope_simulated.so");
    const test::Setting folder("TSCOPE_MODULES", ""), device("TSCOPE_CUDA", "simulated");

    remote::Worker worker({.program = program.string()});
    const auto modules = worker.modules();

    ASSERT_TRUE(modules) << modules.error().text;
    ASSERT_EQ(modules->size(), 1U);
    EXPECT_TRUE(modules->front().isLoaded) << modules->front().reason;
    fs::remove_all(prefix);
}

} // namespace tscope
