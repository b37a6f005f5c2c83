// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "dispatch/abi.h"
#include "tensor/tensor.h"

#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace tscope {

// A tensor as backends see it. Keeps its bytes alive.
class Operand
{
public:
    // How elements may lie: those of a strided tensor, and the values of any other.
    struct Lie {
        bool inRows = false;   // strided: those of the last dim side by side
        bool isSpaced = false; // values: in any strides
    };
    // Members that a kernel could not read as they lie are copied: bytes in several runs, elements at odd
    // addresses, what does not lie as said. Precondition: proven. Fails when that would take more than `maxBytes`.
    static Result<Operand> reading(const Tensor& tensor, Lie lie, std::int64_t maxBytes);

    tscope_operand abi() const;
    std::int64_t bytesCopied() const { return m_bytesCopied; }
    // Of each member that in which it lies; null: it was copied.
    std::span<const StoragePtr> storages() const { return m_storages; }

private:
    std::vector<Array> m_arrays;
    std::vector<StoragePtr> m_storages;
    std::vector<tscope_array> m_members;
    Extents m_size;
    Form m_form;
    std::int64_t m_entries = 0, m_bytesCopied = 0;
};

// A tensor that a kernel is going to write.
class ResultOperand
{
public:
    // With room for so many entries in each batch entry. `shared`: see tscope_kernel.
    static Result<ResultOperand> make(const Form& form, std::int64_t entries, std::span<const Tensor> inputs,
                                      const std::int32_t* shared, std::int64_t maxBytes);

    tscope_operand abi() const;
    std::int64_t bytesWritten(std::int64_t entries) const;
    // What was written, when there turned out to be so many entries, as living on that device.
    Result<Tensor> tensor(std::int64_t entries, const Device& device = {}) &&;

private:
    struct Slot {
        std::optional<StorageBuilder> bytes; // none: the member is that of an input
        std::optional<Array> array;
    };
    Form m_form;
    std::int64_t m_entries = 0;
    std::vector<Slot> m_slots;
    std::vector<MemberForm> m_forms;
    std::deque<Extents> m_strides;
    std::vector<tscope_array> m_members;
};

// Set if such a result, even without entries, has more than kernels can count or may use. `shared`: as above.
std::optional<Error> whyNotForKernels(const Form& form, const std::int32_t* shared, std::int64_t maxBytes);
// One without members, for a kernel that is asked how much room it needs. The form must outlive it.
tscope_operand emptyOperand(const Form& form);
// Of its elements, once each.
std::int64_t bytesOf(const tscope_array& array);
// Members that the host needs, wherever the elements live: the tables of components.
bool isHostTable(const Layout& layout, const RoleSpec& role);
// The form that a proven tensor has.
Form formOf(const Tensor& tensor);

} // namespace tscope
