// SPDX-License-Identifier: Apache-2.0
#include "facts/rule_text.h"

#include "base/say.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// Rules that break for the same reasons.
struct Meaning {
    std::string_view rules; // a blank before and after each
    std::string (*text)();
};

constexpr std::array meanings{
    Meaning{" 1.1 1.2 1.3 SP-3 COO-1.1 NST-1.1 NST-1.2 NST-1.3 JAG-1.1 JAG-1.2 ",
            [] {
                return say("Kernels read index members as integers of one width. Indices that came from a program "
                           "or a file in another type would be read as other numbers.");
            }},
    Meaning{" 1.4 COO-1.2 ",
            [] {
                return say(
                    "The values have another type than the tensor declares. Usually one of the two was cast "
                    "and the other was not.");
            }},
    Meaning{" 1.5 COO-1.3 SP-2 CU-1 ",
            [] {
                return say("The consumer has no kernels for this element type. The values have to be cast before "
                           "they are handed over.");
            }},
    Meaning{" 1.6 ",
            [] {
                return say(
                    "Rows, columns or entries are more than the index type can count. Usually int32 indices "
                    "were kept while the matrix grew.");
            }},
    Meaning{" 2.1 2.2 2.3 2.4 COO-2.1 COO-2.2 COO-2.3 NST-2.1 JAG-2.1 ",
            [] {
                return say("A member is no plain array, or the tensor carries the tag of another layout. Usually "
                           "the members of one layout were given to the constructor of another.");
            }},
    Meaning{" 3.1 COO-3.5 COO-3.6 COO-3.1 COO-3.2 COO-3.3 3.2 3.3 3.4 3.10 ",
            [] {
                return say(
                    "The size and the shapes of the members contradict each other. Usually the size belongs "
                    "to another tensor, a batch or dense dim was forgotten, or the size is no multiple of "
                    "the blocks.");
            }},
    Meaning{" 3.8 ",
            [] {
                return say("There is a pointer before each row and one behind the last. Usually the leading 0 was "
                           "forgotten, the pointers were cut, or rows were added to the size alone.");
            }},
    Meaning{" 3.9 COO-3.4 ",
            [] {
                return say(
                    "Each entry needs one index and one value. Usually one of the two arrays was cut short, "
                    "filtered or extended without the other.");
            }},
    Meaning{" 3.5 3.6 3.7 CU-8 ",
            [] {
                return say("Kernels step through a member as if its elements were side by side. A slice with a "
                           "step, or a transposed array, is not stored so.");
            }},
    Meaning{" 3.11 3.12 COO-3.7 COO-3.8 CU-2 STR-1.5 STR-1.6 ",
            [] {
                return say("The number of elements was counted for another size, or is more than 64 bits can "
                           "count. Usually a dim of the size was read from the wrong place.");
            }},
    Meaning{" 4.1 4.2 4.3 4.4 4.5 4.6 COO-4.1 COO-4.2 COO-4.3 COO-4.4 NST-2.2 JAG-2.2 CU-9 ",
            [] {
                return say("A kernel runs on one device and reads all members there. Usually only the values were "
                           "moved, or only some members were pinned.");
            }},
    Meaning{" 6.1 COO-6.1 ",
            [] {
                return say(
                    "Indices have no gradient. Usually they are the result of arithmetic that recorded one, "
                    "and were not detached.");
            }},
    Meaning{" 5.1 ",
            [] {
                return say(
                    "The first pointer is where the first row begins: at entry 0. Usually everything counts "
                    "from 1, as in Fortran or MATLAB, or rows were cut out of a larger matrix and their "
                    "pointers not shifted.");
            }},
    Meaning{" 5.2 ",
            [] {
                return say("The last pointer is where the last row ends: behind the last entry. Usually entries "
                           "were appended or dropped without it, or counts of entries were stored as pointers.");
            }},
    Meaning{" 5.3 ",
            [] {
                return say("Each pointer is where a row ends and the next begins, so pointers never fall. Usually "
                           "one was overwritten, counts were stored instead of their sums, or a 32-bit sum "
                           "overflowed. Kernels would read outside the arrays.");
            }},
    Meaning{" 5.4 COO-5.1 ",
            [] {
                return say("An index counts from 0. Negative ones usually mark padding, count from the end as "
                           "Python does, or overflowed. Kernels would read or write before the arrays.");
            }},
    Meaning{" 5.5 COO-5.2 ",
            [] {
                return say("An index is below the extent of its dim. Usually indices count from 1, rows and "
                           "columns were exchanged, or the size is too small. Kernels would read or write behind "
                           "the arrays.");
            }},
    Meaning{" 5.6 CU-5 CU-6 COO-5.3 ",
            [] {
                return say("Kernels that search or merge rows rely on their order. Usually entries were appended "
                           "without sorting them, or duplicates were not added up. Results would be wrong rather "
                           "than fail.");
            }},
    Meaning{" CU-4 SP-4 ",
            [] {
                return say("Two entries have the same index. Usually contributions were appended one by one and "
                           "never added up. Consumers differ in which of them they take.");
            }},
    Meaning{" STR-1.1 STR-1.2 STR-1.3 STR-1.4 ",
            [] {
                return say("Sizes, strides or the offset can't describe an array. Usually they were computed by "
                           "hand, read from the wrong place of a file, or come from a library that allows "
                           "negative strides.");
            }},
    Meaning{" STR-2.1 ",
            [] {
                return say("The last element lies behind the end of the storage. Usually the file was cut short, "
                           "the storage was resized, or strides and offset belong to another array. Kernels would "
                           "read memory of others.");
            }},
    Meaning{" SP-0 CU-0 TX-0 SP-1 CU-3 CU-7 CU-10 ",
            [] {
                return say("The tensor may be sound, but the consumer of this contract doesn't take such a one. "
                           "It has to be converted or copied before it is handed over.");
            }},
    Meaning{" NST-3.1 NST-3.2 NST-3.3 NST-3.4 JAG-3.1 JAG-3.2 JAG-3.3 JAG-3.4 ",
            [] {
                return say("The tables that describe the components do not go together. Usually one was cut, or "
                           "made for another number of components or dims.");
            }},
    Meaning{" NST-4.1 NST-4.2 NST-4.3 NST-4.4 ",
            [] {
                return say("A component reaches outside the buffer. Usually the tables belong to another buffer, "
                           "or the buffer was cut short. Reading the component would read memory of others.");
            }},
    Meaning{" NST-4.5 NST-5.2 JAG-5.6 ",
            [] {
                return say("Components share elements or leave some unused. Views and slices of nested tensors do "
                           "so on purpose; a packed tensor should not.");
            }},
    Meaning{" JAG-5.1 JAG-5.2 JAG-5.3 ",
            [] {
                return say(
                    "Each offset is where a component ends and the next begins. Usually lengths were stored "
                    "instead of their sums, the leading 0 was forgotten, or values were cut.");
            }},
    Meaning{" JAG-5.4 JAG-5.5 ",
            [] {
                return say("A component is negative in length or ends behind the values. Usually lengths and "
                           "offsets belong to different batches.");
            }},
    Meaning{" JAG-6.1 JAG-6.2 ",
            [] {
                return say("The shortest and longest length are kept beside the tensor and trusted unchecked. "
                           "Usually they were kept from another batch. Attention kernels would cut sequences "
                           "or read beyond them.");
            }},
};

} // namespace

std::string ruleOrigin(std::string_view rule)
{
    if (rule.starts_with("COO-"))
        return say("COO rules: PyTorch's checks of sparse COO tensors, in the numbering of this program.");
    if (rule.starts_with("STR-"))
        return say("STR rules: what strided arrays need to stay inside their storage, checked by PyTorch's "
                   "as_strided; in the numbering of this program.");
    if (rule.starts_with("NST-"))
        return say("NST rules: what PyTorch's nested tensors assert of their tables, in the numbering of this "
                   "program.");
    if (rule.starts_with("JAG-"))
        return say("JAG rules: what PyTorch's jagged tensors assume of offsets and lengths, in the numbering of "
                   "this program.");
    if (rule.starts_with("SP-"))
        return say("SP rules: what SciPy's sparse matrices demand beyond the published invariants.");
    if (rule.starts_with("CU-"))
        return say("CU rules: what NVIDIA's cuSPARSE documents for its inputs.");
    if (rule.starts_with("TX-"))
        return say("TX rules: what the CSR text of 2021 speaks of at all.");
    if (rule == "1.6" || rule == "4.5" || rule == "4.6" || rule == "6.1")
        return say("A rule that PyTorch checks beside its published invariants of compressed sparse tensors; the "
                   "number is this program's.");
    if (rule.empty() || rule.front() < '0' || rule.front() > '9')
        return say("A rule of its layout, in the numbering of this program.");
    return say("The number is that of PyTorch's published invariants of compressed sparse tensors (CSR, CSC, BSR, "
               "BSC).");
}

std::string ruleMeaning(std::string_view rule)
{
    const auto word = ' ' + std::string(rule) + ' ';
    const auto at = std::ranges::find_if(
        meanings, [&](const Meaning& meaning) { return meaning.rules.find(word) != std::string_view::npos; });
    return at == meanings.end() ? std::string() : at->text();
}

std::vector<RuleClass> ruleClasses()
{
    std::vector<RuleClass> classes;
    for (const auto& meaning : meanings)
        classes.push_back({std::string(meaning.rules.substr(1, meaning.rules.size() - 2)), meaning.text()});
    return classes;
}

} // namespace tscope
