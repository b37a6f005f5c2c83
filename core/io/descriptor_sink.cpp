// SPDX-License-Identifier: Apache-2.0
#include "io/descriptor_sink.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope {

namespace {

constexpr std::size_t atOnce = std::size_t{8} << 20; // one run may be a whole array
constexpr std::size_t together = std::size_t{1} << 18;

bool isFile(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

DescriptorSink::DescriptorSink(int descriptor, const SaveWatch& watch)
    : m_descriptor(descriptor), m_isFile(isFile(descriptor)), m_watch(watch)
{
}

void DescriptorSink::take(std::span<const std::byte> bytes)
{
    for (; !bytes.empty() && !isStopped(); bytes = bytes.subspan(std::min(atOnce, bytes.size()))) {
        const auto some = bytes.first(std::min(atOnce, bytes.size()));
        if (m_small.size() + some.size() > together) {
            write(m_small);
            m_small.clear();
        }
        if (some.size() > together)
            write(some);
        else
            m_small.insert(m_small.end(), some.begin(), some.end());
        m_taken += static_cast<std::int64_t>(some.size());
        if (m_watch.written)
            m_watch.written(m_taken);
    }
}

// A pipe may be read slowly, or never: it is written to only when that does not wait.
bool DescriptorSink::isReady() const
{
    constexpr int look = 50; // milliseconds
    while (!isStopped()) {
        pollfd waiting{m_descriptor, POLLOUT, 0};
        if (::poll(&waiting, 1, look) != 0)
            return true; // also where it failed: writing says why
    }
    return false;
}

void DescriptorSink::write(std::span<const std::byte> bytes)
{
    constexpr std::size_t pipeTakes = 4096; // without waiting, once it is ready
    while (!bytes.empty() && isReady()) {
        const auto some = bytes.first(std::min(bytes.size(), m_isFile ? atOnce : pipeTakes));
        auto count = ::write(m_descriptor, some.data(), some.size());
        if (count < 0 &&
            errno == EFAULT) { // of a mapped file that was cut short: when read, it is zeros (lost_pages.h)
            const std::vector<std::byte> copy(some.begin(), some.end());
            count = ::write(m_descriptor, copy.data(), copy.size());
        }
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            m_failure = errno;
        else
            bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

int DescriptorSink::finish()
{
    write(m_small);
    m_small.clear();
    return m_failure;
}

} // namespace tscope
