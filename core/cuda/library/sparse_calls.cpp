// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/sparse_calls.h"

#include "cuda/library/shared_library.h"

#include <array>
#include <cstdio>
#include <utility>

namespace tscope::cuda {

namespace {

constexpr std::pair oldest{12, 6}; // the first that has all that we call

thread_local std::string words;

void hear(int, const char*, const char* message)
{
    words = message;
}

template <class Function>
bool find(const SharedLibrary& library, const std::string& name, Function& function, std::string& missing)
{
    function = reinterpret_cast<Function>(library.symbol(name.c_str()));
    if (function == nullptr)
        missing = name;
    return function != nullptr;
}

SparseLibrary opened()
{
    const SharedLibrary library("libcusparse.so.12");
    if (!library.isOpen())
        return {nullptr, "cuSPARSE was not found (" + library.why() + ')', {}};

    static SparseCalls calls;
    std::string missing;
    decltype(&cusparseGetProperty) property = nullptr;
    bool isWhole = find(library, "cusparseGetProperty", property, missing);
#define TSCOPE_FIND(name) isWhole = isWhole && find(library, "cusparse" #name, calls.name, missing);
    TSCOPE_SPARSE_CALLS(TSCOPE_FIND)
#undef TSCOPE_FIND
    if (!isWhole)
        return {nullptr, "the cuSPARSE that was found has no " + missing, {}};

    std::array<int, 3> version{};
    property(MAJOR_VERSION, &version[0]);
    property(MINOR_VERSION, &version[1]);
    property(PATCH_LEVEL, &version[2]);
    const auto text =
        std::to_string(version[0]) + '.' + std::to_string(version[1]) + '.' + std::to_string(version[2]);
    if (std::pair(version[0], version[1]) < oldest)
        return {nullptr,
                "cuSPARSE " + std::to_string(oldest.first) + '.' + std::to_string(oldest.second) +
                    " or newer was wanted, found " + text,
                {}};

    decltype(&cusparseLoggerSetLevel) setLevel = nullptr;
    decltype(&cusparseLoggerSetCallback) setCallback = nullptr;
    decltype(&cusparseLoggerSetFile) setFile = nullptr;
    if (find(library, "cusparseLoggerSetLevel", setLevel, missing) &&
        find(library, "cusparseLoggerSetCallback", setCallback, missing) &&
        find(library, "cusparseLoggerSetFile", setFile, missing)) {
        if (auto* nowhere = std::fopen("/dev/null", "w")) // else it writes to standard output, too; never closed
            setFile(nowhere);
        setLevel(1); // errors
        setCallback(hear);
    }
    return {&calls, {}, text};
}

} // namespace

const SparseLibrary& sparseLibrary()
{
    static const SparseLibrary library = opened();
    return library;
}

std::string takeSparseWords()
{
    return std::exchange(words, {});
}

} // namespace tscope::cuda
