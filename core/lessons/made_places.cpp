// SPDX-License-Identifier: Apache-2.0
// Questions about where elements are stored, and which element a slot holds.
#include "anatomy/layout.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "lessons/made_questions.h"
#include "lessons/value.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

constexpr std::int64_t mostEntriesAsked = 10'000;
constexpr std::size_t mostReadersAsked = 12; // of one slot: they are clicked one by one

struct StoredPlaces {
    std::map<Extents, std::size_t> slots; // how many hold an element
    std::map<std::int64_t, std::vector<Extents>>
        held; // by slot: of the storage of a strided tensor, else of values
};

bool isStrided(const Tensor& tensor)
{
    return tensor.layout->name == "strided";
}

Result<StoredPlaces> storedPlaces(const Tensor& tensor)
{
    StoredPlaces out;
    const auto& geometry = valuesMember(tensor).array.geometry;
    std::int64_t left = mostEntriesAsked;
    const auto done = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        if (slot < 0 || index.empty())
            return true;
        ++out.slots[index];
        out.held[isStrided(tensor) ? offsetOf(geometry, slot) : slot].push_back(index);
        return --left > 0;
    });
    if (!done)
        return done.error();
    return out;
}

// "x[1, 2]" in a question: $e is the index.
std::string sizeWords(const Tensor& tensor)
{
    const auto& layout = *tensor.layout;
    if (layout.name == "nested" || layout.name == "jagged")
        return say("x is a {0} tensor.", layout.name);
    if (isStrided(tensor))
        return say("x has shape {0} and strides {1}, and begins in slot {2}.", "$(tuple(shape(x)))",
                   "$(tuple(strides(x)))", "$(offset(x))");
    return say("x is a {0} tensor of shape {1}.", layout.name, "$(tuple(shape(x)))");
}

std::string valuesName(const Tensor& tensor)
{
    return std::string(commonName(*valuesMember(tensor).role));
}

// The list that steps take from, drawn anew for each student unless the lecturer chose.
std::string askedLine(const std::vector<std::string>& all, bool isDrawn)
{
    return "let asked = " + (isDrawn ? "shuffled(" + listOf(all) + ")" : listOf(all));
}

} // namespace

Result<MadeQuestions> locateQuestions(const Tensor& tensor, const LessonRequest& request)
{
    const auto places = storedPlaces(tensor);
    if (!places)
        return places.error();
    std::vector<std::string> asked;
    for (const auto& element : request.elements) {
        const auto found = places->slots.find(element);
        if (found == places->slots.end() || found->second != 1)
            return invalidArgument(
                say("wanted elements that are stored in one slot, found {0}", text(valueOf(element))));
        asked.push_back(text(valueOf(element)));
    }
    const bool isDrawn = asked.empty();
    if (isDrawn) {
        for (const auto& [element, slots] : places->slots)
            if (slots == 1)
                asked.push_back(text(valueOf(element)));
        asked = spread(asked);
    }
    if (asked.empty())
        return unsupported(say("this tensor stores no element that a question could be about"));
    auto wanted = request;
    if (!isDrawn && wanted.steps == 0)
        wanted.steps = asked.size();
    const auto steps = stepsOf(wanted, asked.size());
    if (!steps)
        return steps.error();

    const auto values = valuesName(tensor);
    const auto size = [tensor] { return sizeWords(tensor); };
    MadeQuestions out{[] { return say("Where elements are stored"); },
                      [] { return say("Find the slot in which an element is stored."); }};
    for (std::size_t step = 0; step < *steps; ++step) {
        MadeQuestion question;
        question.title = [] { return say("Where is it stored?"); };
        if (step == 0)
            question.lines.push_back(askedLine(asked, isDrawn));
        question.lines.push_back("let e = asked[" + std::to_string(step) + "]");
        if (isStrided(tensor)) {
            question.show = "logical, storage";
            question.cover = "storage, address";
            question.answer = "storage of x = [slot(x, e)]";
            question.ask = [size] {
                return size() + " " + say("Click the slot of the storage in which {0} is stored.", "x$e");
            };
            question.hints = {[] { return say("One step along a dim moves by the stride of that dim."); },
                              [] {
                                  return say("Multiply each index by the stride of its dim: {0} and {1}.", "$e",
                                             "$(strides(x))");
                              },
                              [] {
                                  return say("The products are {0}; add them to the offset {1}.",
                                             "$([e[d] * strides(x)[d] for d in range(len(e))])", "$(offset(x))");
                              }};
            question.worked = [] {
                return say("{0} plus the sum of {1} is {2}.", "$(offset(x))",
                           "$([e[d] * strides(x)[d] for d in range(len(e))])", "$(slot(x, e))");
            };
        } else {
            question.show = "members";
            question.cover = "logical, address";
            question.answer = "slots of x." + values + " = [entry(x, e)]";
            question.ask = [size, values] {
                return size() + " " + say("Click the slot of {0} in which {1} is stored.", values, "x$e");
            };
            question.hints = {
                [] {
                    return say("The other members say where the entries belong. Which of their slots speak of "
                               "this element?");
                },
                [] { return say("{0} slots of the members are looked at to find it.", "$(places_read(x, e))"); },
                [values] {
                    return say(
                        "It is one of these slots: {0}.",
                        "$([s for s in range(entry(x, e) - 1, entry(x, e) + 2) if s >= 0 and s < numel(x, \"" +
                            values + "\")])");
                }};
            question.worked = [values] {
                return say("{0} is stored in slot {1} of {2}.", "x$e", "$(entry(x, e))", values);
            };
        }
        if (step + 1 == *steps) // sooner it would show where the other elements are
            question.reveal = isStrided(tensor) ? "storage, address" : "logical, address";
        out.steps.push_back(std::move(question));
    }
    return out;
}

Result<MadeQuestions> readBackQuestions(const Tensor& tensor, const LessonRequest& request)
{
    const auto places = storedPlaces(tensor);
    if (!places)
        return places.error();
    std::vector<std::string> asked;
    bool isOne = true; // each slot holds one element
    for (const auto& [slot, elements] : places->held)
        if (elements.size() <= mostReadersAsked) {
            asked.push_back(std::to_string(slot));
            isOne = isOne && elements.size() == 1;
        }
    asked = spread(asked);
    if (asked.empty())
        return unsupported(say("this tensor stores no element that a question could be about"));
    const auto steps = stepsOf(request, asked.size());
    if (!steps)
        return steps.error();

    const auto values = valuesName(tensor);
    const auto readers =
        isStrided(tensor) ? std::string("readers_of_storage(x, s)") : "readers(x, \"" + values + "\", s)";
    const auto slot = [tensor, values] {
        return isStrided(tensor) ? say("slot {0} of the storage", "$s")
                                 : say("slot {0} of member {1}", "$s", values);
    };
    MadeQuestions out{[] { return say("From slots to elements"); },
                      [] { return say("Tell which element a slot holds."); }};
    for (std::size_t step = 0; step < *steps; ++step) {
        MadeQuestion question;
        question.title = [] { return say("What does this slot hold?"); };
        if (step == 0)
            question.lines.push_back(askedLine(asked, true));
        question.lines.push_back("let s = asked[" + std::to_string(step) + "]");
        question.show = isStrided(tensor) ? "logical, storage" : "members, logical";
        question.cover = isStrided(tensor) ? "storage, address" : "logical, address";
        question.answer = "cells of x = " + (isOne ? "[" + readers + "[0]]" : readers);
        question.ask = [tensor, slot, isOne] {
            return sizeWords(tensor) + " " +
                   (isOne ? say("Which element is stored in {0}? Click its cell.", slot())
                          : say("Which elements are stored in {0}? Click all of their cells.", slot()));
        };
        if (isStrided(tensor))
            question.hints = {
                [] { return say("The slot is the offset plus each index times the stride of its dim."); },
                [] {
                    return say("Without the offset, {0} slots are left for the strides {1}.", "$(s - offset(x))",
                               "$(tuple(strides(x)))");
                },
                [readers] { return say("The first index is {0}.", "$(" + readers + "[0][0])"); }};
        else
            question.hints = {[] { return say("The other members say to which element each value belongs."); },
                              [slot] { return say("Which slots of the other members speak of {0}?", slot()); },
                              [readers] { return say("The first index is {0}.", "$(" + readers + "[0][0])"); }};
        question.worked = [slot, readers] {
            return say("In {0} is stored: {1}.", slot(), "$(listed(" + readers + "))");
        };
        if (step + 1 == *steps)
            question.reveal = isStrided(tensor) ? "storage, address" : "logical, address";
        out.steps.push_back(std::move(question));
    }
    return out;
}

} // namespace tscope
