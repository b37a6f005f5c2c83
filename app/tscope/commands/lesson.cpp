// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "language/catalogue.h"
#include "lesson_make.h"
#include "lesson_mark.h"
#include "lessons/built_in_lessons.h"
#include "lessons/lesson_book.h"
#include "lessons/results.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope::cli {

namespace {

struct LessonArguments {
    std::vector<std::string> lessons; // files, or ids of built-in ones
    std::string lesson;
    std::string student;
    std::uint64_t seed = 1;
    int seeds = 100;
    bool json = false;
};

std::string placed(const std::string& path, const Error& error)
{
    return path + ": " + (error.where.empty() ? "" : error.where + ": ") + error.text;
}

// Each file is read whatever the others are.
ExitCode runCheck(const LessonArguments& options)
{
    auto code = fine;
    auto answers = Json::array();
    for (const auto& path : options.lessons) {
        const auto lesson = lessonNamed(path);
        auto faults = lesson ? faultsOf(*lesson, options.seeds) : std::vector<Error>{lesson.error()};
        const bool isUnreadable = !lesson && lesson.error().code != ErrorCode::invalidArgument;
        code = std::max(code, faults.empty() ? fine : isUnreadable ? unreadable : no);
        if (options.json) {
            auto list = Json::array();
            for (const auto& fault : faults)
                list.push_back(errorJson(fault));
            answers.push_back({{"file", path},
                               {"title", lesson ? Json(lesson->title.english) : Json(nullptr)},
                               {"steps", lesson ? Json(lesson->steps.size()) : Json(nullptr)},
                               {"faults", std::move(list)}});
            continue;
        }
        for (const auto& fault : faults)
            print(placed(path, fault));
        if (faults.empty())
            print(path + ": " + lesson->title.in(language()) + ", " + std::to_string(lesson->steps.size()) +
                  " steps, posed with " + std::to_string(options.seeds) + " seeds each");
    }
    if (options.json)
        printJson({{"lessons", std::move(answers)}});
    return code;
}

ExitCode runKey(const LessonArguments& options)
{
    const auto lesson = lessonNamed(options.lesson);
    if (!lesson)
        return fail(lesson.error(), options.json);
    auto steps = Json::array();
    const auto seed = seedOf(options.seed, options.student);
    if (!options.json)
        print(inked(Ink::strong, lesson->title.in(language())) + ", seed " + std::to_string(seed));
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
        const auto exercise = pose(*lesson, step, seed);
        if (!exercise)
            return fail(exercise.error(), options.json);
        if (options.json) {
            steps.push_back({{"step", step},
                             {"title", lesson->steps[step].title.english},
                             {"ask", exercise->ask},
                             {"answer", keyOf(*exercise)},
                             {"worked", exercise->worked}});
            continue;
        }
        print(std::to_string(step) + "  " + lesson->steps[step].title.in(language()) + ": " + exercise->ask);
        print("   " + keyOf(*exercise));
    }
    if (options.json)
        printJson({{"title", lesson->title.english}, {"seed", seed}, {"steps", std::move(steps)}});
    return fine;
}

ExitCode runList(const LessonArguments& options)
{
    auto lessons = Json::array();
    for (const auto& each : builtInLessons()) {
        const auto lesson = lessonNamed(std::string(each.id));
        if (!lesson)
            return fail(lesson.error(), options.json);
        if (options.json)
            lessons.push_back({{"id", each.id},
                               {"title", lesson->title.english},
                               {"goal", lesson->goal.english},
                               {"steps", lesson->steps.size()}});
        else
            print(std::string(each.id) + "  " + lesson->title.in(language()));
    }
    if (options.json)
        printJson({{"lessons", std::move(lessons)}});
    return fine;
}

} // namespace

void addLesson(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<LessonArguments>();
    auto* command = app.add_subcommand(
        "lesson", "lessons: those built in, what is wrong with one, its key, marks, one about a tensor");
    command->require_subcommand(1);
    auto* list = command->add_subcommand("list", "the ids and titles of the built-in lessons");
    list->add_flag("--json", options->json, "answer as JSON");
    list->callback([options, &invocation] { invocation.run = [options] { return runList(*options); }; });
    auto* check = command->add_subcommand("check", "reads lessons and poses each step with many seeds");
    check->add_option("LESSON", options->lessons, "files, or numbers or ids of built-in lessons")->required();
    check->add_option("--seeds", options->seeds, "how many seeds")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    check->add_flag("--json", options->json, "answer as JSON");
    check->callback([options, &invocation] { invocation.run = [options] { return runCheck(*options); }; });
    auto* key = command->add_subcommand("key", "the answers of a lesson with a seed");
    key->add_option("LESSON", options->lesson, "a file, or the number or id of a built-in lesson")->required();
    key->add_option("--seed", options->seed, "which numbers are drawn")->capture_default_str();
    key->add_option("--student", options->student, "whose numbers: a name or number, with which each gets others");
    key->add_flag("--json", options->json, "answer as JSON");
    key->callback([options, &invocation] { invocation.run = [options] { return runKey(*options); }; });
    addLessonMark(*command, invocation);
    addLessonMake(*command, invocation);
}

} // namespace tscope::cli
