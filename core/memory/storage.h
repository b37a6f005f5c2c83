// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "memory/buffer_pool.h"
#include "memory/device.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

class Storage;
using StoragePtr = std::shared_ptr<const Storage>;

// A run of bytes on one device, shared by arrays and never changed once shared: an edit makes a new storage
// that shares all untouched pages with the old one. May be declared only, with a length but no bytes.
//
// Bytes are reached in windows. A window that lies in one run of memory is handed out as it is; one that
// crosses from an edited page into an untouched one is put together in the caller's scratch.
class Storage
{
public:
    virtual ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    std::uint64_t id() const { return m_id; } // unique in this process; an edited copy has its own
    std::int64_t byteSize() const { return m_byteSize; }
    const Device& device() const { return m_device; }
    bool isPinned() const { return m_pinned; }
    virtual bool hasBytes() const = 0; // false: declared only
    // Its bytes are made when they are asked for, which takes time and memory (late_storage.h).
    virtual bool isLate() const { return false; }
    // Cut from a longer run, such as the record of a file (partOf): its address is no choice of the data's owner.
    virtual bool isPart() const { return false; }

    // All bytes in one run of memory, or null (no bytes, or edited pages lie apart).
    virtual const std::byte* data() const = 0;

    // The bytes [begin, begin + out.size()), which must lie inside. Precondition: hasBytes().
    virtual void read(std::int64_t begin, std::span<std::byte> out) const = 0;

    // The bytes [begin, end) in one run; `scratch` is used (and grown) only when they do not lie so.
    virtual std::span<const std::byte> window(std::int64_t begin, std::int64_t end,
                                              std::vector<std::byte>& scratch) const = 0;

    struct Label {
        Device device = {};
        bool pinned = false;
    };

protected:
    Storage(std::int64_t byteSize, Label label);

private:
    std::uint64_t m_id;
    std::int64_t m_byteSize;
    Device m_device;
    bool m_pinned;
};

// Memory that another process can map by its descriptor. Pages are zero until written through bytes(). Where
// the system allows, it is sealed against shrinking, so that no peer can take mapped pages away.
class SharedMemory
{
public:
    static Result<SharedMemory> create(std::int64_t byteSize);
    // The same for output of a length that is not known yet: keepFirst() tells it in the end.
    static Result<SharedMemory> reserved(std::int64_t byteSize);
    // Takes a descriptor received from elsewhere (it is duplicated) and maps `byteSize` bytes of it.
    static Result<SharedMemory> attach(int descriptor, std::int64_t byteSize);

    std::span<std::byte> bytes();
    int descriptor() const;
    StoragePtr storage(Storage::Label label = {}) const; // shares the mapping
    // The memory that such a storage lies in; nothing for one that lies elsewhere.
    static std::optional<SharedMemory> of(const Storage& storage);
    // Of reserved memory: nothing behind the first bytes has been written, and it goes. Precondition: no storage
    // shares the mapping yet.
    void keepFirst(std::int64_t byteSize);

private:
    struct Mapping;
    static Result<SharedMemory> make(std::int64_t byteSize, bool isSealed);
    explicit SharedMemory(std::shared_ptr<Mapping> mapping) : m_mapping(std::move(mapping)) {}
    std::shared_ptr<Mapping> m_mapping;
};

// From so many bytes on, what builders make in this process lies in shared memory at once: a process says so whose
// results another one is to have. -1: nothing does.
std::int64_t shareStoragesFrom(std::int64_t byteSize); // what it was before

// Bytes that are still being filled; seal() hands them over as a storage. They start at a multiple of 64, and
// pages of large ones take no memory before they are written.
class StorageBuilder
{
public:
    // Zeroed bytes. Each maker fails when `byteSize` is negative or memory is not to be had.
    static Result<StorageBuilder> make(std::int64_t byteSize);
    // Bytes of any value, for who writes them all: large ones come from memory that was used before, and go back
    // there when the storage dies.
    static Result<StorageBuilder> unset(std::int64_t byteSize);
    // The same for output of which only the longest possible length is known: see sealFirst.
    static Result<StorageBuilder> reserved(std::int64_t byteSize);

    std::span<std::byte> bytes() { return m_shared ? m_shared->bytes() : m_bytes.bytes(); }
    StoragePtr seal(Storage::Label label = {}) &&;
    // Only the first bytes, nothing behind them having been written.
    StoragePtr sealFirst(std::int64_t byteSize, Storage::Label label = {}) &&;

private:
    explicit StorageBuilder(Buffer bytes) : m_bytes(std::move(bytes)) {}
    explicit StorageBuilder(SharedMemory shared) : m_shared(std::move(shared)) {}
    static Result<StorageBuilder> from(Buffer (*make)(std::int64_t), std::int64_t byteSize);

    Buffer m_bytes; // or:
    std::optional<SharedMemory> m_shared;
};

// A length without bytes: "no data given", meta tensors.
StoragePtr declaredStorage(std::int64_t byteSize, Storage::Label label = {});
// A copy of these bytes on the heap. Precondition: memory for them can be had.
StoragePtr heapStorage(std::span<const std::byte> bytes, Storage::Label label = {});
// The bytes [begin, begin + byteSize) of a storage that has them in one run, not copied: a record inside a mapped
// file. Keeps `whole` alive. Precondition: they lie inside.
StoragePtr partOf(const StoragePtr& whole, std::int64_t begin, std::int64_t byteSize, Storage::Label label = {});
// The same bytes under another label. Copied only where they neither lie in one run nor are made late.
// Precondition: memory for a copy can be had.
StoragePtr relabelled(const StoragePtr& storage, Storage::Label label);
// [begin, begin + byteSize) of a file; -1: up to its end. A few megabytes are read, more is mapped: that costs
// nothing and shows what others write into the file later. Of a file cut short meanwhile lost_pages.h tells. A
// file that is too short to begin with has the reason "short".
Result<StoragePtr> mapFile(const std::string& path, std::int64_t begin = 0, std::int64_t byteSize = -1,
                           Storage::Label label = {});

// One changed run of bytes.
struct BytePatch {
    std::int64_t begin = 0;
    std::vector<std::byte> bytes;
};

// `base` with these runs replaced, later ones winning: touched pages are copied, all others stay shared, and
// patching a patched storage adds no layer. Preconditions: base->hasBytes(), every patch lies inside.
StoragePtr patched(const StoragePtr& base, std::span<const BytePatch> patches);

// Another storage of the same bytes, none of which is copied: writing into one of the two does not change the
// other.
StoragePtr copyOnWrite(const StoragePtr& storage);

inline constexpr std::int64_t patchPageBytes = std::int64_t{1} << 16;

} // namespace tscope
