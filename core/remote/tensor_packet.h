// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "memory/storage.h"
#include "remote/channel.h"
#include "tensor/tensor.h"

#include <map>
#include <memory>
#include <vector>

namespace tscope::remote {

// Storages that other processes can map. One that does not lie in shared memory is copied there once, and the copy
// is kept as long as the storage lives; one that does is found by itself.
class SharedStorages
{
public:
    // Preconditions: it has bytes.
    Result<SharedMemory> sharing(const StoragePtr& storage);
    std::int64_t bytesCopied() const { return m_bytesCopied; }

private:
    struct Entry {
        std::weak_ptr<const Storage> storage;
        SharedMemory memory;
    };
    std::map<std::uint64_t, Entry> m_entries; // by the id of the storage
    std::int64_t m_bytesCopied = 0;
};

// A packet that is put together: a description, and the storages that it numbers.
class Outgoing
{
public:
    explicit Outgoing(SharedStorages& storages) : m_storages(storages) {}
    // What stands for the tensor in the description. Fails where its bytes can't be shared.
    Result<Json> add(const Tensor& tensor);
    // Their bytes are kept until then.
    Result<void> send(Channel& channel, const Json& description, const Patience& patience) const;

private:
    SharedStorages& m_storages;
    std::vector<SharedMemory> m_memories;
    std::map<std::uint64_t, std::size_t> m_numbers;
};

// The storages that came with a packet, and tensors by what stands for them. What another process says is not
// believed: numbers are bounded and names looked up, and tensors come as unproven as those of a file.
class Incoming
{
public:
    static Result<Incoming> of(Packet packet);
    Json& description() { return *m_description; } // to be read or moved from
    Result<Tensor> tensor(const Json& from);

private:
    Incoming() = default;
    StoragePtr storage(std::size_t number, const Storage::Label& label);

    std::shared_ptr<Json> m_description;
    std::vector<SharedMemory> m_memories;
    std::map<std::pair<std::size_t, std::string>, StoragePtr> m_storages; // by number and label
};

} // namespace tscope::remote
