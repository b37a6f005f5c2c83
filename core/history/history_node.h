// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"
#include "dispatch/params.h"
#include "proof/prove.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tscope {

struct GradientRule;
class HistoryNode;
using HistoryPtr = std::shared_ptr<const HistoryNode>;

// A proven tensor and where it came from. Tensors know nothing of their history, so that only those pay for one
// who want it.
struct Recorded {
    Sound sound;
    HistoryPtr node = nullptr; // which made it; null: no gradient is wanted of it
    std::size_t result = 0;    // of that node
    std::string name = {};     // for people; empty: it has none

    const Tensor& tensor() const { return sound.tensor(); }
    bool requiresGradient() const { return node != nullptr; }
};

// What one operation left behind for backward().
struct HistoryRecord {
    struct Input {
        HistoryPtr node = nullptr; // null: it requires no gradient
        std::size_t result = 0;    // of that node
        bool isView = false;       // the operation's result lies in the storage of this input
        // The input as backward() needs it. Where its values are not read, they are declared only: no bytes are
        // kept.
        Tensor kept = {};
        bool keepsValues = false;
        std::string name = {}; // that it had
    };

    std::string operation;              // "matmul", "transpose(0, 1)"; of a leaf "leaf"
    const GradientRule* rule = nullptr; // null: a leaf, or an operation without a gradient
    std::vector<Input> inputs = {};     // none: a leaf
    std::vector<Tensor> results = {};   // without values
    // How it was called.
    std::variant<std::monostate, Params, ViewStep> call = {};
};

// One step of a history. Its inputs exist before it and never change, so that no history has a cycle.
class HistoryNode
{
public:
    explicit HistoryNode(HistoryRecord record);
    // Ends long histories one node after the other, whatever the size of the stack.
    ~HistoryNode();
    HistoryNode(const HistoryNode&) = delete;
    HistoryNode& operator=(const HistoryNode&) = delete;

    const HistoryRecord& record() const { return m_record; }
    std::uint64_t number() const { return m_number; } // greater than that of every input
    bool isLeaf() const { return m_record.inputs.empty(); }

private:
    HistoryRecord m_record;
    std::uint64_t m_number;
};

// The same tensor over storages of values that are declared only.
Tensor withoutValues(Tensor tensor);
// Whether gradients of this type can be had: real numbers with fractions.
bool canRequireGradient(const DType& type);

} // namespace tscope
