// SPDX-License-Identifier: Apache-2.0
#include "io/grouping/claims.h"

#include "array/dim_limit.h"
#include "array/index_reader.h"
#include "base/say.h"
#include "io/quoted_name.h"

#include <array>
#include <charconv>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array integerClaims{"numel"sv,      "sparse_dim"sv, "dense_dim"sv,
                                   "ragged_idx"sv, "min_seqlen"sv, "max_seqlen"sv};
constexpr auto flagClaim = "is_coalesced"sv;
constexpr auto layoutClaim = "declared_layout"sv;

std::optional<std::int64_t> integerIn(std::string_view text)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    constexpr auto blanks = " \t\r\n"sv;
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// "[4, 6]", "(4, 6)", "(4,)", "4,6", "4 6", "4x6", "torch.Size([4, 6])".
std::optional<Extents> extentsIn(std::string_view text)
{
    constexpr auto call = "torch.Size("sv;
    text = trimmed(text);
    if (text.empty())
        return std::nullopt;
    if (text.starts_with(call) && text.ends_with(')'))
        text = trimmed(text.substr(call.size(), text.size() - call.size() - 1));
    const auto open = text.empty() ? std::string_view::npos : "[("sv.find(text.front());
    if (open != std::string_view::npos) {
        if (text.size() < 2 || text.back() != "])"[open])
            return std::nullopt;
        text = trimmed(text.substr(1, text.size() - 2));
    }
    Extents extents;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find_first_of(" \t\r\n,x"sv));
        const auto extent = word == "j" ? std::optional<std::int64_t>(-1) : integerIn(word);
        if (!extent || extents.size() == dimLimit)
            return std::nullopt;
        extents.push_back(*extent);
        text = trimmed(text.substr(word.size()));
        if (text == "x"sv)
            return std::nullopt;
        if (text.starts_with(',') || text.starts_with('x'))
            text = trimmed(text.substr(1));
    }
    return extents;
}

std::optional<Extents> extentsIn(const Array& array)
{
    if (!array.dtype.isIndexLike() || array.geometry.rank() != 1 || !array.isReadable() ||
        array.geometry.sizes[0] > static_cast<std::int64_t>(dimLimit))
        return std::nullopt;
    Extents extents(static_cast<std::size_t>(array.geometry.sizes[0]));
    IndexReader(array).read(0, extents);
    return extents;
}

// A word in quotes is text, whatever it looks like.
ClaimValue claimIn(std::string_view text)
{
    if (text == "true" || text == "false")
        return text == "true";
    if (const auto number = integerIn(text))
        return *number;
    const bool isQuoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(isQuoted ? text.substr(1, text.size() - 2) : text);
}

std::string claimText(const ClaimValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    const auto& text = std::get<std::string>(value);
    return claimIn(text) == value ? text : '"' + text + '"';
}

} // namespace

std::optional<Extents> claimedSize(const std::string& name, MemberTexts& metadata, const Array* array,
                                   WarningList& warnings)
{
    for (const auto word : {"shape"sv, "size"sv}) {
        const auto key = memberKey(name, word);
        const auto* told = metadata.take(key);
        if (!told)
            continue;
        if (auto extents = extentsIn(*told))
            return extents;
        warnings.add([&] {
            return say("the metadata {0} is {1}, which tells no shape as [4, 6] does", quotedName(key),
                       quotedName(*told));
        });
    }
    if (!array)
        return std::nullopt;
    auto extents = extentsIn(*array);
    if (!extents)
        warnings.add([&] {
            return say("the shape of {0} can't be taken from an array {1} of {2}; up to {3} integers in one dim "
                       "are wanted",
                       quotedName(name), tscope::text(array->geometry.sizes), array->dtype.name(), dimLimit);
        });
    return extents;
}

void takeClaims(const std::string& name, MemberTexts& metadata, Tensor& tensor)
{
    const auto take = [&](std::string_view word) { return metadata.take(memberKey(name, word)); };
    if (const auto* told = take("dtype"))
        tensor.dtype = DType::parse(*told);
    if (const auto* told = take("index_dtype"))
        tensor.indexDType = DType::parse(*told);
    if (const auto* told = take("device"))
        tensor.device = Device::parse(*told);
    for (const auto claim : integerClaims)
        if (const auto* told = take(claim))
            if (const auto value = integerIn(*told))
                tensor.claims.set(claim, *value);
    if (const auto* told = take(flagClaim))
        tensor.claims.set(flagClaim, *told == "true");
    if (const auto* told = take(layoutClaim))
        tensor.claims.set(layoutClaim, *told);
    // Words that stand alone are the file's, not those of a tensor without a name.
    constexpr std::size_t mostOthers = 1000;
    if (!name.empty())
        for (const auto& [word, text] : metadata.takeBelow(name + '.', mostOthers))
            tensor.claims.set(word, claimIn(text));
}

std::vector<std::pair<std::string, std::string>> metadataOf(const std::string& name, const Tensor& tensor)
{
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&](std::string_view word, std::string value) {
        out.emplace_back(memberKey(name, word), std::move(value));
    };
    add("layout", std::string(tensor.layout->name));
    if (tensor.size) {
        std::string list;
        for (const auto extent : *tensor.size)
            list += (list.empty() ? "" : ", ") + std::to_string(extent);
        add("shape", "[" + list + "]");
    }
    if (tensor.dtype)
        add("dtype", std::string(tensor.dtype->name()));
    if (tensor.indexDType)
        add("index_dtype", std::string(tensor.indexDType->name()));
    if (tensor.device)
        add("device", tensor.device->text());
    for (const auto& claim : tensor.claims.all()) {
        const auto* word = std::get_if<std::string>(&claim.value);
        add(claim.name, word && claim.name == layoutClaim ? *word : claimText(claim.value));
    }
    return out;
}

} // namespace tscope
