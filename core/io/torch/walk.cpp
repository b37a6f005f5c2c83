// SPDX-License-Identifier: Apache-2.0
#include "io/torch/walk.h"

#include "base/free_names.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/pickle/keys.h"
#include "io/pickle/text.h"
#include "io/quoted_name.h"
#include "io/torch/limits.h"
#include "io/torch/tensors.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

constexpr std::size_t reasonLimit = 1'000;                  // why a tensor was left out
constexpr std::size_t visitLimit = 2'000'000;               // beyond a few to each value
constexpr std::size_t repeatLimit = 64;                     // times that one value is gone through
constexpr std::size_t keyBytesLimit = std::size_t{8} << 20; // of keys that are made of parts
constexpr std::size_t depthLimit = 1'000;
constexpr std::uint32_t visitsBetweenLooks = 256;
constexpr std::size_t textLimit = 200;      // bytes of what is shown as text
constexpr std::size_t nameInWarning = 200;  // bytes of the name of what was left out
constexpr std::size_t pathKeyLimit = 1'000; // bytes of a key in a path

// The attributes in which PyTorch keeps what a jagged tensor is made of, and what its compiler found out about it.
bool isOfJaggedClass(std::string_view name)
{
    static constexpr std::string_view own[] = {"_values",      "_offsets",        "_lengths", "_ragged_idx",
                                               "_ragged_size", "_metadata_cache", "_size",    "_strides",
                                               "_min_seqlen",  "_max_seqlen"};
    return std::ranges::find(own, name) != std::end(own) || name.starts_with("_dynamo_");
}

class Walk
{
public:
    Walk(TorchArrays& arrays, WarningList& warnings, const Watch& watch)
        : m_arrays(arrays), m_tree(arrays.tree()), m_warnings(warnings), m_pace(watch, visitsBetweenLooks)
    {
    }

    Result<Document> run(Id root)
    {
        m_visitsLeft = 3 * m_tree.used() + visitLimit;
        if (auto entered = enter({root}); !entered)
            return entered.error();
        while (!m_open.empty()) {
            auto& open = m_open.back();
            m_path.resize(open.pathLength);
            if (open.next == open.parts.size()) {
                m_isOpen.erase(open.value);
                m_open.pop_back();
                continue;
            }
            const auto part = open.parts[open.next++];
            if (auto entered = enter(part); !entered)
                return entered.error();
        }
        if (m_document.tensors.empty() && m_firstError)
            return *m_firstError;
        return std::move(m_document);
    }

private:
    // What it is called is only put together on the way into it: a million keys may be one long text.
    struct Part {
        static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

        Id value;
        Id key = PickleTree::absent;   // in a dict
        std::uint32_t place = nowhere; // in a list
    };
    struct Open {
        Id value;
        std::vector<Part> parts;
        std::size_t next = 0;
        std::size_t pathLength = 0;
        bool isAttached = false; // to a tensor, or part of what is
    };

    Result<void> enter(const Part& part)
    {
        const auto value = part.value;
        if (m_visitsLeft == 0 || m_nameBytesLeft == 0 ||
            m_document.tensors.size() + m_leftOut.size() >= torchTensorLimit) {
            sayOnce(m_saidTooMuch, "the file refers to the same values so often that not all places are listed");
            return {};
        }
        charge(m_visitsLeft, 1);
        if (!goesOn())
            return openingCancelled();
        const auto label = labelOf(part);
        charge(m_nameBytesLeft, label.size());
        m_path += m_path.empty() && label.starts_with('.') ? std::string_view(label).substr(1) : label;
        if (m_arrays.isTensor(value))
            return enterTensor(value);
        if (isShownAsText(value))
            addOther(value);
        else if (isAttached() && m_times.contains(value)) // such as a mesh of devices
            sayOnce(m_saidShared, "what several tensors share beside their elements is listed once");
        else if (mayOpen(value))
            open(value, partsOf(value), isAttached());
        return {};
    }

    bool isAttached() const { return !m_open.empty() && m_open.back().isAttached; }

    bool mayOpen(Id value)
    {
        const bool may =
            m_open.size() < depthLimit && !m_isOpen.contains(value) && ++m_times[value] <= repeatLimit;
        if (!may)
            sayOnce(m_saidRepeats, "a value that lies in many places or in itself is not listed again");
        return may;
    }

    void open(Id value, std::vector<Part> parts, bool isAttached)
    {
        charge(m_visitsLeft, parts.size());
        m_isOpen.insert(value);
        m_open.push_back({value, std::move(parts), 0, m_path.size(), isAttached});
    }

    // Lists a tensor and its attributes. A wrapper has no elements of its own: the tensors that it is made of are
    // listed instead.
    Result<void> enterTensor(Id value)
    {
        std::vector<Part> attached;
        for (const auto holder : m_arrays.attachedTo(value))
            m_tree.is(holder, dict) ? addEntries(holder, attached) : addItems(holder, attached);
        const auto rebuilt = m_arrays.unwrapped(value);
        charge(m_visitsLeft, attached.size()); // also where the same tensor comes again
        if (rebuilt && (rebuilt->by == TorchName::jagged || rebuilt->by == TorchName::jaggedClass))
            std::erase_if(attached, [&](const Part& part) {
                return m_tree.is(part.key, string) && isOfJaggedClass(m_tree.text(part.key));
            });
        const bool isMadeOfOthers =
            rebuilt && rebuilt->by == TorchName::wrapper &&
            std::ranges::any_of(attached, [&](const Part& part) { return m_arrays.isTensor(part.value); });
        if (isMadeOfOthers)
            sayMadeOfOthers(*rebuilt);
        else if (auto added = addTensor(value); !added)
            return added;
        if (!attached.empty() && mayOpen(value))
            open(value, std::move(attached), true);
        return {};
    }

    void sayMadeOfOthers(const TorchRebuilt& rebuilt)
    {
        const auto arguments = m_arrays.argumentsOf(rebuilt);
        const auto type = arguments.orAbsent(0);
        const auto sizes = arguments.extents(2, "a size");
        m_warnings.add([&] {
            const auto name = m_path.empty() ? say("the tensor") : quotedName(m_path, nameInWarning);
            const auto kind = m_tree.is(type, global) ? m_tree.fullName(type) : say("wrapper");
            return sizes ? say("{0} is a {1} of size {2}: the tensors that it is made of are listed in its place",
                               name, kind, text(*sizes))
                         : say("{0} is a {1}: the tensors that it is made of are listed in its place", name, kind);
        });
    }

    bool goesOn()
    {
        m_isStopped = m_isStopped || !m_pace.goesOn(done(), whole);
        return !m_isStopped;
    }

    // How much of all parts lies behind, each open value's as a share of its own.
    static constexpr std::size_t whole = std::size_t{1} << 30;
    std::size_t done() const
    {
        std::size_t behind = 0, share = whole;
        for (const auto& open : m_open) {
            if (open.parts.empty() || share < open.parts.size())
                break;
            share /= open.parts.size();
            behind += share * (open.next > 0 ? open.next - 1 : 0);
        }
        return behind;
    }

    static void charge(std::size_t& account, std::size_t cost) { account -= std::min(account, cost); }

    struct LeftOut {
        std::string why;
        bool isDamaged = false;
    };

    Result<void> addTensor(Id value)
    {
        if (const auto known = m_places.find(value); known != m_places.end()) {
            m_document.tensors.push_back({freeName(), m_document.tensors[known->second].tensor});
            return {};
        }
        if (const auto known = m_leftOut.find(value); known != m_leftOut.end()) {
            sayLeftOut(known->second.why);
            ++(known->second.isDamaged ? m_document.unread : m_document.leftOut);
            return {};
        }
        auto tensor = readTorchTensor(m_arrays, value);
        if (!tensor)
            return leaveOut(value, tensor.error());
        for (auto& [name, text] : m_arrays.takeRemarks())
            addOther(m_path.empty() ? name : m_path + '.' + name, std::move(text));
        m_places.emplace(value, m_document.tensors.size());
        m_document.tensors.push_back({freeName(), std::move(*tensor)});
        return {};
    }

    // The other tensors are shown all the same.
    Result<void> leaveOut(Id value, Error error)
    {
        if (error.code == ErrorCode::cancelled)
            return error;
        m_arrays.takeRemarks();
        sayLeftOut(error.text);
        // Of a file full of such tensors not all sentences are told.
        const bool isDamaged = error.code == ErrorCode::corrupt;
        m_leftOut.emplace(value,
                          LeftOut{m_leftOut.size() < reasonLimit ? error.text : say("as others were"), isDamaged});
        ++(isDamaged ? m_document.unread : m_document.leftOut);
        if (!m_firstError) {
            m_firstError = std::move(error);
            // Its name is what can be looked for; what has none is where the pickle has it.
            if (!m_path.empty())
                m_firstError->where = m_path;
            else if (m_firstError->where.empty())
                m_firstError->where = m_tree.where(value);
        }
        return {};
    }

    void sayLeftOut(const std::string& why)
    {
        m_warnings.add([&] {
            return say("{0} was left out: {1}",
                       m_path.empty() ? say("a tensor") : quotedName(m_path, nameInWarning), why);
        });
    }

    // Two paths may read the same: "a.b" in one dict, and "b" in the dict "a".
    std::string freeName()
    {
        charge(m_nameBytesLeft, m_path.size());
        return m_names.take(m_path);
    }

    void addOther(Id value)
    {
        if (m_tree.is(value, call))
            sayUnknown(m_tree.call(value).function);
        addOther(m_path, pickleText(m_tree, value, textLimit));
    }

    void addOther(std::string name, std::string text)
    {
        charge(m_nameBytesLeft, name.size());
        if (m_document.others.size() < torchOtherLimit)
            m_document.others.push_back({std::move(name), std::move(text)});
        else
            sayOnce(m_saidOthers,
                    "only the first " + std::to_string(torchOtherLimit) + " values beside the tensors are listed");
    }

    // ---- what lies in a value ----

    bool isSimple(Id value)
    {
        if (m_tree.holdsChildren(value))
            return m_tree.count(value) == 0 || m_tree.is(value, persistent);
        if (!m_tree.is(value, call))
            return true;
        const auto& parts = m_tree.call(value);
        return parts.keywords == PickleTree::absent && parts.state == PickleTree::absent &&
               parts.appended == PickleTree::absent && parts.entries == PickleTree::absent &&
               (m_tree.count(parts.arguments) == 0 || holdsOnlySimple(parts.arguments));
    }

    // Without calls, so that it looks one step deep and no further.
    bool holdsOnlySimple(Id holder)
    {
        charge(m_visitsLeft, m_tree.count(holder));
        return m_visitsLeft == 0 || std::ranges::all_of(m_tree.children(holder), [&](Id child) {
                   return !m_tree.is(child, call) && (!m_tree.holdsChildren(child) || m_tree.count(child) == 0);
               });
    }

    bool isShownAsText(Id value)
    {
        if (isSimple(value))
            return true;
        if (m_tree.is(value, dict) || m_tree.is(value, call))
            return false;
        return holdsOnlySimple(value);
    }

    std::vector<Part> partsOf(Id value)
    {
        std::vector<Part> parts;
        if (!m_tree.is(value, call)) {
            m_tree.is(value, dict) ? addEntries(value, parts) : addItems(value, parts);
            return parts;
        }
        const auto& called = m_tree.call(value);
        const auto name = sayUnknown(called.function);
        if (name == TorchName::orderedDict || name == TorchName::plain)
            addArguments(called.arguments, parts);
        else
            addItems(called.arguments, parts);
        if (called.keywords != PickleTree::absent)
            addEntries(called.keywords, parts);
        if (called.entries != PickleTree::absent)
            addEntries(called.entries, parts);
        if (called.appended != PickleTree::absent)
            addItems(called.appended, parts);
        // The state of an ordered dict only holds versions of modules.
        if (called.state != PickleTree::absent && name != TorchName::orderedDict)
            m_tree.is(called.state, dict) ? addEntries(called.state, parts) : parts.push_back({called.state});
        return parts;
    }

    // Of what is made from one collection: OrderedDict([("a", 1), ...]), set([...]), Counter({...}).
    void addArguments(Id arguments, std::vector<Part>& parts)
    {
        for (const auto argument : m_tree.children(arguments)) {
            if (m_tree.is(argument, dict))
                addEntries(argument, parts);
            else if (isListOfPairs(argument))
                for (const auto pair : m_tree.children(argument)) {
                    auto half = m_tree.children(pair).begin();
                    const auto key = *half;
                    parts.push_back({*++half, key});
                }
            else if (m_tree.is(argument, list) || m_tree.is(argument, tuple) || m_tree.is(argument, set))
                addItems(argument, parts);
        }
    }

    bool isListOfPairs(Id value) const
    {
        return m_tree.is(value, list) && std::ranges::all_of(m_tree.children(value), [&](Id pair) {
                   return (m_tree.is(pair, list) || m_tree.is(pair, tuple)) && m_tree.count(pair) == 2;
               });
    }

    void addItems(Id holder, std::vector<Part>& parts)
    {
        std::uint32_t place = 0;
        for (const auto item : m_tree.children(holder)) {
            if (!goesOn())
                return;
            parts.push_back({item, PickleTree::absent, place++});
        }
    }

    void addEntries(Id dict, std::vector<Part>& parts)
    {
        PickleKeys keys(m_tree, m_keyBytesLeft);
        std::unordered_map<PickleKey, std::size_t, PickleKeyHash> places;
        auto key = PickleTree::absent;
        for (const auto half : m_tree.children(dict)) {
            if (!goesOn())
                return;
            if (key == PickleTree::absent) {
                key = half;
                continue;
            }
            const auto [known, isNew] = places.emplace(keys.of(key), parts.size());
            if (isNew) {
                parts.push_back({half, key});
            } else {
                auto& part = parts[known->second];
                m_warnings.add([&] {
                    return say("the key \"{0}\" is given twice; the last one counts", labelOf(part).substr(1));
                });
                part.value = half;
            }
            key = PickleTree::absent;
        }
    }

    // ".weight", "[3]". As the file has it: whoever shows it sees to it that it can be shown.
    std::string labelOf(const Part& part) const
    {
        if (part.place != Part::nowhere)
            return '[' + std::to_string(part.place) + ']';
        const auto key = part.key;
        if (key == PickleTree::absent)
            return {};
        if (!m_tree.is(key, string))
            return '.' + pickleText(m_tree, key, pathKeyLimit);
        const auto text = m_tree.text(key);
        const auto start = cutText(text, pathKeyLimit);
        return '.' + validText(start) + (start.size() < text.size() ? "..." : "");
    }

    TorchName sayUnknown(Id function)
    {
        const auto name = torchName(m_tree, function);
        if (name == TorchName::unknown && m_unknown.insert(m_tree.fullName(function)).second)
            m_warnings.add([&] {
                return say("contains {0}, a class that is not known here; what lies in it is listed as it is",
                           m_tree.fullName(function));
            });
        return name;
    }

    void sayOnce(bool& said, std::string text)
    {
        if (!std::exchange(said, true))
            m_warnings.add([&] { return std::move(text); });
    }

    TorchArrays& m_arrays;
    const PickleTree& m_tree;
    WarningList& m_warnings;
    Pace m_pace;
    Document m_document;
    std::vector<Open> m_open;
    std::string m_path;
    std::size_t m_visitsLeft = 0, m_nameBytesLeft = torchNameBytesLimit, m_keyBytesLeft = keyBytesLimit;
    std::unordered_map<Id, std::size_t> m_places; // of tensors: the first one in the document
    std::unordered_map<Id, LeftOut> m_leftOut;    // tensors that can't be read
    std::optional<Error> m_firstError;
    std::unordered_set<Id> m_isOpen;
    std::unordered_map<Id, std::size_t> m_times;
    FreeNames m_names;
    std::unordered_set<std::string> m_unknown;
    bool m_isStopped = false, m_saidTooMuch = false, m_saidRepeats = false, m_saidOthers = false,
         m_saidShared = false;
};

} // namespace

Result<Document> readTorchObject(TorchArrays& arrays, PickleTree::Id root, WarningList& warnings,
                                 const Watch& watch)
{
    return Walk(arrays, warnings, watch).run(root);
}

} // namespace tscope
