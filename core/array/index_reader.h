// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "array/runs.h"

namespace tscope {

// Reads an integer array as int64, whatever its type, geometry and storage; what it reads stays as it was when
// the reader was made. May be used from several threads.
class IndexReader
{
public:
    // Precondition: the type is index-like and the array readable.
    explicit IndexReader(const Array& array);

    std::int64_t numel() const { return m_runs.numel(); }
    const Storage& storage() const { return *m_storage; }
    const StoragePtr& sharedStorage() const { return m_storage; }
    std::int64_t storageNumel() const { return m_storageNumel; }

    std::int64_t at(std::int64_t position) const;     // row-major; precondition: 0 <= position < numel()
    std::int64_t atOffset(std::int64_t offset) const; // in the storage; precondition: 0 <= offset < storageNumel()
    // The positions from `position` on, as many as `out` has. Precondition: they are all there.
    void read(std::int64_t position, std::span<std::int64_t> out) const;

private:
    StoragePtr m_storage;
    const std::byte* m_data; // null when the storage does not lie in one run
    DType m_dtype;
    std::int64_t m_itemSize;
    std::int64_t m_storageNumel;
    Runs m_runs;
};

} // namespace tscope
