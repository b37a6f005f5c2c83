// SPDX-License-Identifier: Apache-2.0
#include "lessons/answer_line.h"

#include "base/say.h"
#include "facts/logical_shape.h"
#include "lessons/grouped_numbers.h"
#include "lessons/letters.h"
#include "lessons/tensor_line.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tscope {

namespace {

constexpr auto kinds = std::to_array<AnswerKind>(
    {AnswerKind::number, AnswerKind::list, AnswerKind::set, AnswerKind::word, AnswerKind::cells, AnswerKind::slots,
     AnswerKind::storage, AnswerKind::pointers, AnswerKind::order, AnswerKind::tensor});

std::string kindNames()
{
    std::string all;
    for (const auto kind : kinds)
        all.append(all.empty() ? "" : ", ").append(name(kind));
    return all;
}

// "x" or "x.col_indices"
Result<void> takePlace(std::string_view text, AnswerSpec& spec)
{
    const bool wantsMember = spec.kind == AnswerKind::slots || spec.kind == AnswerKind::pointers;
    const auto dot = text.find('.');
    spec.tensor = std::string(trimmed(text.substr(0, dot)));
    if (dot != std::string_view::npos)
        spec.member = std::string(trimmed(text.substr(dot + 1)));
    if (!isLessonName(spec.tensor) || (wantsMember && spec.member.empty()))
        return invalidArgument(say("wanted {0} of {1}, found \"{2}\"", name(spec.kind),
                                   wantsMember ? "tensor.member" : "tensor", std::string(text)));
    return {};
}

void takeWords(std::string_view text, AnswerSpec& spec)
{
    while (!text.empty()) {
        const auto comma = text.find(',');
        if (const auto word = trimmed(text.substr(0, comma)); !word.empty())
            spec.words.emplace_back(word);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
}

// "x" or "x.col_indices", before the brackets of a place in it.
bool isElementOf(std::string_view name)
{
    const auto dot = name.find('.');
    return isLessonName(name.substr(0, dot)) &&
           (dot == std::string_view::npos || isLessonName(name.substr(dot + 1)));
}

// Numbers with anything that people put between and around them: "(4, 1)", "[4 1]", "4,1"; and as questions write
// an element, "x[4, 1]".
Result<Value> numbersIn(std::string_view typed)
{
    Value::List out;
    std::string current;
    constexpr std::size_t most = 10'000;
    const auto finish = [&]() -> Result<void> {
        if (current.empty())
            return {};
        std::int64_t number = 0;
        const auto read = std::from_chars(current.data(), current.data() + current.size(), number);
        if (read.ec != std::errc() || read.ptr != current.data() + current.size())
            return invalidArgument(say("wanted whole numbers, found \"{0}\"", current.substr(0, 40)));
        out.push_back(number);
        current.clear();
        return {};
    };
    for (const auto c : typed) {
        if (std::string_view("()[]{},; \t\n\r").find(c) == std::string_view::npos) {
            current += c;
            continue;
        }
        if (c == '[' && isElementOf(current))
            current.clear();
        if (const auto done = finish(); !done)
            return done.error();
        if (out.size() > most)
            return invalidArgument(say("wanted at most {0#} numbers", most));
    }
    if (const auto done = finish(); !done)
        return done.error();
    return Value(std::move(out));
}

// "1,2; 0,3" or "[[1, 2], [0, 3]]" or "(1, 2), (0, 3)"
Result<Value> cellsIn(std::string_view typed)
{
    Value::List cells;
    const bool hasBrackets = typed.find_first_of("([") != std::string_view::npos;
    const std::string_view ends = hasBrackets ? ")]" : ";";
    while (!trimmed(typed).empty()) {
        const auto end = typed.find_first_of(ends);
        auto numbers = numbersIn(typed.substr(0, end));
        if (!numbers)
            return numbers;
        if (!numbers->as<Value::List>()->empty())
            cells.push_back(*std::move(numbers));
        typed.remove_prefix(end == std::string_view::npos ? typed.size() : end + 1);
    }
    return Value(std::move(cells));
}

// Each list of numbers cut into cells of that rank; nothing where one can't be.
std::optional<Value> cutIntoCells(const Value::List& lists, std::size_t rank)
{
    Value::List cells;
    for (const auto& list : lists) {
        const auto& numbers = *list.as<Value::List>();
        if (numbers.size() % rank != 0)
            return std::nullopt;
        for (auto at = numbers.begin(); at != numbers.end(); at += static_cast<std::ptrdiff_t>(rank))
            cells.push_back(Value(Value::List(at, at + static_cast<std::ptrdiff_t>(rank))));
    }
    return Value(std::move(cells));
}

std::string howToWriteCells(std::size_t rank)
{
    constexpr std::size_t ofMatrix = 2;
    if (rank == 1)
        return say("write each cell as one number and separate cells by a semicolon: 0; 1");
    if (rank == ofMatrix)
        return say("write each cell as row, column and separate cells by a semicolon: 0,0; 0,1");
    std::string zeros;
    for (std::size_t dim = 1; dim < rank; ++dim)
        zeros += "0,";
    return say("write each cell as {0} numbers and separate cells by a semicolon: {1}", rank,
               zeros + "0; " + zeros + "1");
}

Result<Value> wordIn(const AnswerSpec& spec, std::string_view typed)
{
    for (const auto& word : spec.words)
        if (lowered(word) == lowered(typed))
            return Value(word);
    std::string all;
    for (const auto& word : spec.words)
        all.append(all.empty() ? "" : ", ").append(word);
    return invalidArgument(say("wanted one of {0}, found \"{1}\"", all, std::string(typed.substr(0, 60))));
}

// Names as people list them, "PyTorch and SciPy", with commas between all of them.
std::string withCommas(std::string_view typed)
{
    std::string out;
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == ',' || c == ';'; };
    constexpr auto words = std::to_array<std::string_view>({"and", "&", "\u3001", "\uff0c", "\uff1b", "\u548c"});
    for (std::size_t at = 0; at < typed.size();) {
        const auto rest = typed.substr(at);
        const auto found = std::ranges::find_if(words, [&](std::string_view word) {
            if (word != "and")
                return rest.starts_with(word);
            const bool begins = at > 0 && isBlank(typed[at - 1]);
            return begins && rest.size() > word.size() && isBlank(rest[word.size()]) &&
                   lowered(rest.substr(0, word.size())) == word;
        });
        out += found == words.end() ? std::string(1, typed[at]) : std::string(",");
        at += found == words.end() ? 1 : found->size();
    }
    return out;
}

// As many numbers as are wanted, where that is known. A comma within a number separates its thousands only where
// that makes their count right.
Result<Value> countedIn(std::string_view typed, std::optional<std::size_t> wanted)
{
    const auto plain = withCommas(typed);
    auto numbers = numbersIn(plain);
    if (!wanted || (numbers && numbers->as<Value::List>()->size() == *wanted))
        return numbers;
    if (auto grouped = groupedNumbers(plain, *wanted))
        return Value(*std::move(grouped));
    return numbers;
}

// Words and numbers with commas between them; without any comma, blanks.
Value wordsIn(std::string_view typed)
{
    Value::List out;
    const std::string_view between = typed.find_first_of(",;") == std::string_view::npos ? " \t" : ",;";
    while (!typed.empty()) {
        const auto end = typed.find_first_of(between);
        auto word = trimmed(typed.substr(0, end));
        while (!word.empty() && std::string_view("[](){}\"'").find(word.front()) != std::string_view::npos)
            word.remove_prefix(1);
        while (!word.empty() && std::string_view("[](){}\"'").find(word.back()) != std::string_view::npos)
            word.remove_suffix(1);
        if (word = trimmed(word); !word.empty())
            out.push_back(Value(std::string(word)));
        typed.remove_prefix(end == std::string_view::npos ? typed.size() : end + 1);
    }
    return Value(std::move(out));
}

} // namespace

Result<AnswerSpec> readAnswerLine(std::string_view text)
{
    AnswerSpec spec;
    const auto equals = text.find('=');
    auto head = trimmed(text.substr(0, equals));
    const auto blank = head.find_first_of(" \t");
    const auto kind = std::ranges::find(kinds, head.substr(0, blank), [](AnswerKind each) { return name(each); });
    if (kind == kinds.end())
        return invalidArgument(
            say("wanted a kind of answer ({0}), found \"{1}\"", kindNames(), std::string(head.substr(0, blank))));
    spec.kind = *kind;
    auto rest = blank == std::string_view::npos ? std::string_view() : trimmed(head.substr(blank));
    switch (spec.kind) {
    case AnswerKind::cells:
    case AnswerKind::slots:
    case AnswerKind::storage:
    case AnswerKind::pointers:
    case AnswerKind::tensor: {
        if (rest.starts_with("of "))
            rest = trimmed(rest.substr(3));
        if (const auto taken = takePlace(rest, spec); !taken)
            return taken.error();
        break;
    }
    case AnswerKind::word:
        takeWords(rest, spec);
        if (spec.words.size() < 2)
            return invalidArgument(say("wanted the words that are offered, with commas between them"));
        break;
    default:
        if (!rest.empty())
            return invalidArgument(
                say("wanted \"{0} = formula\", found \"{1}\"", name(spec.kind), std::string(rest)));
    }
    if (equals != std::string_view::npos) {
        if (spec.kind == AnswerKind::tensor)
            return invalidArgument(say("a tensor is marked by its needs; = has no meaning here"));
        auto expected = Expression::parse(trimmed(text.substr(equals + 1)));
        if (!expected)
            return invalidArgument(say("{0} ({1} of \"{2}\")", expected.error().text, expected.error().where,
                                       std::string(trimmed(text.substr(equals + 1)))));
        spec.expected = *std::move(expected);
    }
    return spec;
}

Result<Value> readAnswer(const AnswerSpec& spec, std::string_view typed)
{
    constexpr std::size_t longest = 100'000; // characters
    typed = trimmed(typed);
    if (typed.empty())
        return invalidArgument(spec.isPicked() ? say("type or click an answer first")
                                               : say("type an answer first"));
    if (typed.size() > longest)
        return invalidArgument(
            say("wanted an answer of at most {0#} characters, found {1#}", longest, typed.size()));
    switch (spec.kind) {
    case AnswerKind::number: {
        const auto numbers = countedIn(typed, 1);
        if (!numbers)
            return numbers;
        const auto& all = *numbers->as<Value::List>();
        if (all.size() != 1)
            return invalidArgument(say("wanted one number, found {0}", all.size()));
        return all.front();
    }
    case AnswerKind::word:
        return wordIn(spec, typed);
    case AnswerKind::set:
        return wordsIn(withCommas(typed));
    case AnswerKind::order:
        return wordsIn(typed);
    case AnswerKind::cells:
        return cellsIn(withCommas(typed));
    case AnswerKind::list:
        return countedIn(typed, spec.expected ? spec.expected->elementsWritten() : std::nullopt);
    case AnswerKind::tensor:
        return invalidArgument(say("this answer is a tensor that is built or repaired, and is not typed"));
    default:
        return numbersIn(withCommas(typed));
    }
}

Result<Value> readAnswer(const AnswerSpec& spec, const Exercise& exercise, std::string_view typed)
{
    auto read = readAnswer(spec, typed);
    const auto tensor = exercise.tensor(spec.tensor);
    if (spec.kind != AnswerKind::cells || tensor == nullptr || trimmed(typed).empty())
        return read;
    const auto shape = logicalShape(*tensor);
    if (!shape || shape->extents.empty())
        return read;
    const auto rank = shape->extents.size();
    if (read)
        if (auto cells = cutIntoCells(*read->as<Value::List>(), rank))
            return *std::move(cells);
    return invalidArgument(howToWriteCells(rank));
}

} // namespace tscope
