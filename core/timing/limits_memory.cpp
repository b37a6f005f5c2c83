// SPDX-License-Identifier: Apache-2.0
#include "timing/limits_memory.h"

#include "io/whole_file.h"
#include "timing/limits.h"
#include "timing/roofs.h"
#include "timing/session_json.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>

namespace tscope::timing {

namespace {

constexpr std::size_t mostKept = 12; // measurements of a device

struct Place {
    std::mutex mutex;
    std::string path;
};

Place& place()
{
    static Place one;
    return one;
}

std::string pathNow()
{
    const std::lock_guard lock(place().mutex);
    return place().path;
}

// Of this machine, or nothing yet.
Session kept(const std::string& path)
{
    auto session = readSessionFile(path);
    if (session && isThisMachine(session->machine))
        return std::move(*session);
    Session none;
    none.machine = thisMachine();
    return none;
}

Limits withoutRepeats(Limits limits)
{
    limits.repeats.clear();
    limits.others = 0;
    limits.measuredAt.clear();
    return limits;
}

} // namespace

void rememberLimitsIn(const std::string& path)
{
    const std::lock_guard lock(place().mutex);
    place().path = path;
}

std::string usualLimitsFile()
{
    const auto* state = std::getenv("XDG_STATE_HOME");
    const auto* home = std::getenv("HOME");
    std::filesystem::path folder;
    if (state != nullptr && *state == '/')
        folder = state;
    else if (home != nullptr && *home == '/')
        folder = std::filesystem::path(home) / ".local" / "state";
    else
        return {};
    return (folder / "tensorscope" / "limits.json").string();
}

std::vector<Limits> limitsKeptIn(const std::string& path)
{
    return path.empty() ? std::vector<Limits>() : kept(path).limits;
}

std::vector<Limits> allRememberedLimits()
{
    return limitsKeptIn(pathNow());
}

std::vector<Limits> rememberedLimits(const std::string& device)
{
    const auto path = pathNow();
    if (path.empty())
        return {};
    const auto session = kept(path);
    const auto* limits = session.limitsOf(device);
    return limits == nullptr ? std::vector<Limits>() : limits->repeats;
}

void rememberLimits(const std::string& device, std::vector<Limits> measurements)
{
    const auto path = pathNow();
    if (path.empty() || measurements.empty())
        return;
    auto session = kept(path);
    auto best = bestOf(worthKeeping(std::move(measurements), mostKept));
    best.device = device;
    const auto before = std::ranges::find(session.limits, device, &Limits::device);
    if (before == session.limits.end())
        session.limits.push_back(std::move(best));
    else
        *before = std::move(best);
    std::error_code unknown;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), unknown);
    [[maybe_unused]] const auto written = writeWholeFile(path, sessionText(session));
}

std::vector<Limits> worthKeeping(std::vector<Limits> measurements, std::size_t most)
{
    if (measurements.empty())
        return measurements;
    const auto all = bestOf(measurements);
    const auto best = withoutRepeats(all);
    const auto doubtful = doubtfulRatesIn(all);
    for (std::size_t i = 0; i < measurements.size() && measurements.size() > std::max<std::size_t>(most, 1);) {
        auto others = measurements;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const auto now = bestOf(others);
        if (withoutRepeats(now) == best && doubtfulRatesIn(now) == doubtful)
            measurements = std::move(others);
        else
            ++i;
    }
    return measurements;
}

} // namespace tscope::timing
