// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"
#include "io/torch/arguments.h"
#include "io/torch/names.h"
#include "io/torch/storages.h"
#include "tensor/claims.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// A call that rebuilds a tensor, out of the wrappings that don't matter to us: parameters, subclasses.
struct TorchRebuilt {
    TorchName by = TorchName::unknown;
    PickleTree::Id function = PickleTree::absent;
    PickleTree::Id arguments = PickleTree::absent; // of a lone storage: itself
    bool isStorage = false;
    bool requiresGrad = false;
    std::optional<Device> device = {}; // that it is moved to
};

// One member of a tensor, and what is said of it beside.
struct TorchArray {
    Array array;
    bool requiresGrad = false;
    std::string layout = "strided"; // another: it is only described, its elements are not at hand
    std::optional<Device> device = {};
    Claims claims = {};
    std::optional<DType> meantAs = {}; // qint32, whose elements are shown as int32
};

// Reads arrays out of the calls by which a pickle would have PyTorch rebuild them.
class TorchArrays
{
public:
    using Id = PickleTree::Id;

    // `idParts`: how many parts the id of a storage has in this kind of file.
    TorchArrays(const PickleTree& tree, TorchStorages& storages, std::size_t idParts, WarningList& warnings,
                const Watch& watch)
        : m_tree(tree), m_storages(storages), m_idParts(idParts), m_warnings(warnings), m_watch{watch.stop},
          m_numpyBytesLeft(numpyBytesOfAnyFile + static_cast<std::int64_t>(tree.pickleBytes()))
    {
    }

    const PickleTree& tree() const { return m_tree; }
    bool isTensor(Id value) const; // or a storage by itself, which is shown as one
    Result<TorchRebuilt> unwrapped(Id value) const;
    TorchArguments argumentsOf(const TorchRebuilt& rebuilt) const;
    // The dicts of attributes of a tensor; a wrapper keeps the tensors that it is made of in them. If an unknown
    // function makes the tensor, also the tuple of its arguments.
    std::vector<Id> attachedTo(Id value) const;

    Result<TorchArray> read(Id value);
    Result<TorchArray> read(const TorchRebuilt& rebuilt);

    // The first of the scales of a quantised tensor that are too many to be kept. Empties itself.
    std::vector<std::pair<std::string, std::string>> takeRemarks() { return std::exchange(m_remarks, {}); }

private:
    Result<TorchArray> readStored(const TorchArguments& arguments, TorchName by);
    Result<TorchArray> readLoneStorage(Id persistent);
    Result<TorchArray> readWithoutBytes(const TorchArguments& arguments, TorchName by);
    Result<TorchArray> readNumpy(const TorchArguments& arguments);
    TorchArray described(const TorchRebuilt& rebuilt);
    static void showStored(TorchArray& array);
    Result<void> readMetadata(const TorchArguments& arguments, std::size_t i, Claims& claims) const;
    Result<void> readQuantizer(const TorchArguments& arguments, std::size_t i, Claims& claims);
    // Claims the numbers of a tensor or list by this name; of too many the first are remarked on. Tells what those
    // of a tensor are.
    std::optional<ElementClass> keepNumbers(std::string name, Id row, Claims& claims);

    const PickleTree& m_tree;
    TorchStorages& m_storages;
    std::size_t m_idParts;
    WarningList& m_warnings;
    Watch m_watch; // may stop, but is told nothing
    // Each array of NumPy has its elements in the pickle, unless somebody means harm.
    static constexpr std::int64_t numpyBytesOfAnyFile = std::int64_t{16} << 20;
    std::int64_t m_numpyBytesLeft;
    std::vector<std::pair<std::string, std::string>> m_remarks;
    std::int64_t m_slicesLeft = 1 << 20; // of quantised tensors, whose scales are kept as text
};

// What the two forms of a sparse tensor hold beside its members.
struct TorchSparse {
    std::vector<PickleTree::Id> members; // indices, values; or pointers, plain indices, values
    PickleTree::Id size = PickleTree::absent;
    PickleTree::Id coalesced = PickleTree::absent;
    std::string tag; // "torch.sparse_csr"
    bool isCompressed() const { return members.size() == 3; }
};
Result<TorchSparse> torchSparse(const TorchArrays& arrays, const TorchRebuilt& rebuilt);

} // namespace tscope
