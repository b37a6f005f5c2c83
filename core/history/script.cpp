// SPDX-License-Identifier: Apache-2.0
#include "history/script.h"

#include "base/say.h"
#include "history/script_calls.h"
#include "history/script_text.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

constexpr std::size_t longestScript = 100'000; // characters
constexpr int mostBrackets = 64;               // inside each other

// Reads by descent and does what it reads at once.
class ScriptReader
{
public:
    ScriptReader(std::string_view text, ScriptRun& run, const ScriptOptions& options)
        : m_text(text), m_run(run), m_calls(run, options)
    {
        for (std::size_t i = 0; i < run.names.size(); ++i)
            m_places[run.names[i].name] = i;
    }

    Result<void> whole()
    {
        for (;;) {
            m_text.skipToStatement();
            if (m_text.isAtEnd())
                break;
            statement();
            m_text.skipBlanks();
            if (!m_text.isAtEnd() && m_text.rest().front() != '\n' && !m_text.takes(";"))
                m_text.fail(invalidArgument(say("the end of a statement was wanted, found {0}", m_text.found())));
        }
        if (m_text.hasFailed())
            return *m_text.error();
        return {};
    }

private:
    ScriptValue nothing(std::size_t at, std::string sentence)
    {
        m_text.failAt(at, invalidArgument(std::move(sentence)));
        return std::string();
    }
    // `at`: the place of what failed.
    ScriptValue worth(Result<ScriptValue> value, std::size_t at)
    {
        if (value)
            return std::move(*value);
        m_text.failAt(at, value.error());
        return std::string();
    }

    // --- statements ---

    void statement()
    {
        const auto from = m_text.at();
        std::vector<std::string> targets;
        do
            targets.push_back(m_text.name());
        while (m_text.takes(","));
        m_text.skipBlanks();
        const auto rest = m_text.rest();
        if (targets.back().empty() || !rest.starts_with("=") || rest.starts_with("==")) {
            m_text.goTo(from);
            sum();
            return;
        }
        m_text.takes("=");
        m_text.skipBlanks();
        const auto at = m_text.at();
        auto value = sum();
        if (m_text.hasFailed())
            return;
        auto* list = std::get_if<std::vector<Recorded>>(&value);
        if (targets.size() == 1) {
            if (auto* recorded = std::get_if<Recorded>(&value))
                assign(targets.front(), std::move(*recorded));
            else
                nothing(at, say("a tensor was wanted for {0}", targets.front()));
        } else if (list == nullptr || list->size() != targets.size()) {
            nothing(at, say("{0} tensors were wanted, found {1}", targets.size(),
                            list != nullptr ? list->size() : std::size_t{1}));
        } else {
            for (std::size_t i = 0; i < targets.size(); ++i)
                assign(targets[i], std::move((*list)[i]));
        }
    }

    void assign(const std::string& target, Recorded value)
    {
        value.name = target;
        const auto [at, isNew] = m_places.try_emplace(target, m_run.names.size());
        if (isNew)
            m_run.names.push_back(std::move(value));
        else
            m_run.names[at->second] = std::move(value);
    }

    // --- expressions ---

    struct Deeper {
        explicit Deeper(ScriptReader& reader) : m_reader(reader) { ++m_reader.m_deep; }
        ~Deeper() { --m_reader.m_deep; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

        ScriptReader& m_reader;
    };

    // One of these signs, if it is next.
    char sign(std::string_view signs)
    {
        for (const auto& one : signs)
            if (m_text.takes(std::string_view(&one, 1)))
                return one;
        return 0;
    }

    ScriptValue chain(std::string_view signs, ScriptValue (ScriptReader::*part)())
    {
        auto left = (this->*part)();
        for (;;) {
            const auto at = m_text.at();
            const auto found = sign(signs);
            if (found == 0)
                return left;
            const auto right = (this->*part)();
            if (m_text.hasFailed())
                return left;
            left = worth(m_calls.binary(found, left, right), at);
        }
    }
    ScriptValue sum()
    {
        const Deeper deeper(*this);
        if (m_deep > mostBrackets)
            return nothing(m_text.at(), say("wanted at most {0} brackets inside each other", mostBrackets));
        return chain("+-", &ScriptReader::product);
    }
    ScriptValue product() { return chain("*@/", &ScriptReader::signedOne); }

    ScriptValue signedOne()
    {
        const auto at = m_text.at();
        if (!m_text.takes("-"))
            return called(single());
        const Deeper deeper(*this);
        if (m_deep > mostBrackets)
            return nothing(m_text.at(), say("wanted at most {0} brackets inside each other", mostBrackets));
        auto value = signedOne();
        return m_text.hasFailed() ? value : worth(m_calls.negated(value), at);
    }

    ScriptValue single()
    {
        m_text.skipBlanks();
        const auto from = m_text.at();
        if (m_text.takes("(")) {
            m_text.openBracket();
            auto inside = sum();
            m_text.closeBracket();
            m_text.wants(")");
            return inside;
        }
        if (m_text.takes("["))
            return list();
        if (!m_text.isAtEnd() && (isDigit(m_text.rest().front()) || m_text.rest().front() == '.'))
            return m_text.number();
        auto word = m_text.name();
        if (word.empty())
            return nothing(from, say("wanted a number, a name or a list, found {0}", m_text.found()));
        const auto isModule = [this](std::string_view name) {
            return (name == "torch" || name == "nested" || name == "F") && !m_places.contains(name);
        };
        while (isModule(word) && m_text.takes("."))
            word = m_text.name();
        if (m_text.takes("(")) {
            auto arguments = argumentsOf(ScriptCalls::valuesOf(word, false));
            return m_text.hasFailed() ? ScriptValue(std::string())
                                      : worth(m_calls.function(word, std::move(arguments)), from);
        }
        const auto at = m_places.find(word);
        if (at == m_places.end())
            return nothing(from, say("there is no tensor called {0}", word));
        return m_run.names[at->second];
    }

    ScriptValue list()
    {
        std::vector<Recorded> out;
        m_text.openBracket();
        while (!m_text.hasFailed() && !m_text.takes("]")) {
            const auto at = m_text.at();
            auto value = sum();
            if (auto* recorded = std::get_if<Recorded>(&value))
                out.push_back(std::move(*recorded));
            else
                nothing(at, say("tensors were wanted in a list"));
            if (!m_text.takes(",")) {
                m_text.wants("]");
                break;
            }
        }
        m_text.closeBracket();
        return out;
    }

    // What is called on a value: .name(...) and [...]
    ScriptValue called(ScriptValue value)
    {
        while (!m_text.hasFailed()) {
            const auto at = m_text.at();
            if (m_text.takes("."))
                value = methodOf(std::move(value), at);
            else if (m_text.takes("["))
                value = elementOf(std::move(value), at);
            else
                break;
        }
        return value;
    }

    ScriptValue methodOf(ScriptValue value, std::size_t at)
    {
        const auto word = m_text.name();
        m_text.wants("(");
        auto arguments = argumentsOf(ScriptCalls::valuesOf(word, true));
        const auto* on = std::get_if<Recorded>(&value);
        if (on == nullptr)
            return nothing(at, say("a tensor was wanted for {0}", word));
        if (m_text.hasFailed())
            return value;
        auto made = worth(m_calls.method(word, *on, std::move(arguments)), at);
        if (auto* same = std::get_if<Recorded>(&made); same && word == "requires_grad_" && !on->name.empty()) {
            same->name = on->name; // in place, as PyTorch does
            assign(on->name, *same);
        }
        return made;
    }

    // x[1, 0:2] is x.select(0, 1).slice(0, 0, 2), and one of a list.
    ScriptValue elementOf(ScriptValue value, std::size_t at)
    {
        const auto end = m_text.rest().find(']');
        if (end == std::string_view::npos)
            return nothing(at, say("wanted \"{0}\", found {1}", "]", say("the end")));
        auto inside = m_text.rest().substr(0, end);
        m_text.goTo(m_text.at() + end + 1);
        if (auto* list = std::get_if<std::vector<Recorded>>(&value)) {
            const auto number = parseElement(inside, ElementType::i64);
            const auto i = number ? number->asIndex().value_or(-1) : -1;
            if (i < 0 || i >= std::ssize(*list))
                return nothing(at,
                               say("a number from 0 to {0} was wanted, found {1}", std::ssize(*list) - 1, inside));
            return (*list)[static_cast<std::size_t>(i)];
        }
        std::int64_t dim = 0;
        do {
            const auto comma = std::min(inside.find(','), inside.size());
            const auto item = inside.substr(0, comma);
            inside.remove_prefix(std::min(comma + 1, inside.size()));
            const auto* on = std::get_if<Recorded>(&value);
            if (on == nullptr)
                return nothing(at, say("a tensor was wanted for {0}", "[...]"));
            const bool isSlice = item.find(':') != std::string_view::npos;
            value = worth(
                m_calls.steps(*on, isSlice ? sliceText(dim, item)
                                           : "select(" + std::to_string(dim) + ", " + std::string(item) + ")"),
                at);
            dim += isSlice ? 1 : 0;
        } while (!m_text.hasFailed() && !inside.empty());
        return value;
    }
    static std::string sliceText(std::int64_t dim, std::string_view item)
    {
        auto out = "slice(" + std::to_string(dim);
        for (std::size_t part = 0; part < 3 && !item.empty(); ++part) {
            const auto colon = std::min(item.find(':'), item.size());
            const auto bound = item.substr(0, colon);
            item.remove_prefix(std::min(colon + 1, item.size()));
            const bool isAbsent = bound.find_first_not_of(' ') == std::string_view::npos;
            out += ", " + (isAbsent ? std::string(part == 2 ? "1" : "None") : std::string(bound));
        }
        return out + ")";
    }

    // Up to the closing bracket: values first, then words that are no expressions.
    ScriptArguments argumentsOf(std::size_t values)
    {
        ScriptArguments out;
        const auto from = m_text.at();
        m_text.openBracket();
        while (!m_text.hasFailed() && !m_text.takes(")")) {
            m_text.skipBlanks();
            const auto at = m_text.at();
            const auto word = m_text.name();
            if (!word.empty() && m_text.takes("=")) {
                out.named.emplace_back(word, std::string(m_text.word()));
            } else {
                m_text.goTo(at);
                if (out.values.size() < values)
                    out.values.push_back(sum());
                else
                    out.words.emplace_back(m_text.word());
            }
            if (!m_text.takes(",")) {
                m_text.wants(")");
                break;
            }
        }
        m_text.closeBracket();
        if (!m_text.hasFailed())
            out.text = m_text.between(from, m_text.at() - 1);
        return out;
    }

    ScriptText m_text;
    ScriptRun& m_run;
    ScriptCalls m_calls;
    std::map<std::string, std::size_t, std::less<>> m_places; // of names
    int m_deep = 0;                                           // expressions inside each other
};

} // namespace

Result<ScriptRun> runScript(std::string_view text, std::vector<Recorded> given, const ScriptOptions& options)
{
    if (text.size() > longestScript)
        return invalidArgument(
            say("a script of at most {0#} characters was wanted, found {1#}", longestScript, text.size()));
    ScriptRun run{std::move(given), {}, {}, {}};
    if (auto done = ScriptReader(text, run, options).whole(); !done)
        return done.error();
    return run;
}

} // namespace tscope
