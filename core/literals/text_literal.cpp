// SPDX-License-Identifier: Apache-2.0
#include "literals/text_literal.h"

#include "base/pace.h"
#include "base/say.h"
#include "layouts/strided/strided.h"
#include "literals/paste_cleaning.h"
#include "literals/plain_rows.h"
#include "literals/scipy_print.h"
#include "literals/text_array.h"
#include "literals/text_sparse.h"

namespace tscope {

namespace {

using Index = TextTree::Index;

bool isNestedCall(std::string_view name)
{
    return name == "nested_tensor" || name == "torch.nested_tensor" || name == "torch.nested.nested_tensor" ||
           name == "torch.nested.as_nested_tensor";
}

// One value of the text as a tensor.
Result<Tensor> readTensor(const TextTree& tree, Index at, WarningList& warnings)
{
    if (tree.kind(at) == TextKind::call) {
        const auto name = tree.word(at);
        if (isNestedCall(name))
            return readNestedCall(tree, at, warnings);
        if (name == "NestedTensor")
            return corrupt(say("this print of a jagged tensor shows its size and offsets but no data; print "
                               "x.values(), or x.unbind() as nested_tensor([...])"),
                           tree.place(at));
        if (isSparseCall(tree, at))
            return readSparseCall(tree, at, warnings);
        if (!isArrayCall(name))
            return corrupt(say("wanted tensor(...), array(...), nested_tensor(...) or "
                               "torch.sparse_..._tensor(...), found {0}: nothing is evaluated",
                               tree.shortText(at)),
                           tree.place(at));
    }
    auto array = readTextArray(tree, at, {}, warnings);
    if (!array)
        return array.error();
    Member member;
    member.role = roleNamed(stridedLayout(), "values");
    member.array = std::move(array->array);
    member.requiresGrad = array->requiresGrad;
    std::vector<Member> members;
    members.push_back(std::move(member));
    return makeTensor(stridedLayout(), std::move(members));
}

bool isListOfCalls(const TextTree& tree, Index at)
{
    return tree.kind(at) == TextKind::list && tree.firstPart(at) < tree.end(at) &&
           tree.kind(tree.firstPart(at)) == TextKind::call;
}

// torch prints four decimals unless told otherwise.
bool isRounded(const TextTree& tree, const Document& document)
{
    if (!tree.hasFourDecimals() || tree.kind(0) != TextKind::call)
        return false;
    const auto name = tree.word(0);
    if (name != "tensor" && name != "nested_tensor")
        return false;
    const auto kind = document.tensors.front().tensor.declaredDType().elementClass();
    return kind == ElementClass::real || kind == ElementClass::complex;
}

} // namespace

Result<Document> readTextLiteral(std::string_view text, const Watch& watch)
{
    WarningList warnings;
    auto cleaned = cleanedPaste(text, warnings, partOfWatch(watch, 0, 0.2));
    if (!cleaned)
        return cleaned.error();
    Document document;
    if (isScipyPrint(*cleaned)) {
        auto tensor = readScipyPrint(*cleaned, warnings, partOfWatch(watch, 0.2, 1));
        if (!tensor)
            return tensor.error();
        document.tensors.push_back({"", std::move(*tensor)});
        document.warnings = std::move(warnings).take();
        return document;
    }
    const auto tree = TextTree::parse(withRowsInBrackets(std::move(*cleaned)), partOfWatch(watch, 0.2, 1));
    if (!tree)
        return tree.error();
    if (isListOfCalls(*tree, 0)) {
        // Several tensors, named by their place.
        for (auto part = tree->firstPart(0); part < tree->end(0); part = tree->end(part)) {
            auto tensor = readTensor(*tree, part, warnings);
            if (!tensor)
                return tensor.error();
            document.tensors.push_back({std::to_string(document.tensors.size()), std::move(*tensor)});
        }
    } else {
        auto tensor = readTensor(*tree, 0, warnings);
        if (!tensor)
            return tensor.error();
        const bool isSparse = tensor->layout != &stridedLayout();
        if (tree->isCut() && !isSparse)
            return corrupt(say("the text ends before the last bracket is closed"));
        document.tensors.push_back({"", std::move(*tensor)});
    }
    if (isRounded(*tree, document))
        warnings.add([] { return say("the values are printed with four decimals and may be rounded"); });
    if (tree->hasOverflow())
        warnings.add([] { return say("a number too large for float64 became infinite"); });
    document.warnings = std::move(warnings).take();
    return document;
}

} // namespace tscope
