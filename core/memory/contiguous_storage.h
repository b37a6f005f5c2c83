// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

namespace tscope {

// A storage whose bytes lie in one run of memory; what keeps the run alive is the derived class's business.
class ContiguousStorage : public Storage
{
public:
    bool hasBytes() const final { return true; }
    const std::byte* data() const final { return m_data; }
    void read(std::int64_t begin, std::span<std::byte> out) const final;
    std::span<const std::byte> window(std::int64_t begin, std::int64_t end,
                                      std::vector<std::byte>& scratch) const final;

protected:
    // Precondition: `data` is not null, even when there are no bytes.
    ContiguousStorage(const std::byte* data, std::int64_t byteSize, Label label);

private:
    const std::byte* m_data;
};

// A place for runs of no bytes to start at: aligned, and never read.
std::byte* noBytes();

// Stops the program unless [begin, end) lies in a storage of byteSize bytes.
void checkWindow(std::int64_t begin, std::int64_t end, std::int64_t byteSize);
// The same for [begin, begin + count).
void checkRun(std::int64_t begin, std::size_t count, std::int64_t byteSize);

} // namespace tscope
