// SPDX-License-Identifier: Apache-2.0
#include "history/history_node.h"

#include <atomic>

namespace tscope {

namespace {

std::uint64_t nextNumber()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

HistoryNode::HistoryNode(HistoryRecord record) : m_record(std::move(record)), m_number(nextNumber()) {}

HistoryNode::~HistoryNode()
{
    std::vector<HistoryPtr> going;
    const auto take = [&going](HistoryRecord& record) {
        for (auto& input : record.inputs)
            if (input.node)
                going.push_back(std::move(input.node));
    };
    take(m_record);
    while (!going.empty()) {
        const auto node = std::move(going.back());
        going.pop_back();
        if (node.use_count() > 1)
            continue;
        // The last owner of a node may take it apart; what others did to it before they let go has to be seen.
        std::atomic_thread_fence(std::memory_order_acquire);
        take(const_cast<HistoryNode&>(*node).m_record); // made by make_shared<HistoryNode>, not const
    }
}

Tensor withoutValues(Tensor tensor)
{
    for (auto& member : tensor.members)
        if (member.role->kind == RoleKind::values) {
            const auto& storage = *member.array.storage;
            member.array.storage = declaredStorage(storage.byteSize(), {storage.device(), storage.isPinned()});
        }
    return tensor;
}

bool canRequireGradient(const DType& type)
{
    switch (type.type()) {
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f32:
    case ElementType::f64:
        return true;
    default:
        return false;
    }
}

} // namespace tscope
