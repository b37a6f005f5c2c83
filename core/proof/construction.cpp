// SPDX-License-Identifier: Apache-2.0
#include "proof/construction.h"

#include "base/say.h"
#include "rules/check.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

using Outcome = ConstructionStep::Outcome;

// How the published trees write the call of one layout's constructor.
struct Calls {
    std::string constructor, validate, unsafe, make, set; // names
    std::string members;                                  // "crow_indices, col_indices, values"
    std::string_view tree;
};

std::string membersOf(const Tensor& tensor)
{
    std::string out;
    for (const auto& member : tensor.members) {
        const auto& role = *member.role;
        out += (out.empty() ? "" : ", ") +
               std::string(role.aliases.empty() || tensor.layout->family != "compressed" || role.name == "values"
                               ? role.name
                               : role.aliases.front());
    }
    return out;
}

Calls callsOf(const Tensor& tensor, bool draft)
{
    const std::string name(tensor.layout->name);
    Calls calls;
    calls.members = membersOf(tensor);
    calls.tree = "today";
    calls.validate = "_validate_sparse_" + name + "_tensor_args";
    calls.constructor = "sparse_" + name + "_tensor";
    calls.unsafe = "_sparse_" + name + "_tensor_unsafe";
    calls.make = "new_compressed_tensor";
    calls.set = "set_member_tensors";
    if (name == "csr") {
        calls.tree = draft ? "2021-draft" : "2021";
        calls.make = "new_csr_tensor";
    } else if (name == "bsr") {
        calls.tree = "2022";
    } else if (name == "coo") {
        calls.make = "new_with_dims_and_tensor_sparse";
        calls.set = "set_indices_and_values_unsafe";
    } else if (tensor.layout->family != "compressed") {
        calls.constructor = name == "strided"  ? "as_strided"
                            : name == "nested" ? "_nested_view_from_buffer"
                            : name == "jagged" ? "nested_tensor_from_jagged"
                                               : name + "_tensor";
        calls.validate = "validate_" + name;
        calls.unsafe = "unsafe_" + name;
        calls.make = "new_" + name + "_tensor";
    }
    return calls;
}

// "3" of "3.10" and of "COO-3.7"; "memory" of a rule about storages.
std::string groupOf(const Layout& layout, std::string_view rule)
{
    if (rule == "STR-2.1" && layout.name != "strided")
        return "memory";
    const auto dash = rule.rfind('-');
    const auto number = dash == std::string_view::npos ? rule : rule.substr(dash + 1);
    return std::string(number.substr(0, number.find('.')));
}

std::string titleOf(const std::string& group, const Layout& layout)
{
    if (layout.name == "strided")
        return group == "1" ? say("geometry invariants") : say("storage invariants");
    static const std::map<std::string, std::string> titles{{"1", "type invariants"},
                                                           {"2", "layout invariants"},
                                                           {"3", "shape and strides invariants"},
                                                           {"4", "device invariants"},
                                                           {"5", "indices invariants"},
                                                           {"6", "autograd and cache invariants"},
                                                           {"memory", "members lie inside their storages"}};
    const auto at = titles.find(group);
    if (layout.name == "nested" && group == "4")
        return say("component invariants");
    return at == titles.end() ? say("other invariants") : std::string(translated(at->second));
}

class Builder
{
public:
    Builder(const Tensor& tensor, const BuildOptions& options)
        : m_tensor(tensor), m_options(options),
          m_calls(callsOf(tensor, options.draft && tensor.layout->name == "csr"))
    {
        m_trace.builder = options.unsafe ? "unsafe" : options.infer ? "inferred" : "checked";
        m_trace.tree = m_calls.tree;
    }

    ConstructionTrace run()
    {
        {
            const auto reading = m_tensor.layout->read(m_tensor, {});
            m_trace.inferred = reading->inferredSize();
            m_trace.inferredPublished = reading->inferredSizePublished();
            m_hasSize = m_tensor.size.has_value() || !m_trace.inferred;
        }
        noteDifference();
        const bool infers = m_options.infer || (!m_tensor.size && m_trace.inferred);
        store(0, (m_options.unsafe ? m_calls.unsafe : m_calls.constructor) + arguments(!infers && m_hasSize), {});
        if (infers)
            inferSize();
        if (!m_options.unsafe)
            m_trace.report = check(m_tensor, {.advice = false, .watch = m_options.watch});
        if (m_options.unsafe)
            storeMembers(1);
        else if (m_calls.tree == "2021-draft")
            checkAsDrafted();
        else
            checkAndStore();
        m_trace.built = !m_stopped;
        if (!m_trace.built)
            return std::move(m_trace);
        m_trace.tensor = m_tensor;
        if (!m_options.unsafe)
            m_trace.certificate = held();
        return std::move(m_trace);
    }

private:
    std::string arguments(bool withSize) const { return "(" + m_calls.members + (withSize ? ", size)" : ")"); }

    void noteDifference()
    {
        if (!m_trace.inferred || !m_trace.inferredPublished || *m_trace.inferred == *m_trace.inferredPublished)
            return;
        m_trace.difference = say(
            "today's formula tells {0}, the published one {1}: a slice holds more entries than its largest index "
            "allows, so some index stands in it twice",
            text(*m_trace.inferred), text(*m_trace.inferredPublished));
    }

    // A step that checks nothing.
    void store(int depth, std::string call, std::string text)
    {
        m_trace.steps.push_back(
            {depth, std::move(call), {}, m_stopped ? Outcome::notReached : Outcome::done, std::move(text)});
    }

    // A call inside which something broke does not come to its end either.
    void stopCallsAround(int depth)
    {
        for (auto step = m_trace.steps.rbegin(); step != m_trace.steps.rend() && depth > 0; ++step)
            if (step->depth < depth) {
                step->outcome = Outcome::broken;
                depth = step->depth;
            }
        m_stopped = true;
    }

    void inferSize()
    {
        if (!m_trace.inferred) {
            stopCallsAround(1);
            m_trace.steps.push_back({1, "size = ?", {}, Outcome::broken, say("the members do not tell a size")});
            return;
        }
        m_tensor.size = *m_trace.inferred;
        store(1, "size = " + text(*m_trace.inferred),
              m_trace.difference.empty() ? say("told by the shapes and the largest index") : m_trace.difference);
    }

    // A step that checks these rules, as far as the layout's own contract asks for them.
    void checkRules(int depth, std::string call, const std::vector<std::string>& wanted)
    {
        ConstructionStep step{depth, std::move(call), {}, Outcome::holds, {}};
        for (const auto& rule : m_tensor.layout->rules)
            if (defaultContract().demand(*m_tensor.layout, rule) &&
                std::ranges::find(wanted, rule.id) != wanted.end())
                step.rules.emplace_back(rule.id);
        if (m_stopped) {
            step.outcome = Outcome::notReached;
            m_trace.steps.push_back(std::move(step));
            return;
        }
        std::string broken, unknown;
        for (const auto& rule : step.rules) {
            const auto* finding = m_trace.report.find(rule);
            if (finding && finding->level == Level::violation)
                broken += (broken.empty() ? "" : ", ") + rule;
            const auto skipped = std::ranges::find(m_trace.report.skipped, rule, &Skipped::rule);
            if (skipped != m_trace.report.skipped.end())
                unknown += (unknown.empty() ? "" : "; ") + rule + ": " + skipped->because;
        }
        if (!broken.empty()) {
            step.outcome = Outcome::broken;
            step.text = broken;
            stopCallsAround(depth);
        } else if (!unknown.empty()) {
            step.outcome = Outcome::undecided;
            step.text = say("could not be asked: {0}", unknown);
        } else {
            step.text = step.rules.empty() ? say("nothing to check") : "";
        }
        m_trace.steps.push_back(std::move(step));
    }

    void checkAndStore()
    {
        store(1, m_calls.validate + arguments(m_hasSize), {});
        std::vector<std::pair<std::string, std::vector<std::string>>> groups;
        for (const auto& rule : m_tensor.layout->rules) {
            if (rule.id == "3.11" || !defaultContract().demand(*m_tensor.layout, rule))
                continue; // numel is refreshed when the members are set
            const auto group = groupOf(*m_tensor.layout, rule.id);
            const auto at =
                std::ranges::find(groups, group, &std::pair<std::string, std::vector<std::string>>::first);
            auto& ids =
                at == groups.end() ? groups.emplace_back(group, std::vector<std::string>{}).second : at->second;
            ids.emplace_back(rule.id);
        }
        for (const auto& [group, ids] : groups)
            checkRules(2, titleOf(group, *m_tensor.layout), ids);
        store(1, m_calls.unsafe + arguments(m_hasSize), {});
        storeMembers(2);
    }

    // What every builder ends with: the members are stored as they are.
    void storeMembers(int depth)
    {
        store(depth, m_calls.make + "()", say("an empty tensor"));
        store(depth, m_calls.set + arguments(m_hasSize), {});
        for (const auto& member : m_tensor.members)
            store(depth + 1, std::string(member.role->name) + "_ = " + std::string(member.role->name),
                  say("{0} {1}, not read", text(member.array.geometry.sizes), member.array.dtype.name()));
        if (m_tensor.layout->family != "compressed" && m_tensor.layout->family != "coo")
            return;
        store(depth + 1, "set_sizes(size)", m_tensor.size ? text(*m_tensor.size) : say("no size is known"));
        if (m_options.unsafe)
            store(depth + 1, "refresh_numel()", say("counts the indexable elements"));
        else
            checkRules(depth + 1, "refresh_numel()", {"3.11"});
    }

    void checkAsDrafted()
    {
        checkRules(1, "device and layout", {"4.1", "2.2"});
        checkRules(1, "check_csr_invariants(" + m_calls.members + ")", {"3.2", "5.2", "5.1"});
        checkRules(1, "values", {"3.4"});
        store(1, "new_csr_tensor", say("an empty tensor"));
        store(1, "resize_and_clear_", m_tensor.size ? text(*m_tensor.size) : say("no size is known"));
        checkRules(1, "set_member_tensors(" + m_calls.members + ")", {"1.1", "1.2", "1.3", "2.1", "3.3"});
    }

    // The rules that some step of the trace found to hold.
    std::vector<std::string> held() const
    {
        std::vector<std::string> rules;
        for (const auto& rule : m_tensor.layout->rules) {
            const bool isAsked = std::ranges::any_of(m_trace.steps, [&](const ConstructionStep& step) {
                return std::ranges::find(step.rules, rule.id) != step.rules.end();
            });
            const bool isUnknown =
                std::ranges::find(m_trace.report.skipped, rule.id, &Skipped::rule) != m_trace.report.skipped.end();
            if (isAsked && !isUnknown && !m_trace.report.find(rule.id))
                rules.emplace_back(rule.id);
        }
        return rules;
    }

    Tensor m_tensor;
    BuildOptions m_options;
    Calls m_calls;
    ConstructionTrace m_trace;
    bool m_hasSize = true;
    bool m_stopped = false;
};

} // namespace

std::string_view name(ConstructionStep::Outcome outcome)
{
    switch (outcome) {
    case Outcome::done:
        return "done";
    case Outcome::holds:
        return "holds";
    case Outcome::broken:
        return "broken";
    case Outcome::undecided:
        return "undecided";
    case Outcome::notReached:
        return "not reached";
    }
    return "";
}

ConstructionTrace construct(const Tensor& tensor, const BuildOptions& options)
{
    Tensor members = tensor;
    if (options.infer)
        members.size = std::nullopt; // what it claims is left aside
    return Builder(members, options).run();
}

} // namespace tscope
