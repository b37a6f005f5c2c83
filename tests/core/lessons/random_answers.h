// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lessons/dull_marker.h"

namespace tscope {

// Answers to an exercise, right ones and wrong ones: what is right said in another order, the answer to the same
// step with other numbers, and each with a number changed, one more, one less.
class RandomAnswers
{
public:
    explicit RandomAnswers(std::uint64_t seed) : m_random(seed) {}

    // `other` is the same step, posed with another seed.
    GivenAnswer next(const Lesson& lesson, const Exercise& exercise, const Exercise& other);
    // As somebody would type it, with brackets and blanks or without.
    std::string typed(AnswerKind kind, const GivenAnswer& answer);

private:
    std::vector<std::string> right(const Lesson& lesson, const Exercise& exercise);
    void spoil(std::vector<std::string>& parts);
    void spoil(Numbers& numbers);
    void spoil(BuiltTensor& built);
    std::int64_t upTo(std::int64_t most) { return between(m_random, 0, most); }

    std::mt19937_64 m_random;
};

// Nothing where it is none that can be written down: indices of two lengths.
std::optional<Tensor> tensorOf(const BuiltTensor& built);

} // namespace tscope
