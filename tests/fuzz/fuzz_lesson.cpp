// SPDX-License-Identifier: Apache-2.0
// A lesson file and, behind a zero byte, an answer as somebody types it or a file of results.
#include "base/check.h"
#include "base/thread_pool.h"
#include "lessons/answer_line.h"
#include "lessons/lesson_file.h"
#include "lessons/mark.h"
#include "lessons/results.h"

#include <algorithm>
#include <cstdint>

using namespace tscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto end = std::min(input.find('\0'), input.size());
    const auto typed = input.substr(std::min(end + 1, input.size()));
    const auto lesson = readLesson(input.substr(0, end), "fuzz");
    if (!lesson)
        return 0;
    if (const auto results = readResults(typed)) {
        (void)markResults(*lesson, *results);
        const auto again = readResults(writeResults(*results));
        TSCOPE_CHECK(again && again->exercises.size() == results->exercises.size(), "what is written is read");
    }
    constexpr std::size_t mostSteps = 3;
    for (std::size_t step = 0; step < std::min(lesson->steps.size(), mostSteps); ++step) {
        const auto exercise = pose(*lesson, step, 1);
        if (!exercise)
            continue;
        const auto& spec = lesson->steps[step].answer;
        if (const auto answer = readAnswer(spec, typed)) {
            const auto marked = mark(*lesson, *exercise, *answer);
            TSCOPE_CHECK(marked.isRight || !marked.text.empty(), "a wrong answer is told why");
        }
        if (exercise->expected && spec.needs.empty())
            TSCOPE_CHECK(mark(*lesson, *exercise, *exercise->expected).isRight, "what is right is marked so");
        if (exercise->step == 0 && !exercise->tensors.empty())
            (void)mark(*lesson, *exercise, Value(exercise->tensor(exercise->tensors.front())));
    }
    return 0;
}
