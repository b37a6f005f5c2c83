// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace tscope::test {

// Bytes that begin `shift` bytes behind a multiple of 64.
class ShiftedStorage final : public Storage
{
public:
    ShiftedStorage(std::int64_t byteSize, std::int64_t shift, Label label)
        : Storage(byteSize, std::move(label)), m_bytes(static_cast<std::size_t>(byteSize + shift + 64))
    {
        const auto address = reinterpret_cast<std::uintptr_t>(m_bytes.data());
        m_begin = m_bytes.data() + (64 - address % 64) + shift;
    }

    bool hasBytes() const override { return true; }
    const std::byte* data() const override { return m_begin; }
    void read(std::int64_t begin, std::span<std::byte> out) const override
    {
        std::copy_n(m_begin + begin, out.size(), out.begin());
    }
    std::span<const std::byte> window(std::int64_t begin, std::int64_t end,
                                      std::vector<std::byte>& /*scratch*/) const override
    {
        return {m_begin + begin, static_cast<std::size_t>(end - begin)};
    }
    std::byte* begin() { return m_begin; }

private:
    std::vector<std::byte> m_bytes;
    std::byte* m_begin = nullptr;
};

// The member's bytes on that device, moved `shift` bytes off an aligned address.
inline void shift(Member& member, std::int64_t shift, const Device& device)
{
    const auto size = member.array.storage->byteSize();
    auto shifted = std::make_shared<ShiftedStorage>(size, shift, Storage::Label{device, false});
    if (member.array.storage->hasBytes())
        member.array.storage->read(0, {shifted->begin(), static_cast<std::size_t>(size)});
    member.array.storage = std::move(shifted);
}

// All members on a device; the values half an element off, or (sound) a whole one.
inline void misalignOnCuda(Tensor& tensor, bool toBreak)
{
    for (auto& member : tensor.members) {
        const auto item = member.array.dtype.itemSize();
        shift(member, member.role->kind == RoleKind::values && toBreak ? item / 2 : item, {"cuda", 0});
    }
}

} // namespace tscope::test
