// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/lines.h"

#include "io/pickle/text.h"

#include <algorithm>
#include <unordered_set>

namespace tscope {

namespace {

using Id = PickleTree::Id;
using enum PickleKind;

// One value per line where it does not fit into its parent's.
class Lines
{
public:
    Lines(const PickleTree& tree, const PickleLines& limits) : m_tree(tree), m_limits(limits) {}

    void write(Id value)
    {
        m_todo.push_back({value, "", 0});
        while (!m_todo.empty()) {
            if (m_out.size() >= m_limits.count)
                return;
            const auto next = std::move(m_todo.back());
            m_todo.pop_back();
            writeOne(next);
        }
    }

    std::vector<std::string> take() &&
    {
        if (m_out.size() >= m_limits.count)
            m_out.push_back("...");
        return std::move(m_out);
    }

private:
    struct Todo {
        Id value;
        std::string label;
        std::size_t depth;
    };
    static constexpr std::size_t least = 20;   // bytes of a value, however far it is indented
    static constexpr std::size_t deepest = 30; // further indents say nothing

    void writeOne(const Todo& todo)
    {
        const auto start = std::string(2 * std::min(todo.depth, deepest), ' ') + todo.label;
        bool wasCut = false;
        const auto text =
            pickleText(m_tree, todo.value, std::max(m_limits.width, start.size() + least) - start.size(), &wasCut);
        const bool hasParts = m_tree.holdsChildren(todo.value) || m_tree.is(todo.value, call);
        if (!wasCut || !hasParts || !m_opened.insert(todo.value).second) {
            m_out.push_back(start + text);
            return;
        }
        m_out.push_back(start + title(todo.value));
        waitForParts(todo.value, todo.depth + 1);
    }

    std::string title(Id value) const
    {
        const auto count = m_tree.count(value);
        switch (m_tree.kind(value)) {
        case call:
            return m_tree.fullName(m_tree.call(value).function) + "(";
        case dict:
            return "dict of " + std::to_string(count / 2);
        case list:
            return "list of " + std::to_string(count);
        case set:
            return "set of " + std::to_string(count);
        case persistent:
            return "persistent";
        default:
            return "tuple of " + std::to_string(count);
        }
    }

    void waitForParts(Id value, std::size_t depth)
    {
        const auto first = m_todo.size();
        const auto wait = [&](Id part, std::string label) {
            if (part != PickleTree::absent && m_todo.size() - first <= m_limits.count)
                m_todo.push_back({part, std::move(label), depth});
        };
        if (m_tree.is(value, call)) {
            const auto& parts = m_tree.call(value);
            for (const auto argument : m_tree.children(parts.arguments))
                wait(argument, "");
            wait(parts.keywords, "keywords: ");
            wait(parts.state, "state: ");
            wait(parts.appended, "items: ");
            wait(parts.entries, "entries: ");
        } else if (m_tree.is(value, dict)) {
            std::string key;
            bool isKey = true;
            for (const auto part : m_tree.children(value)) {
                if (m_todo.size() - first > m_limits.count)
                    break;
                if (isKey)
                    key = pickleText(m_tree, part, 60) + ": ";
                else
                    wait(part, std::move(key));
                isKey = !isKey;
            }
        } else {
            for (const auto part : m_tree.children(value)) {
                if (m_todo.size() - first > m_limits.count)
                    break;
                wait(part, "");
            }
        }
        std::reverse(m_todo.begin() + static_cast<std::ptrdiff_t>(first), m_todo.end());
    }

    const PickleTree& m_tree;
    const PickleLines& m_limits;
    std::vector<std::string> m_out;
    std::vector<Todo> m_todo;
    std::unordered_set<Id> m_opened; // a value is laid out once, then only on one line
};

} // namespace

std::vector<std::string> pickleLines(const PickleRun& run, const PickleLines& limits)
{
    Lines lines(run.tree, limits);
    if (run.root != PickleTree::absent) {
        lines.write(run.root);
    } else {
        for (Id value = 0; value < run.tree.size(); ++value)
            if (run.tree.is(value, call))
                lines.write(value);
    }
    return std::move(lines).take();
}

} // namespace tscope
