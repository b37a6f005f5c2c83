// SPDX-License-Identifier: Apache-2.0
#include "literals/text_writer.h"

#include "base/say.h"
#include "facts/code_elements.h"
#include "literals/text_tree.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t writtenTextLimit = std::size_t{16} << 20;

class TextWriter
{
public:
    Result<std::string> write(const Tensor& tensor)
    {
        if (const auto elements = elementsOf(tensor); elements > static_cast<std::int64_t>(TextTree::elementLimit))
            return unsupported(say("a text literal may have up to {0} elements, this one would have {1}; a .json "
                                   "file has no such limit",
                                   TextTree::elementLimit, elements));
        const bool isStrided = tensor.layout->family == "strided";
        if (!isStrided && tensor.layout->family != "coo" && tensor.layout->family != "compressed")
            return unsupported(say("a text literal is written of strided and sparse tensors, not of a {0} one; a "
                                   ".json file can keep it as it is",
                                   tensor.layout->name));
        m_isLone = isStrided;
        if (isStrided)
            putArray(tensor.members.front());
        else
            putSparse(tensor);
        m_text += '\n';
        if (m_error)
            return *m_error;
        return std::move(m_text);
    }

private:
    static std::int64_t elementsOf(const Tensor& tensor)
    {
        std::int64_t sum = 0;
        for (const auto& member : tensor.members)
            sum = saturatingAdd(sum, numel(member.array.geometry).value_or(INT64_MAX));
        return sum;
    }

    void putSparse(const Tensor& tensor)
    {
        m_text += "torch.sparse_" + std::string(tensor.layout->name) + "_tensor(\n    ";
        for (const auto& member : tensor.members) {
            putArray(member);
            m_text += ",\n    ";
        }
        if (tensor.size)
            m_text += "size=" + text(*tensor.size) + ", ";
        const bool isCoalesced =
            tensor.layout->family == "coo" && tensor.claims.flag("is_coalesced").value_or(false);
        if (isCoalesced)
            m_text += "is_coalesced=True, ";
        // A member that wants a gradient is no leaf to Python: the tensor is the one that wants it.
        if (std::ranges::any_of(tensor.members, &Member::requiresGrad))
            m_text += "requires_grad=True, ";
        m_text.erase(m_text.find_last_not_of(", \n") + 1);
        m_text += ')';
    }

    void putArray(const Member& member)
    {
        const auto& array = member.array;
        if (!member.isReadable() || array.dtype.elementClass() == ElementClass::quantised) {
            if (!m_error)
                m_error = unsupported(
                    say("the elements of {0} can't be written as numbers; a .json file can keep them as they are",
                        member.role->name));
            return;
        }
        const auto& sizes = array.geometry.sizes;
        if (sizes.size() >= TextTree::depthLimit / 2) {
            m_error =
                unsupported(say("a text literal has lists in lists, and none so deep as {0} takes", text(sizes)));
            return;
        }
        const bool isEmpty = numel(array.geometry) == 0;
        const bool isList = !isEmpty || sizes.size() == 1;
        m_text += isList ? "torch.tensor(" : "torch.empty(" + text(sizes);
        if (isEmpty && isList)
            m_text += "[]";
        else if (!isEmpty)
            putElements(array);
        m_text += ", dtype=torch." + std::string(array.dtype.name());
        if (const auto device = array.storage->device().text(); device != "cpu")
            m_text += ", device='" + device + "'";
        if (member.requiresGrad && member.role->kind == RoleKind::values && m_isLone)
            m_text += ", requires_grad=True";
        m_text += ')';
    }

    void putElements(const Array& array)
    {
        const auto& sizes = array.geometry.sizes;
        Extents index(sizes.size(), 0);
        m_text.append(sizes.size(), '[');
        const auto count = *numel(array.geometry);
        for (std::int64_t position = 0; position < count; ++position) {
            m_text += pythonNumber(array.at(position), {.module = "torch."});
            std::size_t closed = 0;
            for (auto d = sizes.size(); d-- > 0; ++closed) {
                if (++index[d] < sizes[d])
                    break;
                index[d] = 0;
            }
            m_text.append(closed, ']');
            if (position + 1 == count)
                break;
            m_text += ", ";
            m_text.append(closed, '[');
            if (m_text.size() > writtenTextLimit) {
                m_error = unsupported(say("a text literal may have up to 16 MiB, this one would have more; a "
                                          ".json file has no such limit"));
                return;
            }
        }
    }

    std::string m_text;
    std::optional<Error> m_error;
    bool m_isLone = false;
};

} // namespace

Result<std::string> writeTextLiteral(const Tensor& tensor)
{
    return TextWriter().write(tensor);
}

} // namespace tscope
