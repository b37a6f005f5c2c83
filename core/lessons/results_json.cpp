// SPDX-License-Identifier: Apache-2.0
// {"tensorscope_lesson_results": 1, "lesson": "08-coo", "student": "4711", "seed": 7, "exercises": [{"step": 0,
// "seed": 7, "hints": 0, "worked": false, "own": false, "answers": ["9", "12"]}]}
#include "base/say.h"
#include "lessons/results.h"
#include "literals/json_problem.h"

#include <nlohmann/json.hpp>

namespace tscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto versionKey = "tensorscope_lesson_results";
constexpr const char* sharedKey = "shared_numbers";
constexpr const char* hashKey = "lesson_hash";
constexpr std::uint64_t version = 1;
constexpr std::size_t mostAnswersInAll = 20'000, longestName = 200;

// Fields of an object; the first that is not what is wanted is kept.
class Fields
{
public:
    Fields(const Json& object, std::string where, std::optional<Error>& problem)
        : m_object(object), m_where(std::move(where)), m_problem(problem)
    {
        if (!object.is_object())
            wanted(say("an object"), m_where);
    }

    std::uint64_t whole(const char* key)
    {
        const auto* found = field(key);
        if (found != nullptr && !found->is_number_unsigned())
            wanted(say("a whole number"), at(key));
        return found != nullptr && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
    }
    bool flag(const char* key)
    {
        const auto* found = field(key);
        if (found != nullptr && !found->is_boolean())
            wanted(say("true or false"), at(key));
        return found != nullptr && found->is_boolean() && found->get<bool>();
    }
    std::string word(const char* key, std::size_t mostBytes)
    {
        const auto* found = field(key);
        if (found == nullptr)
            return {};
        if (!found->is_string() || found->get_ref<const std::string&>().size() > mostBytes) {
            wanted(say("a text of at most {0|byte|bytes}", mostBytes), at(key));
            return {};
        }
        return found->get<std::string>();
    }
    const Json& list(const char* key, std::size_t most)
    {
        static const auto none = Json::array();
        const auto* found = field(key);
        if (found == nullptr)
            return none;
        if (!found->is_array() || found->size() > most) {
            wanted(say("a list of at most {0|element|elements}", most), at(key));
            return none;
        }
        return *found;
    }
    std::string at(const char* key) const { return m_where.empty() ? key : m_where + "." + key; }

private:
    const Json* field(const char* key)
    {
        const auto found = m_object.find(key);
        if (m_object.is_object() && found != m_object.end())
            return &*found;
        wanted(say("a key \"{0}\"", key), m_where);
        return nullptr;
    }
    void wanted(const std::string& what, const std::string& where)
    {
        if (!m_problem)
            m_problem = Error{ErrorCode::corrupt, say("wanted {0}, found something else", what), where};
    }

    const Json& m_object;
    std::string m_where;
    std::optional<Error>& m_problem;
};

AnsweredExercise exerciseIn(const Json& json, std::size_t number, std::optional<Error>& problem)
{
    const auto where = "exercises[" + std::to_string(number) + "]";
    Fields fields(json, where, problem);
    AnsweredExercise out;
    out.step = fields.whole("step");
    out.seed = fields.whole("seed");
    out.hints = fields.whole("hints");
    out.isWorkedShown = fields.flag("worked");
    out.isOwn = fields.flag("own");
    for (const auto& answer : fields.list("answers", mostAnswersHandedIn)) {
        if (!answer.is_string()) {
            if (!problem)
                problem = Error{ErrorCode::corrupt, say("wanted {0}, found something else", say("a text")),
                                fields.at("answers")};
            break;
        }
        out.answers.push_back(answer.get<std::string>());
    }
    return out;
}

} // namespace

std::string writeResults(const LessonResults& results)
{
    auto exercises = Json::array();
    for (const auto& each : results.exercises)
        exercises.push_back({{"step", each.step},
                             {"seed", each.seed},
                             {"hints", each.hints},
                             {"worked", each.isWorkedShown},
                             {"own", each.isOwn},
                             {"answers", each.answers}});
    Json whole{{versionKey, version},
               {"lesson", results.lesson},
               {"student", results.student},
               {"seed", results.classSeed},
               {"exercises", std::move(exercises)}};
    if (results.areNumbersShared)
        whole[sharedKey] = true;
    if (results.lessonHash != 0)
        whole[hashKey] = results.lessonHash;
    // What somebody typed may be no UTF-8.
    return whole.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LessonResults> readResults(std::string_view text)
{
    if (text.size() > longestResults)
        return invalidArgument(say("wanted at most {0|byte|bytes}, found {1#}", longestResults, text.size()));
    Json whole;
    try {
        whole = Json::parse(text);
    } catch (const Json::exception& problem) {
        return corrupt(jsonProblem(problem.what()));
    }
    std::optional<Error> problem;
    Fields fields(whole, "", problem);
    const auto found = fields.whole(versionKey);
    if (!problem && found != version)
        return unsupported(say("wanted lesson results of version {0}, found version {1}", version, found),
                           versionKey);
    LessonResults out;
    out.lesson = fields.word("lesson", longestName);
    out.student = fields.word("student", longestName);
    out.classSeed = fields.whole("seed");
    out.areNumbersShared = whole.contains(sharedKey) && fields.flag(sharedKey); // older files don't tell
    out.lessonHash = whole.contains(hashKey) ? fields.whole(hashKey) : 0;       // nor this
    std::size_t answers = 0;
    for (const auto& each : fields.list("exercises", mostExercisesHandedIn)) {
        if (problem)
            break;
        out.exercises.push_back(exerciseIn(each, out.exercises.size(), problem));
        answers += out.exercises.back().answers.size();
        if (answers > mostAnswersInAll && !problem)
            problem = invalidArgument(say("wanted at most {0#} answers", mostAnswersInAll));
    }
    if (problem)
        return *problem;
    return out;
}

} // namespace tscope
