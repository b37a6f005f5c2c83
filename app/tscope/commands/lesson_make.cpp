// SPDX-License-Identifier: Apache-2.0
#include "lesson_make.h"

#include "base/say.h"
#include "console.h"
#include "inputs.h"
#include "language/catalogue.h"
#include "lessons/lesson_file.h"
#include "lessons/made_lesson.h"
#include "outputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct LessonMakeArguments {
    std::string tensor, kind, elements, output;
    LessonRequest request;
    bool json = false;
};

Result<LessonRequest> lessonRequestOf(const LessonMakeArguments& options)
{
    auto request = options.request;
    const auto kind = questionKindNamed(options.kind);
    if (!kind)
        return kind.error();
    request.kind = *kind;
    auto elements = elementsNamed(options.elements);
    if (!elements)
        return invalidArgument("--elements: " + elements.error().text);
    request.elements = *std::move(elements);
    if (!request.elements.empty() && request.kind != QuestionKind::locate)
        return invalidArgument(
            say("{0} is for questions of the kind {1}", "--elements", name(QuestionKind::locate)));
    if (!request.rule.empty() && request.kind != QuestionKind::broken)
        return invalidArgument(say("{0} is for questions of the kind {1}", "--rule", name(QuestionKind::broken)));
    // So that no tensor's file is replaced by a slip of the hand.
    if (!options.output.empty() && !options.output.ends_with(".lesson"))
        return invalidArgument(say("wanted a file name that ends in .lesson, found {0}", options.output));
    return request;
}

ExitCode runLessonMake(const LessonMakeArguments& options)
{
    const auto request = lessonRequestOf(options);
    if (!request)
        return fail(request.error(), options.json, usage);
    const auto input = openOne(options.tensor);
    if (!input)
        return fail(input.error(), options.json);
    const auto text = lessonAbout(input->tensor, *request);
    if (!text)
        return fail(text.error(), options.json);
    if (!options.output.empty())
        if (const auto saved = saveBytes(options.output, *text); !saved)
            return fail(saved.error(), options.json);
    const auto lesson = readLesson(*text, "made");
    if (!lesson)
        return fail(lesson.error(), options.json);
    if (options.json)
        printJson({{"title", lesson->title.english},
                   {"kind", name(request->kind)},
                   {"steps", lesson->steps.size()},
                   {"file", options.output.empty() ? Json(nullptr) : Json(options.output)},
                   {"lesson", *text}});
    else if (options.output.empty())
        printLines(*text);
    else
        print(options.output + ": " + lesson->title.in(language()) + ", " +
              say("{0|step|steps}", lesson->steps.size()));
    return fine;
}

} // namespace

void addLessonMake(CLI::App& lesson, Invocation& invocation)
{
    auto options = std::make_shared<LessonMakeArguments>();
    auto* command = lesson.add_subcommand("make", "makes a lesson about a tensor");
    command->add_option("T", options->tensor, "FILE, FILE::NAME or -")->required();
    std::string kinds;
    for (const auto kind : questionKinds)
        kinds.append(kinds.empty() ? "" : ", ").append(name(kind));
    command->add_option("--kind", options->kind, "what is asked: " + kinds)->required();
    command->add_option("--steps", options->request.steps, "how many questions; default up to three")
        ->check(CLI::Range(1, 40));
    command->add_option("--title", options->request.title, "the title of the lesson");
    command->add_option("--elements", options->elements,
                        "locate: which elements, as 1,2;0,3; default others for each student");
    command->add_option("--rule", options->request.rule,
                        "broken: the rule that a sound tensor breaks in the lesson");
    command->add_option("--out", options->output, "file to write, NAME.lesson; default standard output");
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runLessonMake(*options); }; });
}

} // namespace tscope::cli
