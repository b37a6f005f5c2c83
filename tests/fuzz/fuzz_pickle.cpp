// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/danger.h"
#include "io/pickle/lines.h"
#include "io/torch/object.h"

#include "fuzz/support/torch_document.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace tscope;

// Whatever the id of a storage asks for is there.
Result<TorchStorages::Record> record(const TorchStorageId& id)
{
    static const auto bytes = heapStorage(std::vector<std::byte>(256));
    return TorchStorages::Record{bytes, 0, std::min<std::int64_t>(id.numel, bytes->byteSize())};
}

} // namespace

// One pickle, through the machine and through what becomes of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view pickle(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto run = runPickle(pickle, {.opcodes = 100'000, .values = 100'000, .stack = 10'000});
    if (!run.error && (run.root == PickleTree::absent || run.end > pickle.size()))
        std::abort();
    static_cast<void>(pickleLines(run, {.count = 100}));
    WarningList warnings;
    const TorchObject object{.pickle = pickle,
                             .fileBytes = pickle.size(),
                             .idParts = (data[0] & 1) != 0 ? 6U : 5U,
                             .isBigEndian = (data[0] & 2) != 0};
    const auto document = readTorchObject(run, object, record, warnings, {});
    if (!document)
        return 0;
    // What is opened names nothing that is dangerous.
    if (dangerIn(run.tree))
        std::abort();
    writeTorchAndCheck(*document);
    return 0;
}
