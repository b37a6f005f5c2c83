// SPDX-License-Identifier: Apache-2.0
#include "facts/tensor_header.h"

#include "array/geometry.h"
#include "base/human_numbers.h"
#include "base/say.h"
#include "layouts/registry.h"
#include "tensor/member_name.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope {

namespace {

template <class Object, class Field>
HeaderField measured(const Object& object, const Field& field, std::string_view path)
{
    return {path, reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&object),
            static_cast<std::int64_t>(sizeof(Field))};
}

HeaderObject inOrder(HeaderObject header)
{
    std::ranges::sort(header.fields, {}, &HeaderField::offset);
    return header;
}

std::string ofMembers(std::string_view value)
{
    return say("not claimed; the members have {0}", value);
}

std::string fieldValue(const Tensor& tensor, std::string_view path)
{
    if (path == "layout")
        return tensor.declaredLayout();
    if (path == "members")
        return say("{0|array|arrays}", tensor.members.size());
    if (path == "size")
        return tensor.size ? text(*tensor.size) : say("not claimed");
    if (path == "dtype")
        return tensor.dtype ? std::string(tensor.dtype->name()) : ofMembers(tensor.declaredDType().name());
    if (path == "indexDType")
        return tensor.indexDType ? std::string(tensor.indexDType->name())
                                 : ofMembers(tensor.declaredIndexDType().name());
    if (path == "device")
        return tensor.device ? tensor.device->text() : ofMembers(tensor.declaredDevice().text());
    if (path == "scipyKeys")
        return tensor.scipyKeys ? "true" : "false";
    return say("{0|claim|claims}", tensor.claims.all().size());
}

std::string fieldValue(const Member& member, std::string_view path)
{
    const auto& array = member.array;
    if (path == "role")
        return std::string(member.role->name);
    if (path == "array.storage")
        return byteSizeText(array.storage->byteSize());
    if (path == "array.dtype")
        return std::string(array.dtype.name());
    if (path == "array.geometry.sizes")
        return text(array.geometry.sizes);
    if (path == "array.geometry.strides")
        return text(array.geometry.strides);
    if (path == "array.geometry.offset")
        return std::to_string(array.geometry.offset);
    if (path == "layout")
        return member.layout;
    if (path == "requiresGrad")
        return member.requiresGrad ? "true" : "false";
    return member.as;
}

std::string padded(std::int64_t number, std::size_t width)
{
    const auto digits = std::to_string(number);
    return std::string(width - std::min(width, digits.size()), ' ') + digits;
}

template <class Owner>
void tellFields(Telling& out, const HeaderObject& header, const Owner& owner)
{
    for (const auto& field : header.fields) {
        std::string path(field.path);
        path.resize(std::max<std::size_t>(path.size(), 24), ' ');
        out.push_back({{"  " + padded(field.offset, 4) + "  " + padded(field.bytes, 3) + "  ", Tone::faint},
                       {path},
                       {"  " + fieldValue(owner, field.path), Tone::faint}});
    }
}

template <class Owner>
Json fieldsJson(const HeaderObject& header, const Owner& owner)
{
    auto fields = Json::array();
    for (const auto& field : header.fields)
        fields.push_back({{"field", field.path},
                          {"offset", field.offset},
                          {"bytes", field.bytes},
                          {"value", fieldValue(owner, field.path)}});
    return {{"type", header.type}, {"bytes", header.bytes}, {"fields", std::move(fields)}};
}

template <class Owner>
void addFields(Fact& out, const HeaderObject& header, const Owner& owner)
{
    for (const auto& field : header.fields)
        out.parts.push_back({say("byte {0}", field.offset),
                             std::string(field.path) + ": " + fieldValue(owner, field.path),
                             byteSizeText(field.bytes)});
}

std::string joined(const std::vector<std::string_view>& words)
{
    std::string out;
    for (const auto word : words)
        out.append(out.empty() ? "" : ", ").append(word);
    return out;
}

} // namespace

HeaderObject tensorHeader()
{
    const Tensor tensor;
    return inOrder({"Tensor",
                    sizeof(Tensor),
                    {measured(tensor, tensor.layout, "layout"), measured(tensor, tensor.members, "members"),
                     measured(tensor, tensor.size, "size"), measured(tensor, tensor.dtype, "dtype"),
                     measured(tensor, tensor.indexDType, "indexDType"), measured(tensor, tensor.device, "device"),
                     measured(tensor, tensor.claims, "claims"), measured(tensor, tensor.scipyKeys, "scipyKeys")}});
}

HeaderObject memberHeader()
{
    const Member member;
    const auto& geometry = member.array.geometry;
    return inOrder(
        {"Member",
         sizeof(Member),
         {measured(member, member.role, "role"), measured(member, member.array.storage, "array.storage"),
          measured(member, member.array.dtype, "array.dtype"),
          measured(member, geometry.sizes, "array.geometry.sizes"),
          measured(member, geometry.strides, "array.geometry.strides"),
          measured(member, geometry.offset, "array.geometry.offset"), measured(member, member.layout, "layout"),
          measured(member, member.requiresGrad, "requiresGrad"), measured(member, member.as, "as")}});
}

std::vector<HeaderAddition> headerAdditions()
{
    std::vector<HeaderAddition> out;
    for (const auto* layout : layouts()) {
        HeaderAddition one{layout->name, {}, {}, 0};
        for (const auto& role : layout->roles)
            (role.required ? one.required : one.optional).push_back(role.name);
        one.bytes = static_cast<std::int64_t>(one.required.size() * sizeof(Member));
        out.push_back(std::move(one));
    }
    return out;
}

Telling tellHeader(const Tensor& tensor, const std::string& name)
{
    const auto ofTensor = tensorHeader(), ofMember = memberHeader();
    Telling out;
    out.push_back(
        {{name.empty() ? say("(tensor)") : name, Tone::strong},
         {"  " + say("{0} at fixed places: offset, bytes, attribute, value", byteSizeText(ofTensor.bytes))}});
    tellFields(out, ofTensor, tensor);
    out.push_back({{say("{0} adds {1|array|arrays} of {2} each", tensor.layout->name, tensor.members.size(),
                        byteSizeText(ofMember.bytes))}});
    for (const auto& member : tensor.members) {
        out.push_back({{"  " + std::string(readersWord(member, *tensor.layout)), Tone::strong}});
        tellFields(out, ofMember, member);
    }
    return out;
}

Telling tellHeaderAdditions()
{
    Telling out{{{say("what each layout adds"), Tone::strong}}};
    for (const auto& one : headerAdditions()) {
        std::string layout(one.layout);
        layout.resize(std::max<std::size_t>(layout.size(), 8), ' ');
        auto line = "  " + layout + "  " + byteSizeText(one.bytes) + ": " + joined(one.required);
        if (!one.optional.empty())
            line += "; " + say("if there: {0}", joined(one.optional));
        out.push_back({{std::move(line)}});
    }
    return out;
}

Fact headerFact(const Tensor& tensor)
{
    const auto ofTensor = tensorHeader(), ofMember = memberHeader();
    Fact out{say("header in memory"), byteSizeText(ofTensor.bytes)};
    addFields(out, ofTensor, tensor);
    for (const auto& member : tensor.members) {
        Fact added{std::string(readersWord(member, *tensor.layout)), byteSizeText(ofMember.bytes)};
        addFields(added, ofMember, member);
        out.parts.push_back(std::move(added));
    }
    return out;
}

Json headerJson(const Tensor& tensor, const std::string& name)
{
    auto members = Json::array();
    const auto header = memberHeader();
    for (const auto& member : tensor.members)
        members.push_back(fieldsJson(header, member));
    return {{"name", name},
            {"layout", tensor.layout->name},
            {"header", fieldsJson(tensorHeader(), tensor)},
            {"members", std::move(members)}};
}

Json headerAdditionsJson()
{
    auto out = Json::array();
    for (const auto& one : headerAdditions())
        out.push_back({{"layout", one.layout},
                       {"required", one.required},
                       {"optional", one.optional},
                       {"bytes", one.bytes}});
    return out;
}

} // namespace tscope
