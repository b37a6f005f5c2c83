// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

namespace tscope {

// As long as it lives, a page of a mapped file that is read brings none of its neighbours from the disk: systems
// read up to megabytes ahead, which is a loss to who looks at few places far apart.
class ScatteredReads
{
public:
    explicit ScatteredReads(const Storage& storage);
    ~ScatteredReads();
    ScatteredReads(const ScatteredReads&) = delete;
    ScatteredReads& operator=(const ScatteredReads&) = delete;

    // The page of this byte will be read soon: of many that are asked for first a disk brings several at a time.
    // Precondition: it is one of the storage's.
    void want(const std::byte* byte) const;

private:
    void* m_pages = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace tscope
