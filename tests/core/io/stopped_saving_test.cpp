// SPDX-License-Identifier: Apache-2.0
#include "io/open.h"
#include "layouts/registry.h"
#include "make/generators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace tscope {
namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A tensor of some MiB in a file of each format that is written.
class StoppedSaving : public testing::TestWithParam<const char*>
{
protected:
    void SetUp() override
    {
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
        MakeSpec spec;
        spec.layout = "strided";
        spec.size = {1100, 1200};
        spec.dtype = ElementType::f64;
        spec.density = 1;
        auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor) << tensor.error().text;
        m_document.tensors.push_back({"", std::move(*tensor)});
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::filesystem::path path() const { return m_folder / (std::string("a.") + GetParam()); }
    std::int64_t filesThere() const
    {
        return std::distance(std::filesystem::directory_iterator(m_folder), std::filesystem::directory_iterator());
    }

    Document m_document;

private:
    // Of this process alone: the tests of one format run side by side.
    std::filesystem::path m_folder = std::filesystem::path(testing::TempDir()) /
                                     ("stopped_saving_" + std::string(GetParam()) + std::to_string(::getpid()));
};

TEST_P(StoppedSaving, SaysHowFarItIs)
{
    std::vector<std::int64_t> told;
    const auto saved =
        saveFile(m_document, path().string(), {.written = [&](std::int64_t bytes) { told.push_back(bytes); }});
    ASSERT_TRUE(saved) << saved.error().text;
    ASSERT_GT(told.size(), 2U);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), static_cast<std::int64_t>(std::filesystem::file_size(path())));
}

TEST_P(StoppedSaving, LeavesWhatWasThere)
{
    std::ofstream(path()) << "old";
    std::stop_source stop;
    std::int64_t most = 0;
    const auto saved = saveFile(m_document, path().string(), {stop.get_token(), [&](std::int64_t bytes) {
                                                                  most = bytes;
                                                                  if (bytes > 100'000)
                                                                      stop.request_stop();
                                                              }});
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::cancelled);
    EXPECT_EQ(saved.error().text, "saving was cancelled");
    EXPECT_EQ(contentOf(path()), "old");
    EXPECT_EQ(filesThere(), 1);
    // 10 MiB of elements; what is put as one run of some MiB is the most that comes after.
    EXPECT_LT(most, 6'000'000) << "went on writing";
}

TEST_P(StoppedSaving, BeginsNothingWhenItIsStoppedBefore)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(saveFile(m_document, path().string(), {stop.get_token(), {}}));
    EXPECT_EQ(filesThere(), 0);
}

INSTANTIATE_TEST_SUITE_P(Formats, StoppedSaving,
                         testing::Values("json", "npy", "npz", "mtx", "mtx.gz", "pt", "safetensors"),
                         [](const auto& named) {
                             std::string name = named.param;
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

} // namespace
} // namespace tscope
