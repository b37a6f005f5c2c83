// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "array/array.h"
#include "tensor/claims.h"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// An array in its role. A member may itself claim to be something else than strided (2.1): then its elements
// are not ours to read.
struct Member {
    const RoleSpec* role = nullptr; // never null; one of the layout's
    Array array;
    std::string layout = "strided";
    bool requiresGrad = false;
    std::string as = {}; // what the file called it; empty: the role's name

    // Strided, in bounds, of a known type and with bytes: elements may be looked at.
    bool isReadable() const { return isStrided() && array.isReadable(); }
    bool isStrided() const
    {
        constexpr std::string_view word = "strided";
        return layout.size() == word.size() && std::memcmp(layout.data(), word.data(), word.size()) == 0;
    }
};

// A JSON file named the tensor's parts as SciPy does: format, shape, data. A file that replaces it does so too.
struct ScipyKeys {
    bool hasBlocksize = false;
    bool hasBareWords = false; // NaN and the infinities stood without quotes
};

// A layout, its members, and what is claimed of them. A plain value that may be broken in any way: rules say how.
// Copies share all storages.
struct Tensor {
    const Layout* layout = nullptr;       // never null
    std::vector<Member> members;          // every required role once, optional ones at most once, in role order
    std::optional<Extents> size = {};     // absent: what the members say
    std::optional<DType> dtype = {};      // absent: that of the values
    std::optional<DType> indexDType = {}; // absent: that of the first index member
    std::optional<Device> device = {};    // absent: that of the values
    Claims claims = {};
    std::optional<ScipyKeys> scipyKeys = {};

    const Member* find(std::string_view role) const;
    Member* find(std::string_view role);
    const Member& member(std::string_view role) const; // precondition: has it

    // What the tensor declares, or the member that speaks for it.
    const DType& declaredDType() const;
    const DType& declaredIndexDType() const; // of layouts without index members: int64
    const Device& declaredDevice() const;
    std::string declaredLayout() const; // the tag it carries: claim "declared_layout", else the layout's name
};

// The role that a word names, by our name or any alias; null when none does.
const RoleSpec* roleNamed(const Layout& layout, std::string_view word);

// Puts the members in role order. Fails when a required role is missing or one is given twice.
Result<Tensor> makeTensor(const Layout& layout, std::vector<Member> members);

} // namespace tscope
