// SPDX-License-Identifier: Apache-2.0
// Holds files against their manifest: tscope_files --tscope PROGRAM DIR [BEGINNING...]
// DIR has a manifest.json that lists files by their path in it; with BEGINNINGs only those whose path begins so.
#include "expectation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace {

namespace fs = std::filesystem;

// What code hidden in a file would leave behind, were it run.
bool anythingWasExecuted(const fs::path& folder)
{
    return fs::exists(folder / "fixture_was_executed") || fs::exists("fixture_was_executed") ||
           fs::exists("/tmp/fixture_was_executed");
}

} // namespace

int main(int argc, char** argv)
{
    std::string tool = "tscope";
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--tscope" && i + 1 < argc)
            tool = argv[++i];
        else
            words.emplace_back(argv[i]);
    }
    if (words.empty()) {
        std::puts("usage: tscope_files --tscope PROGRAM DIR [BEGINNING...]");
        return 3;
    }
    const fs::path folder = words[0];
    words.erase(words.begin());
    std::ifstream file(folder / "manifest.json");
    const auto manifest = Judge::Json::parse(file, nullptr, false);
    if (!manifest.is_object() || !manifest.contains("files")) {
        std::printf("%s/manifest.json lists no files\n", folder.c_str());
        return 1;
    }
    Judge judge(tool, folder);
    int passed = 0, failed = 0;
    for (const auto& expected : manifest["files"]) {
        const auto path = expected["path"].get<std::string>();
        const auto isAsked = [&](const std::string& word) { return path.starts_with(word); };
        if (!words.empty() && std::ranges::none_of(words, isAsked))
            continue;
        judge.begin(path);
        judgeFile(judge, expected, folder / path);
        if (anythingWasExecuted(folder))
            judge.say("it was executed");
        ++(judge.end() ? passed : failed);
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
