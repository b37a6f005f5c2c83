// SPDX-License-Identifier: Apache-2.0
#include "convert/request_words.h"

#include "array/number_list.h"
#include "base/say.h"
#include "layouts/registry.h"

namespace tscope {

namespace {

Result<void> take(ConvertRequest& request, const std::string& name, const std::string& value)
{
    if (name == "layout") {
        request.layout = layoutNamed(value);
        if (request.layout == nullptr)
            return invalidArgument(say("one of the layouts {0} was wanted, found \"{1}\"", layoutNames(), value));
        return {};
    }
    if (name == "dtype" || name == "index_dtype") {
        const auto type = DType::parse(value);
        if (type.isOpaque())
            return invalidArgument(say("an element type was wanted (float32 float64 ...), found \"{0}\"", value));
        (name == "dtype" ? request.dtype : request.indexDType) = type;
        return {};
    }
    if (name == "drop_zeros" || name == "in_order") {
        if (value != "yes" && value != "no")
            return invalidArgument(say("yes or no was wanted for {0}, found \"{1}\"", name, value));
        (name == "drop_zeros" ? request.dropZeros : request.inOrder) = value == "yes";
        return {};
    }
    if (name != "blocksize" && name != "dense_dims")
        return invalidArgument(say("{0} takes no argument {1} here", "convert", name));
    if (name == "dense_dims") {
        const auto numbers = parseNumbers(value);
        if (!numbers || numbers->size() != 1)
            return invalidArgument(say("a number of dims was wanted for {0}, found \"{1}\"", name, value));
        request.denseDims = (*numbers)[0];
        return {};
    }
    const auto block = parseBlockSize(value);
    if (!block)
        return block.error();
    request.block = *block;
    return {};
}

} // namespace

NamedWords wordsOf(const ConvertRequest& request)
{
    NamedWords out;
    if (request.layout != nullptr)
        out.emplace_back("layout", request.layout->name);
    if (request.block)
        out.emplace_back("blocksize",
                         std::to_string((*request.block)[0]) + "," + std::to_string((*request.block)[1]));
    if (request.dtype)
        out.emplace_back("dtype", request.dtype->name());
    if (request.indexDType)
        out.emplace_back("index_dtype", request.indexDType->name());
    if (request.denseDims)
        out.emplace_back("dense_dims", std::to_string(*request.denseDims));
    if (request.dropZeros)
        out.emplace_back("drop_zeros", "yes");
    if (request.inOrder)
        out.emplace_back("in_order", "yes");
    return out;
}

Result<ConvertRequest> requestOf(std::span<const std::pair<std::string, std::string>> words)
{
    ConvertRequest request;
    for (const auto& [name, value] : words)
        if (auto taken = take(request, name, value); !taken)
            return taken.error();
    return request;
}

} // namespace tscope
