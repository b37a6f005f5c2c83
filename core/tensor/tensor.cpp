// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include "base/check.h"
#include "base/say.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

namespace {

const Member* firstOfKind(const Tensor& tensor, RoleKind kind)
{
    const auto at = std::ranges::find_if(tensor.members, [&](const Member& m) { return m.role->kind == kind; });
    return at == tensor.members.end() ? nullptr : &*at;
}

} // namespace

const Member* Tensor::find(std::string_view role) const
{
    const auto at = std::ranges::find_if(members, [&](const Member& m) { return m.role->name == role; });
    return at == members.end() ? nullptr : &*at;
}

Member* Tensor::find(std::string_view role)
{
    return const_cast<Member*>(std::as_const(*this).find(role));
}

const Member& Tensor::member(std::string_view role) const
{
    const auto* found = find(role);
    TSCOPE_CHECK(found, "a required member is always there");
    return *found;
}

const DType& Tensor::declaredDType() const
{
    static const DType unsaid(ElementType::f32);
    if (dtype)
        return *dtype;
    const auto* values = firstOfKind(*this, RoleKind::values);
    return values ? values->array.dtype : unsaid;
}

const DType& Tensor::declaredIndexDType() const
{
    static const DType unsaid(ElementType::i64);
    if (indexDType)
        return *indexDType;
    const auto* index = firstOfKind(*this, RoleKind::index);
    return index ? index->array.dtype : unsaid;
}

const Device& Tensor::declaredDevice() const
{
    static const Device unsaid;
    if (device)
        return *device;
    const auto* values = firstOfKind(*this, RoleKind::values);
    return values ? values->array.storage->device() : unsaid;
}

std::string Tensor::declaredLayout() const
{
    return claims.word("declared_layout").value_or(std::string(layout->name));
}

const RoleSpec* roleNamed(const Layout& layout, std::string_view word)
{
    for (const auto& role : layout.roles)
        if (role.name == word || std::ranges::find(role.aliases, word) != role.aliases.end())
            return &role;
    return nullptr;
}

Result<Tensor> makeTensor(const Layout& layout, std::vector<Member> members)
{
    Tensor tensor;
    tensor.layout = &layout;
    for (const auto& role : layout.roles) {
        const auto isRole = [&](const Member& m) { return m.role == &role; };
        const auto given = std::ranges::count_if(members, isRole);
        if (given > 1)
            return invalidArgument(
                say("a {0} tensor takes one member {1}, found {2}", layout.name, usualWord(role), given));
        if (given == 0 && role.required)
            return invalidArgument(
                say("a {0} tensor needs the member {1}; it is missing", layout.name, usualWord(role)));
        if (given == 1)
            tensor.members.push_back(std::move(*std::ranges::find_if(members, isRole)));
    }
    return tensor;
}

} // namespace tscope
