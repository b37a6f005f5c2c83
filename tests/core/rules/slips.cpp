// SPDX-License-Identifier: Apache-2.0
#include "core/rules/slips.h"

namespace tscope::test {

const std::vector<Kind>& cooSlips()
{
    static const std::vector<Kind> kinds{
        {"coordinate negative",
         {"COO-5.1"},
         [](Slip& s) { return s.set("indices", s.random.below(s.count("indices")), -3); }},
        {"coordinate huge",
         {"COO-5.2"},
         [](Slip& s) { return s.set("indices", s.random.below(s.count("indices")), 1 << 30); }},
        {"extent too small",
         {"COO-5.2"},
         [](Slip& s) {
             s.json["size"][0] = 0;
             return true;
         }},
        {"claimed in order",
         {"COO-5.3"},
         [](Slip& s) {
             auto& data = s.data("indices");
             const auto entries = s.shape("indices")[1].get<std::size_t>();
             for (std::size_t at = 0; at < data.size(); at += entries)
                 std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at),
                              data.begin() + static_cast<std::ptrdiff_t>(at + entries));
             return entries > 1 && s.claim("is_coalesced", true);
         }},
        {"coordinates missing", {"COO-3.4"}, [](Slip& s) { return s.resize("indices", 1, -1); }},
        {"value missing", {"COO-3.4"}, [](Slip& s) { return s.resize("values", 0, -1); }},
        {"row of coordinates missing", {"COO-3.5"}, [](Slip& s) { return s.resize("indices", 0, -1); }},
        {"negative extent",
         {"COO-3.5"},
         [](Slip& s) {
             auto& size = s.json["size"];
             size[static_cast<std::size_t>(s.random.below(static_cast<Number>(size.size())))] = -4;
             return true;
         }},
        {"dense extent off", {"COO-3.6"}, [](Slip& s) { return s.addToSize(2, 1); }},
        {"narrow coordinates", {"COO-1.1"}, [](Slip& s) { return s.label("indices", "dtype", "int32"); }},
        {"coordinates cut", {"STR-2.1"}, [](Slip& s) { return s.cutStorage("indices"); }},
    };
    return kinds;
}

namespace {

Number componentOf(Slip& slip)
{
    return slip.random.below(slip.count("storage_offsets"));
}

} // namespace

const std::vector<Kind>& nestedSlips()
{
    static const std::vector<Kind> kinds{
        {"offset negative", {"NST-4.3"}, [](Slip& s) { return s.set("storage_offsets", componentOf(s), -2); }},
        {"offset beyond", {"NST-4.4"}, [](Slip& s) { return s.set("storage_offsets", componentOf(s), 100000); }},
        {"offset back",
         {"NST-5.2"},
         [](Slip& s) {
             const auto t = s.count("storage_offsets") - 1;
             return s.get("storage_offsets", t) > 0 &&
                    s.set("storage_offsets", t, s.get("storage_offsets", t) - 1);
         }},
        {"size negative",
         {"NST-4.1"},
         [](Slip& s) { return s.set("nested_sizes", s.random.below(s.count("nested_sizes")), -1); }},
        {"size far too large",
         {"NST-4.4"},
         [](Slip& s) { return s.set("nested_sizes", s.random.below(s.count("nested_sizes")), 100000); }},
        {"size one more",
         {"NST-4.4", "NST-4.5", "NST-5.2"},
         [](Slip& s) {
             const auto k = s.random.below(s.count("nested_sizes"));
             return s.set("nested_sizes", k, s.get("nested_sizes", k) + 1);
         }},
        {"size one less",
         {"NST-4.5"},
         [](Slip& s) {
             const auto k = s.random.below(s.count("nested_sizes"));
             return s.get("nested_sizes", k) > 0 && s.set("nested_sizes", k, s.get("nested_sizes", k) - 1);
         }},
        {"stride negative",
         {"NST-4.2"},
         [](Slip& s) { return s.set("nested_strides", s.random.below(s.count("nested_strides")), -7); }},
        {"buffer too long", {"NST-4.5"}, [](Slip& s) { return s.resize("buffer", 0, 3); }},
        {"strides of one component missing",
         {"NST-3.3"},
         [](Slip& s) { return s.resize("nested_strides", 0, -1); }},
        {"offset missing", {"NST-3.4"}, [](Slip& s) { return s.resize("storage_offsets", 0, -1); }},
        {"narrow sizes", {"NST-1.1"}, [](Slip& s) { return s.label("nested_sizes", "dtype", "int32"); }},
        {"sizes cut", {"STR-2.1"}, [](Slip& s) { return s.cutStorage("nested_sizes"); }},
    };
    return kinds;
}

namespace {

Number lastOffset(Slip& slip)
{
    return slip.count("offsets") - 1;
}

// Lengths as the offsets have them, and what is cached of them.
void addLengths(Slip& slip)
{
    std::vector<Number> lengths;
    for (Number t = 0; t < lastOffset(slip); ++t)
        lengths.push_back(slip.get("offsets", t + 1) - slip.get("offsets", t));
    slip.json["min_seqlen"] = std::ranges::min(lengths);
    slip.json["max_seqlen"] = std::ranges::max(lengths);
    slip.of("lengths") = {{"dtype", "int64"}, {"shape", {lengths.size()}}, {"data", lengths}};
}

} // namespace

const std::vector<Kind>& jaggedSlips()
{
    static const std::vector<Kind> kinds{
        {"first offset up", {"JAG-5.1"}, [](Slip& s) { return s.set("offsets", 0, s.random.between(1, 9)); }},
        {"last offset up",
         {"JAG-5.2"},
         [](Slip& s) { return s.set("offsets", lastOffset(s), s.get("offsets", lastOffset(s)) + 2); }},
        {"last offset 0", {"JAG-5.2"}, [](Slip& s) { return s.set("offsets", lastOffset(s), 0); }},
        {"inner offset negative",
         {"JAG-5.3"},
         [](Slip& s) {
             return lastOffset(s) > 1 && s.set("offsets", s.random.between(1, lastOffset(s) - 1), -2);
         }},
        {"inner offset huge",
         {"JAG-5.3"},
         [](Slip& s) {
             return lastOffset(s) > 1 && s.set("offsets", s.random.between(1, lastOffset(s) - 1), 1 << 30);
         }},
        {"values short", {"JAG-5.2"}, [](Slip& s) { return s.resize("values", 0, -1); }},
        {"length negative",
         {"JAG-5.4"},
         [](Slip& s) {
             addLengths(s);
             return s.set("lengths", s.random.below(s.count("lengths")), -1);
         }},
        {"length far too large",
         {"JAG-5.5"},
         [](Slip& s) {
             addLengths(s);
             return s.set("lengths", s.random.below(s.count("lengths")), 1 << 20);
         }},
        {"length one more",
         {"JAG-5.5", "JAG-5.6"},
         [](Slip& s) {
             addLengths(s);
             const auto t = s.random.below(s.count("lengths"));
             return s.set("lengths", t, s.get("lengths", t) + 1);
         }},
        {"offset huge beside lengths",
         {"JAG-5.3", "JAG-5.5"},
         [](Slip& s) {
             addLengths(s);
             return lastOffset(s) > 1 && s.set("offsets", s.random.between(1, lastOffset(s) - 1), 1 << 30);
         }},
        {"length missing",
         {"JAG-3.3"},
         [](Slip& s) {
             addLengths(s);
             return s.resize("lengths", 0, -1);
         }},
        {"shortest claimed wrong", {"JAG-6.1"}, [](Slip& s) { return s.claim("min_seqlen", 1 << 20); }},
        {"ragged dim 0", {"JAG-3.4"}, [](Slip& s) { return s.claim("ragged_idx", 0); }},
        {"offsets elsewhere", {"JAG-2.2"}, [](Slip& s) { return s.label("offsets", "device", "cuda:0"); }},
    };
    return kinds;
}

namespace {

bool setGeometry(Slip& slip, const std::string& key, const std::function<Number(Number)>& value)
{
    auto& values = slip.of("values");
    const auto sizes = values["shape"].get<Extents>();
    values["strides"] = Geometry::rowMajor(sizes).strides;
    values["offset"] = 0;
    values["storage"] = values["data"];
    values.erase("data");
    slip.json.erase("size");
    const auto dim = static_cast<std::size_t>(slip.random.below(static_cast<Number>(sizes.size())));
    auto& entry = key == "offset" ? values[key] : values[key][dim];
    const auto before = entry.get<Number>();
    entry = value(before);
    return entry != before;
}

} // namespace

const std::vector<Kind>& stridedSlips()
{
    static const std::vector<Kind> kinds{
        {"extent too large",
         {"STR-2.1"},
         [](Slip& s) { return setGeometry(s, "shape", [](Number n) { return n * 2 + 1; }); }},
        {"extent negative",
         {"STR-1.2"},
         [](Slip& s) { return setGeometry(s, "shape", [](Number n) { return -n; }); }},
        {"stride too large",
         {"STR-2.1"},
         [](Slip& s) { return setGeometry(s, "strides", [](Number n) { return n + 1000; }); }},
        {"stride negative",
         {"STR-1.3"},
         [](Slip& s) { return setGeometry(s, "strides", [](Number n) { return -n; }); }},
        {"offset negative",
         {"STR-1.4"},
         [](Slip& s) { return setGeometry(s, "offset", [](Number) { return -1; }); }},
        {"offset too large",
         {"STR-2.1"},
         [](Slip& s) { return setGeometry(s, "offset", [](Number) { return 5; }); }},
        {"storage cut", {"STR-2.1"}, [](Slip& s) { return s.cutStorage("values"); }},
    };
    return kinds;
}

} // namespace tscope::test
