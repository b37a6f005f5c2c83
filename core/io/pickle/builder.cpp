// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/builder.h"

#include "base/say.h"
#include "io/pickle/text.h"

#include <algorithm>

namespace tscope {

namespace {

using enum PickleKind;

constexpr std::size_t nameLimit = 200;

bool isPlainName(std::string_view name)
{
    return !name.empty() && name.size() <= nameLimit && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    });
}

} // namespace

void PickleBuilder::fail(std::string text, ErrorCode code)
{
    if (!m_error)
        m_error = Error{code, std::move(text), m_tree.whereByte(m_place), {}};
}

std::string PickleBuilder::described(Id value) const
{
    return pickleText(m_tree, value, 60);
}

void PickleBuilder::push(Id value)
{
    if (m_stack.size() >= m_limits.stack)
        return fail(say("wanted at most {0} values on the stack, found more", m_limits.stack));
    m_stack.push_back(value);
}

PickleBuilder::Id PickleBuilder::pop()
{
    if (hasFailed() || m_stack.size() <= floor()) {
        fail(say("wanted a value on the stack, found none"));
        return PickleTree::none;
    }
    const auto value = m_stack.back();
    m_stack.pop_back();
    return value;
}

PickleBuilder::Id PickleBuilder::top()
{
    const auto value = pop();
    if (!hasFailed())
        m_stack.push_back(value);
    return value;
}

void PickleBuilder::mark()
{
    if (m_marks.size() >= m_limits.marks)
        return fail(say("wanted at most {0} open marks, found more", m_limits.marks));
    m_marks.push_back(m_stack.size());
}

void PickleBuilder::popMarkOrValue()
{
    if (!m_marks.empty() && m_stack.size() == m_marks.back())
        m_marks.pop_back();
    else
        pop();
}

void PickleBuilder::dropToMark()
{
    takeToMark();
}

PickleBuilder::Values PickleBuilder::takeToMark()
{
    if (hasFailed() || m_marks.empty()) {
        fail(say("wanted a mark on the stack, found none"));
        return {};
    }
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    m_marks.pop_back();
    Values above(begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    return above;
}

void PickleBuilder::pushHolder(PickleKind kind, std::span<const Id> children)
{
    if (hasFailed())
        return;
    const auto holder = m_tree.addHolder(kind);
    for (const auto child : children)
        m_tree.append(holder, child);
    push(holder);
}

void PickleBuilder::holdTop(PickleKind kind, std::size_t count)
{
    Id parts[3]{};
    for (auto i = count; i-- > 0;)
        parts[i] = pop();
    pushHolder(kind, std::span(parts, count));
}

void PickleBuilder::holdToMark(PickleKind kind)
{
    const auto values = takeToMark();
    if (kind != dict)
        return pushHolder(kind, values);
    pushHolder(dict, {});
    fill(values, &PickleBuilder::enterAll);
}

void PickleBuilder::fill(const Values& values, void (PickleBuilder::*into)(Id, const Values&))
{
    const auto target = top();
    if (!hasFailed())
        (this->*into)(target, values);
}

void PickleBuilder::addTo(Id target, PickleKind wanted, const char* what, const Values& values)
{
    const bool isCall = m_tree.is(target, call);
    if (!isCall && !m_tree.is(target, wanted))
        return fail(say("wanted {0}, found {1}", translated(what), described(target)));
    for (const auto value : values)
        isCall ? m_tree.appendTo(target, value) : m_tree.append(target, value);
}

void PickleBuilder::appendAll(Id target, const Values& values)
{
    addTo(target, list, "a list to append to", values);
}

void PickleBuilder::addAll(Id target, const Values& values)
{
    addTo(target, set, "a set to add to", values);
}

bool PickleBuilder::isKeyable(Id key)
{
    if (!m_tree.is(key, list) && !m_tree.is(key, dict) && !m_tree.is(key, set))
        return true;
    fail(say("wanted a key that can't change, found {0}", described(key)));
    return false;
}

void PickleBuilder::enterAll(Id target, const Values& values)
{
    const bool isCall = m_tree.is(target, call);
    if (!isCall && !m_tree.is(target, dict))
        return fail(say("wanted a dict to put an item into, found {0}", described(target)));
    if (values.size() % 2 != 0)
        return fail(say("wanted keys and values in turn, found a key without a value"));
    for (std::size_t i = 0; i < values.size() && isKeyable(values[i]); i += 2) {
        if (isCall) {
            m_tree.enterInto(target, values[i], values[i + 1]);
        } else {
            m_tree.append(target, values[i]);
            m_tree.append(target, values[i + 1]);
        }
    }
}

void PickleBuilder::setItem()
{
    const auto value = pop();
    const auto key = pop();
    fill({key, value}, &PickleBuilder::enterAll);
}

void PickleBuilder::pushGlobal(Id module, Id name)
{
    if (hasFailed())
        return;
    for (const auto part : {module, name})
        if (!m_tree.is(part, string) || !isPlainName(m_tree.text(part)))
            return fail(say("wanted the name of a module and of what is in it, in plain letters, found {0}",
                            described(part)));
    push(m_tree.addGlobal(module, name));
}

void PickleBuilder::stackGlobal()
{
    const auto name = pop();
    pushGlobal(pop(), name);
}

void PickleBuilder::pushCall(Id function, Id arguments, Id keywords)
{
    if (hasFailed())
        return;
    if (!m_tree.is(function, global))
        return fail(say("wanted the name of a function or class to call, found {0}", described(function)));
    if (!m_tree.is(arguments, tuple))
        return fail(say("wanted the arguments of {0} as a tuple, found {1}", m_tree.fullName(function),
                        described(arguments)));
    push(m_tree.addCall(function, arguments, keywords));
}

void PickleBuilder::reduce()
{
    const auto arguments = pop();
    pushCall(pop(), arguments);
}

void PickleBuilder::newObject(bool hasKeywords)
{
    const auto keywords = hasKeywords ? pop() : PickleTree::absent;
    if (hasKeywords && !hasFailed() && !m_tree.is(keywords, dict))
        return fail(say("wanted keyword arguments as a dict, found {0}", described(keywords)));
    const auto arguments = pop();
    pushCall(pop(), arguments, keywords);
}

void PickleBuilder::build()
{
    const auto state = pop();
    const auto object = top();
    if (hasFailed())
        return;
    if (!m_tree.is(object, call))
        return fail(say("wanted an object to give a state to, found {0}", described(object)));
    m_tree.setState(object, state);
}

void PickleBuilder::persistent()
{
    const auto id = pop();
    if (hasFailed())
        return;
    if (!m_tree.is(id, tuple))
        return fail(say("wanted a tuple that names a storage, found {0}", described(id)));
    if (const auto named = m_limits.takesSources ? classWithSource(id) : PickleTree::absent;
        named != PickleTree::absent)
        return push(named);
    pushHolder(PickleKind::persistent, std::span(&id, 1));
}

// The class that an id names together with its source text; absent when it is no such id.
PickleBuilder::Id PickleBuilder::classWithSource(Id id) const
{
    constexpr std::size_t partsOfSource = 4;
    if (m_tree.count(id) != partsOfSource)
        return PickleTree::absent;
    Id parts[partsOfSource]{};
    std::ranges::copy(m_tree.children(id), parts);
    const bool isOne = m_tree.is(parts[0], string) && m_tree.text(parts[0]) == "module" &&
                       m_tree.is(parts[1], global) && m_tree.is(parts[2], string) && m_tree.is(parts[3], string);
    return isOne ? parts[1] : PickleTree::absent;
}

void PickleBuilder::oldCall(bool classIsAboveMark)
{
    auto function = classIsAboveMark ? PickleTree::none : pop();
    auto parts = takeToMark();
    if (classIsAboveMark && !parts.empty()) {
        function = parts.front();
        parts.erase(parts.begin());
    }
    pushHolder(tuple, parts);
    const auto arguments = pop();
    pushCall(function, arguments);
    fail(say("an object of the old kind (opcode {0}) is not read, found one", classIsAboveMark ? "OBJ" : "INST"));
}

void PickleBuilder::put(std::optional<std::uint64_t> index)
{
    const auto value = top();
    if (!hasFailed())
        m_memo.put(index ? static_cast<std::uint32_t>(*index) : m_memo.next(), value);
}

void PickleBuilder::get(std::uint64_t index)
{
    const auto known = m_memo.get(static_cast<std::uint32_t>(index));
    if (!known)
        return fail(say("wanted the value that was noted as number {0}, found none", index));
    push(*known);
}

void PickleBuilder::finish()
{
    const auto root = pop();
    if (hasFailed())
        return;
    if (!m_stack.empty() || !m_marks.empty())
        return fail(
            say("wanted one value at the end, found {0} and {1} open marks", m_stack.size() + 1, m_marks.size()));
    m_root = root;
    checkDepth();
}

// Looks at every value once, with a stack of its own.
void PickleBuilder::checkDepth()
{
    std::vector<bool> isSeen(m_tree.size());
    std::vector<std::pair<Id, std::size_t>> waiting{{m_root, 1}};
    const auto wait = [&](Id value, std::size_t depth) {
        if (value == PickleTree::absent || isSeen[value])
            return;
        if (m_tree.holdsChildren(value) || m_tree.is(value, call)) {
            isSeen[value] = true;
            waiting.emplace_back(value, depth);
        }
    };
    while (!waiting.empty() && !hasFailed()) {
        const auto [value, depth] = waiting.back();
        waiting.pop_back();
        if (depth > m_limits.depth)
            return fail(
                say("wanted values at most {0} deep inside each other, found deeper ones", m_limits.depth));
        for (const auto child : m_tree.children(value))
            wait(child, depth + 1);
        if (m_tree.is(value, call)) {
            const auto& parts = m_tree.call(value);
            for (const auto part : {parts.arguments, parts.keywords, parts.state, parts.appended, parts.entries})
                wait(part, depth + 1);
        }
    }
}

} // namespace tscope
