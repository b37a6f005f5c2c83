// SPDX-License-Identifier: Apache-2.0
// Runs one fuzz target over a kept corpus, without libFuzzer: each file once, in the order of their names.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

// Targets with a mutator of their own name this function of libFuzzer's; a replay mutates nothing.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t*, std::size_t size, std::size_t)
{
    return size;
}

namespace {

namespace fs = std::filesystem;

bool replay(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (in.bad() || !in.is_open()) {
        std::fprintf(stderr, "cannot read %s\n", file.c_str());
        return false;
    }
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    // Said before the run, so that the last line of a crash names its input.
    std::printf("%s (%zu bytes)\n", file.c_str(), bytes.size());
    std::fflush(stdout);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint8_t nothing = 0;
    LLVMFuzzerTestOneInput(&nothing, 0);

    bool readAll = true;
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        std::error_code error;
        if (!fs::is_directory(argv[i], error)) {
            files.emplace_back(argv[i]);
            continue;
        }
        for (auto it = fs::directory_iterator(argv[i], error); !error && it != fs::directory_iterator();
             it.increment(error)) {
            files.push_back(it->path());
        }
        if (error) {
            std::fprintf(stderr, "cannot list %s: %s\n", argv[i], error.message().c_str());
            readAll = false;
        }
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        readAll = replay(file) && readAll;
    }
    std::printf("%zu inputs replayed\n", files.size() + 1);
    return readAll ? 0 : 1;
}
