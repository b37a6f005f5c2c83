// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/document.h"

#include <map>
#include <string>
#include <vector>

namespace tscope::test {

// The first difference between two documents as far as a file can keep them, or nothing. What a file called a
// member and the warnings are no part of it.
inline std::string firstDifference(const Document& a, const Document& b)
{
    if (a.tensors.size() != b.tensors.size())
        return "number of tensors";
    std::map<std::uint64_t, std::uint64_t> partner; // storages that must correspond, both ways
    for (std::size_t t = 0; t < a.tensors.size(); ++t) {
        const auto& x = a.tensors[t].tensor;
        const auto& y = b.tensors[t].tensor;
        const auto at = "tensor " + std::to_string(t) + ": ";
        if (a.tensors[t].name != b.tensors[t].name)
            return at + "name";
        if (x.layout != y.layout || x.size != y.size || x.dtype != y.dtype || x.indexDType != y.indexDType ||
            x.device != y.device || !(x.claims == y.claims))
            return at + "what it declares";
        if (x.members.size() != y.members.size())
            return at + "number of members";
        for (std::size_t m = 0; m < x.members.size(); ++m) {
            const auto& p = x.members[m];
            const auto& q = y.members[m];
            const auto here = at + std::string(p.role->name) + ": ";
            if (p.role != q.role || p.layout != q.layout || p.requiresGrad != q.requiresGrad)
                return here + "member";
            if (p.array.dtype != q.array.dtype || p.array.dtype.itemSize() != q.array.dtype.itemSize())
                return here + "dtype";
            if (!(p.array.geometry == q.array.geometry))
                return here + "geometry";
            const auto& s = *p.array.storage;
            const auto& r = *q.array.storage;
            const auto [known, isNew] = partner.emplace(s.id(), r.id());
            if (!isNew && known->second != r.id())
                return here + "sharing";
            if (!(s.device() == r.device()) || s.isPinned() != r.isPinned())
                return here + "device";
            if (p.array.storageNumel() != q.array.storageNumel())
                return here + "storage length";
            if (s.byteSize() == 0)
                continue;
            if (s.hasBytes() != r.hasBytes())
                return here + "has bytes";
            if (!s.hasBytes())
                continue;
            std::vector<std::byte> left(static_cast<std::size_t>(s.byteSize())), right(left.size());
            if (s.byteSize() != r.byteSize())
                return here + "bytes";
            s.read(0, left);
            r.read(0, right);
            if (left != right)
                return here + "elements";
        }
    }
    return {};
}

} // namespace tscope::test
