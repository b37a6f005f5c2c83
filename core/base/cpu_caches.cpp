// SPDX-License-Identifier: Apache-2.0
#include "base/cpu_caches.h"

#include "base/human_numbers.h"
#include "base/say.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <tuple>

namespace tscope {

namespace {

constexpr int mostThreads = 1 << 16, mostCachesOfThread = 16;

std::string wordIn(const std::string& path)
{
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

// The digits at the front of the text, which are taken from it.
std::optional<std::int64_t> numberAtFront(std::string_view& text)
{
    std::int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
    return number;
}

// "32768K"
std::optional<std::int64_t> sizeIn(std::string_view text)
{
    constexpr std::int64_t mostKibibytes = 1 << 24;
    const auto kibibytes = numberAtFront(text);
    const bool isSize = kibibytes && text == "K" && *kibibytes > 0 && *kibibytes < mostKibibytes;
    return isSize ? std::optional(*kibibytes * 1024) : std::nullopt;
}

// How many threads "0-3,8-11" names.
std::optional<int> threadsIn(std::string_view list)
{
    int count = 0;
    while (true) {
        const auto first = numberAtFront(list);
        auto last = first;
        if (first && list.starts_with('-')) {
            list.remove_prefix(1);
            last = numberAtFront(list);
        }
        if (!first || !last || *first < 0 || *last < *first || *last >= mostThreads)
            return std::nullopt;
        count += static_cast<int>(*last - *first) + 1;
        if (list.empty())
            return count;
        if (!list.starts_with(','))
            return std::nullopt;
        list.remove_prefix(1);
    }
}

} // namespace

Result<std::vector<CpuCache>> cpuCaches(const std::string& folder)
{
    std::vector<CpuCache> out;
    std::set<std::tuple<int, std::string, std::string>> seen; // each is listed by all threads that share it
    std::error_code unknown;
    for (int thread = 0; thread < mostThreads; ++thread) {
        const auto ofThread = folder + "/cpu" + std::to_string(thread);
        if (!std::filesystem::exists(ofThread, unknown))
            break;
        for (int index = 0; index < mostCachesOfThread; ++index) {
            const auto ofCache = ofThread + "/cache/index" + std::to_string(index);
            const auto type = wordIn(ofCache + "/type"), sharers = wordIn(ofCache + "/shared_cpu_list"),
                       levelWord = wordIn(ofCache + "/level");
            if (type.empty())
                break;
            std::string_view levelText = levelWord;
            const auto level = numberAtFront(levelText);
            const auto bytes = sizeIn(wordIn(ofCache + "/size"));
            const auto threads = threadsIn(sharers);
            const bool isOfData = type == "Data" || type == "Unified";
            if (!isOfData || !level || *level < 1 || *level > mostCachesOfThread || !bytes || !threads)
                continue;
            CpuCache cache{static_cast<int>(*level), type == "Unified", *bytes, *threads, 0};
            if (!seen.emplace(cache.level, type, sharers).second)
                continue;
            const auto same = std::ranges::find_if(out, [&](const CpuCache& each) {
                return std::tuple(each.level, each.isUnified, each.bytes, each.threads) ==
                       std::tuple(cache.level, cache.isUnified, cache.bytes, cache.threads);
            });
            ++(same == out.end() ? out.emplace_back(cache) : *same).count;
        }
    }
    if (out.empty())
        return Error{
            ErrorCode::notFound, say("wanted the caches of the processor, found none in {0}", folder), {}, {}};
    std::ranges::stable_sort(out, {}, &CpuCache::level);
    return out;
}

std::string text(const CpuCache& cache)
{
    const auto name = 'L' + std::to_string(cache.level) + (cache.isUnified ? "" : "d");
    const auto size = byteSizeText(cache.bytes);
    return cache.threads == 1 ? say("{0} {1} for each thread", name, size)
                              : say("{0} {1}, shared by {2} threads", name, size, cache.threads);
}

} // namespace tscope
