// SPDX-License-Identifier: Apache-2.0
// Runs folders of test vectors through the command line tool: tscope_vectors --tscope PROGRAM DIR...
#include "cases.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

namespace {

namespace fs = std::filesystem;

using JudgeCase = void (*)(Judge&, const Judge::Json&);

// The file's name says what its cases are.
const std::map<std::string, JudgeCase> kinds{
    {"invariants.json", judgeInvariants},
    {"contracts.json", judgeContracts},
    {"strided.json", judgeStrided},
    {"nested.json", judgeNested},
};

struct Tally {
    int passed = 0, failed = 0;
};

bool runFile(const fs::path& path, JudgeCase judgeCase, Judge& judge, Tally& tally)
{
    std::ifstream file(path);
    const auto cases = Judge::Json::parse(file, nullptr, false);
    if (!cases.is_array()) {
        std::printf("%s: an array of cases is wanted\n", path.c_str());
        return false;
    }
    for (const auto& one : cases) {
        judge.begin(path.filename().string() + " " + one.value("id", std::string("?")));
        judgeCase(judge, one);
        ++(judge.end() ? tally.passed : tally.failed);
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    std::string tool = "tscope";
    std::vector<fs::path> folders;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--tscope" && i + 1 < argc)
            tool = argv[++i];
        else
            folders.emplace_back(argv[i]);
    }
    auto pattern = (fs::temp_directory_path() / "tscope-vectors-XXXXXX").string();
    const char* scratch = mkdtemp(pattern.data());
    if (folders.empty() || !scratch) {
        std::puts("usage: tscope_vectors --tscope PROGRAM DIR...");
        return 3;
    }

    Judge judge(tool, scratch);
    Tally tally;
    bool readable = true;
    for (const auto& folder : folders)
        for (const auto& [name, judgeCase] : kinds)
            if (fs::exists(folder / name))
                readable = runFile(folder / name, judgeCase, judge, tally) && readable;
    fs::remove_all(scratch);
    std::printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return readable && tally.failed == 0 && tally.passed > 0 ? 0 : 1;
}
