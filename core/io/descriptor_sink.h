// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/save_watch.h"
#include "io/sink.h"

#include <vector>

namespace tscope {

// Writes to an open file, pipe or device. After the first failure, or once it is stopped, it takes no more bytes.
class DescriptorSink final : public Sink
{
public:
    DescriptorSink(int descriptor, const SaveWatch& watch);

    bool isStopped() const override { return m_failure != 0 || m_watch.isStopped(); }
    // The system's code of the first failure; 0: none.
    int failure() const { return m_failure; }
    int finish(); // writes what is left, and the same

private:
    void take(std::span<const std::byte> bytes) override;
    void write(std::span<const std::byte> bytes);
    bool isReady() const;

    int m_descriptor;
    bool m_isFile; // which never makes a writer wait
    const SaveWatch& m_watch;
    std::vector<std::byte> m_small; // runs that are written together
    std::int64_t m_taken = 0;
    int m_failure = 0;
};

} // namespace tscope
