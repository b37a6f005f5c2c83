// SPDX-License-Identifier: Apache-2.0
// Questions about the arrays of a tensor and about views, and what all questions share.
#include "lessons/made_questions.h"

#include "anatomy/layout.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "lessons/value.h"
#include "ops/transform.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostTyped = 40; // numbers of one answer

// One array that can be typed: what it is called, the formula that has its numbers, and how it is found.
struct TypedArray {
    std::string name, formula;
    LessonSentence how;
    bool isRunning = false; // counts added up, of slices that `slice` names
    LessonSentence slice = {};
};

bool isBlocked(const Tensor& tensor)
{
    return tensor.layout->name == "bsr" || tensor.layout->name == "bsc";
}

// The slice that ends at the first wrong number of an answer.
std::string wrongSlice(const Tensor& tensor, std::string_view member)
{
    const std::string before = "$(wrong_at - 1)";
    if (member == "offsets")
        return say("component {0}", before);
    if (member == "ccol_indices")
        return isBlocked(tensor) ? say("block column {0}", before) : say("column {0}", before);
    return isBlocked(tensor) ? say("block row {0}", before) : say("row {0}", before);
}

// The slice's stored units that the pointers count.
enum class Counted { entries, blocks, rows };

std::string meantText(Counted counted, const std::string& slice, const std::string& count)
{
    switch (counted) {
    case Counted::blocks:
        return count == "1" ? say("{0} means that {1} has 1 block; look at {1}.", "$wrong", slice)
                            : say("{0} means that {1} has {2} blocks; look at {1}.", "$wrong", slice, count);
    case Counted::rows:
        return count == "1" ? say("{0} means that {1} has 1 row; look at {1}.", "$wrong", slice)
                            : say("{0} means that {1} has {2} rows; look at {1}.", "$wrong", slice, count);
    case Counted::entries:
        break;
    }
    return count == "1" ? say("{0} means that {1} has 1 entry; look at {1}.", "$wrong", slice)
                        : say("{0} means that {1} has {2} entries; look at {1}.", "$wrong", slice, count);
}

// The replies say what a wrong number would mean, and the worked answer how the right ones are counted.
void explainCounts(MadeQuestion& question, const LessonSentence& slice, Counted counted)
{
    const std::string isCount = "wrong_at > 0 and wrong_at < len(a)";
    question.replies = {
        {"wrong_at > 0 and wrong_at < len(a) and wrong < answer[wrong_at - 1]",
         [slice] { return say("With {0}, {1} would end before it begins; look at {1}.", "$wrong", slice()); }},
        {isCount + " and wrong - answer[wrong_at - 1] == 1",
         [slice, counted] { return meantText(counted, slice(), "1"); }},
        {isCount, [slice, counted] { return meantText(counted, slice(), "$(wrong - answer[wrong_at - 1])"); }}};
    question.worked = [] {
        return say("The counts {0}, added up from {1} on: {2}.", "$([a[k + 1] - a[k] for k in range(len(a) - 1)])",
                   "$(a[0])", "$a");
    };
}

// Sorted, and no element twice: then the elements say in which order they are stored.
bool isInOrder(const Tensor& tensor)
{
    bool ascends = true;
    std::optional<Extents> before;
    const auto read = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
        ascends = !before || *before < index;
        before = index;
        return ascends;
    });
    return read && ascends;
}

std::vector<TypedArray> typedArrays(const Tensor& tensor)
{
    std::vector<TypedArray> all;
    for (const auto& member : tensor.members) {
        const std::string_view role = member.role->name;
        const auto typed = [&](LessonSentence how) {
            const auto name = std::string(commonName(*member.role));
            auto formula = "array(x, \"" + name + "\")";
            for (auto dim = member.array.geometry.rank(); dim > 1; --dim)
                formula = "flat(" + formula + ")";
            const bool isRunning =
                (role == "compressed" || role == "offsets") && member.array.geometry.rank() == 1;
            if (const auto count = numel(member.array.geometry).value_or(0); count > 0 && count <= mostTyped)
                all.push_back({name, std::move(formula), std::move(how), isRunning,
                               [tensor, name] { return wrongSlice(tensor, name); }});
        };
        if (role == "indices" && isInOrder(tensor))
            typed([] {
                return say("First come the indices along dim 0, one for each entry in their order, then "
                           "those along the next dim.");
            });
        else if (role == "compressed")
            typed(
                [] { return say("Each pointer is the one before it plus the number of entries between them."); });
        else if (role == "plain")
            typed([] { return say("Go through the entries in the order in which the pointers cut them."); });
        else if (role == "nested_sizes")
            typed([] { return say("Each component has sizes of its own."); });
        else if (role == "offsets" && tensor.find("lengths") == nullptr)
            typed([] { return say("Each offset is the one before it plus the length of a row."); });
    }
    return all;
}

// Elements from which every stride follows: the first one, and the last one along each dim.
std::string slotsOfSome(const Extents& sizes)
{
    std::string out;
    const auto add = [&](const Extents& index) {
        const auto at = text(valueOf(index));
        out += "\n- " + say("{0} is stored in slot {1}.", "x" + at, "$(slot(x, " + at + "))");
    };
    Extents index(sizes.size(), 0);
    add(index);
    for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
        index[dim] = sizes[dim] - 1;
        add(index);
        index[dim] = 0;
    }
    return out;
}

Result<MadeQuestions> strideQuestions(const Tensor& tensor, const LessonRequest& request)
{
    const auto sizes = valuesMember(tensor).array.geometry.sizes;
    if (sizes.empty() || std::ranges::any_of(sizes, [](auto size) { return size < 2; }))
        return unsupported(say("wanted a tensor with at least two elements along each dim, found shape {0}",
                               text(valueOf(sizes))));
    if (const auto steps = stepsOf(request, 1); !steps)
        return steps.error();
    MadeQuestion question;
    question.title = [] { return say("Which strides?"); };
    question.show = "logical, storage";
    question.cover = "storage, facts, address";
    question.answer = "list = strides(x)";
    question.ask = [sizes] {
        return say("x has shape {0}. Type its strides. These are the slots of some of its elements:",
                   "$(tuple(shape(x)))") +
               slotsOfSome(sizes);
    };
    question.hints = {[] { return say("By how many slots does one step along each dim move?"); },
                      [] { return say("Divide the slots between two elements by the steps between them."); },
                      [] { return say("The stride of dim 0 is {0}.", "$(strides(x)[0])"); }};
    question.worked = [] { return say("The strides are {0}.", "$(tuple(strides(x)))"); };
    question.reveal = "storage, facts, address";
    return MadeQuestions{[] { return say("The strides of a tensor"); },
                         [] { return say("Find the strides of a tensor."); },
                         {std::move(question)}};
}

// View operations that a learner can be asked about, such as "view(6)": only those that succeed, by a view or a
// copy.
std::vector<std::string> viewChains(const Tensor& tensor)
{
    const auto& sizes = valuesMember(tensor).array.geometry.sizes;
    const auto all = "view(" + std::to_string(numel(sizes).value_or(0)) + ")";
    std::vector<std::string> chains{all, "contiguous()"};
    for (std::size_t dim = 0; dim + 1 < sizes.size(); ++dim) {
        const auto exchanged = "transpose(" + std::to_string(dim) + ", " + std::to_string(dim + 1) + ")";
        for (const auto& chain : {exchanged, exchanged + "." + all, exchanged + ".contiguous()"})
            chains.push_back(chain);
    }
    std::erase_if(chains, [&](const std::string& chain) {
        const auto steps = parseSteps(chain);
        if (!steps)
            return true;
        const auto made = transform(tensor, *steps);
        return !made && made.error().reason != "strides";
    });
    return chains;
}

} // namespace

Result<std::size_t> stepsOf(const LessonRequest& request, std::size_t most)
{
    if (request.steps > most)
        return invalidArgument(
            say("wanted at most {0|step|steps} of this kind about this tensor, found {1}", most, request.steps));
    return request.steps == 0 ? std::min(most, stepsUnasked) : request.steps;
}

std::vector<std::string> spread(const std::vector<std::string>& all)
{
    if (all.size() <= mostToDrawFrom)
        return all;
    std::vector<std::string> out;
    for (std::size_t at = 0; at < mostToDrawFrom; ++at)
        out.push_back(all[at * all.size() / mostToDrawFrom]);
    return out;
}

std::string listOf(const std::vector<std::string>& elements)
{
    std::string out = "[";
    for (const auto& each : elements)
        out.append(out.size() == 1 ? "" : ", ").append(each);
    return out + "]";
}

std::string_view commonName(const RoleSpec& role)
{
    const bool isValues = role.kind == RoleKind::values; // called "data" by some and values by all
    return role.aliases.empty() || isValues ? role.name : role.aliases.front();
}

Result<MadeQuestions> arrayQuestions(const Tensor& tensor, const LessonRequest& request)
{
    if (tensor.layout->name == "strided")
        return strideQuestions(tensor, request);
    const auto arrays = typedArrays(tensor);
    if (arrays.empty())
        return unsupported(
            say("a {0} tensor of this kind has no array of at most {1} numbers that follows from its "
                "elements",
                tensor.layout->name, mostTyped));
    const auto steps = stepsOf(request, arrays.size());
    if (!steps)
        return steps.error();
    MadeQuestions out{[] { return say("The arrays of a tensor"); },
                      [] { return say("Write the arrays by which a tensor is stored."); }};
    for (std::size_t step = 0; step < *steps; ++step) {
        const auto& array = arrays[step];
        MadeQuestion question;
        question.title = [name = array.name] { return say("Write {0}", name); };
        question.lines = {"let a = " + array.formula};
        question.show = "logical";
        question.cover = "members, facts, address, storage";
        question.answer = "list = a";
        question.ask = [layout = tensor.layout->name, name = array.name] {
            return say("x is a {0} tensor. Type the numbers of {1}, in their order.", layout, name);
        };
        question.hints = {
            array.how, [] { return say("There are {0} numbers.", "$(len(a))"); },
            [] { return say("The first number is {0}, the last {1}.", "$(a[0])", "$(a[len(a) - 1])"); }};
        question.worked = [name = array.name] { return say("{0} is {1}.", name, "$a"); };
        if (array.isRunning) {
            explainCounts(question, array.slice,
                          array.name == "offsets" ? Counted::rows
                          : isBlocked(tensor)     ? Counted::blocks
                                                  : Counted::entries);
            question.reveal = "members";
        }
        if (step + 1 == *steps)
            question.reveal = "members, facts, address";
        out.steps.push_back(std::move(question));
    }
    return out;
}

Result<MadeQuestions> viewQuestions(const Tensor& tensor, const LessonRequest& request)
{
    if (tensor.layout->name != "strided")
        return unsupported(
            say("wanted a {0} tensor for this kind of question, found {1}", "strided", tensor.layout->name));
    const auto chains = viewChains(tensor);
    const auto steps = stepsOf(request, chains.size());
    if (!steps)
        return steps.error();
    std::vector<std::string> quoted;
    for (const auto& chain : chains)
        quoted.push_back('"' + chain + '"');
    MadeQuestions out{[] { return say("View or copy"); },
                      [] { return say("Decide whether operations need a copy."); }};
    for (std::size_t step = 0; step < *steps; ++step) {
        MadeQuestion question;
        question.title = [] { return say("View or copy?"); };
        if (step == 0)
            question.lines.push_back("let asked = shuffled(" + listOf(spread(quoted)) + ")");
        question.lines.push_back("let op = asked[" + std::to_string(step) + "]");
        question.show = "logical, storage";
        question.answer = R"(word view, copy = "view" if is_view(x, op) else "copy")";
        question.ask = [] {
            return say(
                "x has shape {0} and strides {1}. Can the elements of {2} stay where they are, so that it is a "
                "view, or is a copy needed?",
                "$(tuple(shape(x)))", "$(tuple(strides(x)))", "x.$op");
        };
        question.hints = {
            [] { return say("A view keeps every element in its slot; only shape, strides and offset change."); },
            [] { return say("Which strides would the result have?"); },
            [] {
                return say(
                    "Two neighbouring dims become one without a copy where the outer stride equals the inner "
                    "stride times the inner size.");
            }};
        question.worked = [] { return say("{0}: {1}.", "x.$op", R"($("view" if is_view(x, op) else "copy"))"); };
        out.steps.push_back(std::move(question));
    }
    return out;
}

} // namespace tscope
