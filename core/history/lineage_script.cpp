// SPDX-License-Identifier: Apache-2.0
#include "history/lineage_script.h"

#include "dispatch/param_text.h"
#include "history/script_text.h"
#include "ops/step_code.h"

#include <array>
#include <map>
#include <set>
#include <string_view>

namespace tscope {

namespace {

struct LayoutMethod {
    std::string_view layout, method;
};
constexpr std::array layoutMethods{
    LayoutMethod{"strided", "to_dense"},
    LayoutMethod{"coo", "to_sparse"},
    LayoutMethod{"csr", "to_sparse_csr"},
    LayoutMethod{"csc", "to_sparse_csc"},
};

// "0,1" as an argument of its own.
std::string argument(const std::string& value)
{
    return value.find(',') == std::string::npos ? value : "(" + value + ")";
}

std::string arguments(const NamedWords& words)
{
    std::string out;
    for (const auto& [name, value] : words)
        if (!value.empty())
            out += (out.empty() ? "" : ", ") + name + "=" + argument(value);
    return out;
}

std::string methodOf(const ConvertRequest& request)
{
    const auto words = wordsOf(request);
    if (words.size() == 1 && request.layout != nullptr)
        for (const auto& [layout, method] : layoutMethods)
            if (layout == request.layout->name)
                return std::string(method) + "()";
    return "convert(" + arguments(words) + ")";
}

class ScriptWriter
{
public:
    ScriptWriter(const LineageGraph& graph) : m_graph(graph), m_users(graph.nodes.size())
    {
        for (const auto& node : graph.nodes)
            for (const auto& edge : node.inputs)
                if (edge.from)
                    ++m_users[*edge.from];
    }

    LineageScript script(bool goesBack)
    {
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            m_terms.emplace_back();
            const auto& node = m_graph.nodes[i];
            if (node.isLeaf() || node.isCut())
                give(i);
            else
                write(i);
        }
        if (goesBack)
            m_out.text += m_terms[m_graph.root][m_graph.rootResult] + ".sum().backward()\n";
        return std::move(m_out);
    }

private:
    // A name for each result that no other has.
    std::string newName(const LineageTensor& tensor)
    {
        const auto wanted = tensor.name.empty() ? std::string("step") : scriptName(tensor.name);
        auto name = wanted;
        // Goes on behind the last number of that name: there may be thousands.
        auto& number = m_numbers.try_emplace(wanted, 1).first->second;
        while (!m_taken.insert(name).second)
            name = wanted + "_" + std::to_string(++number);
        return name;
    }

    void give(std::size_t i)
    {
        const auto& results = m_graph.nodes[i].results;
        for (std::size_t k = 0; k < results.size(); ++k) {
            m_terms[i].push_back(newName(results[k]));
            m_out.given.push_back({m_terms[i].back(), i, k});
        }
    }

    void write(std::size_t i)
    {
        const auto& node = m_graph.nodes[i];
        auto term = termOf(node);
        const auto* step = std::get_if<ViewStep>(&node.step->call());
        const bool isList = step != nullptr && makesSeveral(step->op);
        // One that nobody named and one step alone goes on from is a part of that statement.
        if (node.results.size() == 1 && node.results[0].name.empty() && m_users[i] == 1 && i != m_graph.root) {
            m_terms[i].push_back(std::move(term) + (isList ? "[0]" : ""));
            return;
        }
        std::string names;
        for (const auto& result : node.results) {
            m_terms[i].push_back(newName(result));
            names += (names.empty() ? "" : ", ") + m_terms[i].back();
        }
        m_out.text += names + " = " + term + (isList && node.results.size() == 1 ? "[0]" : "") + "\n";
    }

    // What an edge reads. A term that is used once is not needed any more.
    std::string input(const LineageGraph::Edge& edge)
    {
        if (!edge.from)
            return edge.name;
        auto& term = m_terms[*edge.from][edge.result];
        return m_users[*edge.from] == 1 && m_graph.nodes[*edge.from].results[0].name.empty() ? std::move(term)
                                                                                             : term;
    }

    std::string termOf(const LineageGraph::Node& node)
    {
        const auto& call = node.step->call();
        std::string inputs;
        for (const auto& edge : node.inputs) {
            auto term = input(edge);
            if (inputs.empty())
                inputs = std::move(term);
            else
                inputs += ", " + term;
        }
        if (const auto* operation = std::get_if<OperationCall>(&call)) {
            NamedWords words;
            for (const auto& [name, value] : operation->params.all())
                words.emplace_back(name, text(value));
            const auto rest = arguments(words);
            return std::string(operation->op->name) + "(" + inputs + (rest.empty() ? "" : ", " + rest) + ")";
        }
        if (const auto* request = std::get_if<ConvertRequest>(&call))
            return std::move(inputs) + "." + methodOf(*request);
        if (const auto* step = std::get_if<ViewStep>(&call))
            return std::move(inputs) + "." + text(*step);
        return inputs; // the same tensor
    }

    const LineageGraph& m_graph;
    std::vector<std::size_t> m_users;              // edges from each node
    std::vector<std::vector<std::string>> m_terms; // what its results are written as
    std::set<std::string> m_taken;
    std::map<std::string, int> m_numbers; // the last one that was put behind each name
    LineageScript m_out;
};

} // namespace

LineageScript lineageScript(const LineageGraph& graph, bool goesBack)
{
    return ScriptWriter(graph).script(goesBack);
}

} // namespace tscope
