// SPDX-License-Identifier: Apache-2.0
#include "core/rules/slips.h"

namespace tscope::test {

namespace {

// What a compressed tensor's text says of itself.
struct Counts {
    Number batchDims, slices, entries, plainExtent, block[2];
    std::size_t compressedDim, plainDim;

    explicit Counts(Slip& slip)
    {
        const std::string layout = slip.json["layout"];
        const bool isRow = layout == "csr" || layout == "bsr", isBlocked = layout[0] == 'b';
        const auto compressed = slip.shape("compressed").get<Extents>(),
                   values = slip.shape("values").get<Extents>();
        batchDims = static_cast<Number>(compressed.size()) - 1;
        slices = compressed.back() - 1;
        entries = slip.shape("plain").get<Extents>().back();
        compressedDim = static_cast<std::size_t>(batchDims) + (isRow ? 0 : 1);
        plainDim = static_cast<std::size_t>(batchDims) + (isRow ? 1 : 0);
        for (const std::size_t d : {0, 1})
            block[d] = isBlocked ? values[static_cast<std::size_t>(batchDims) + 1 + d] : 1;
        plainExtent = slip.json["size"][plainDim].get<Number>() / block[isRow ? 1 : 0];
    }
};

// A pointer between the first and the last, set to what `value` makes of its neighbours.
bool setInner(Slip& slip, const std::function<Number(Number before, Number after)>& value)
{
    const Counts counts(slip);
    if (counts.slices < 2)
        return false;
    const auto k = slip.random.between(1, counts.slices - 1);
    return slip.set("compressed", k, value(slip.get("compressed", k - 1), slip.get("compressed", k + 1)));
}

// Two neighbours within a slice, handed to `change` by the position of the second.
bool setPair(Slip& slip, const std::function<void(Json& data, std::size_t second)>& change)
{
    const Counts counts(slip);
    for (Number i = 0; i < counts.slices; ++i)
        if (slip.get("compressed", i + 1) - slip.get("compressed", i) > 1) {
            change(slip.data("plain"), static_cast<std::size_t>(slip.get("compressed", i)) + 1);
            return true;
        }
    return false;
}

bool setEntry(Slip& slip, const std::function<Number(Number extent)>& value)
{
    return slip.count("plain") > 0 &&
           slip.set("plain", slip.random.below(slip.count("plain")), value(Counts(slip).plainExtent));
}

} // namespace

const std::vector<Kind>& compressedSlips()
{
    static const std::vector<Kind> kinds{
        {"first pointer up",
         {"5.1"},
         [](Slip& s) { return s.set("compressed", 0, s.random.between(1, Counts(s).entries + 2)); }},
        {"first pointer negative", {"5.1"}, [](Slip& s) { return s.set("compressed", 0, -1); }},
        {"last pointer up",
         {"5.2"},
         [](Slip& s) {
             return s.set("compressed", Counts(s).slices, Counts(s).entries + s.random.between(1, 9));
         }},
        {"last pointer down",
         {"5.2"},
         [](Slip& s) { return s.set("compressed", Counts(s).slices, s.random.below(Counts(s).entries)); }},
        {"inner pointer down",
         {"5.3"},
         [](Slip& s) { return setInner(s, [](Number before, Number) { return before - 1; }); }},
        {"inner pointer up",
         {"5.3"},
         [](Slip& s) { return setInner(s, [](Number, Number after) { return after + 1; }); }},
        {"inner pointer negative",
         {"5.3"},
         [](Slip& s) { return setInner(s, [](Number, Number) { return -5; }); }},
        {"inner pointer huge",
         {"5.3"},
         [](Slip& s) { return setInner(s, [](Number, Number) { return 1 << 30; }); }},
        {"index negative", {"5.4"}, [](Slip& s) { return setEntry(s, [](Number extent) { return -extent; }); }},
        {"index beyond", {"5.5"}, [](Slip& s) { return setEntry(s, [](Number extent) { return extent; }); }},
        {"index huge", {"5.5"}, [](Slip& s) { return setEntry(s, [](Number) { return 1 << 30; }); }},
        {"index twice",
         {"5.6"},
         [](Slip& s) { return setPair(s, [](Json& data, std::size_t k) { data[k - 1] = data[k]; }); }},
        {"indices swapped",
         {"5.6"},
         [](Slip& s) { return setPair(s, [](Json& data, std::size_t k) { std::swap(data[k - 1], data[k]); }); }},
        {"pointer missing",
         {"3.8"},
         [](Slip& s) {
             return Counts(s).slices > 0 &&
                    s.resize("compressed", static_cast<std::size_t>(Counts(s).batchDims), -1);
         }},
        {"pointer too many",
         {"3.8"},
         [](Slip& s) { return s.resize("compressed", static_cast<std::size_t>(Counts(s).batchDims), 1); }},
        {"one slice more claimed",
         {"3.8"},
         [](Slip& s) {
             const Counts c(s);
             return s.addToSize(c.compressedDim, c.block[c.compressedDim - static_cast<std::size_t>(c.batchDims)]);
         }},
        {"half a block claimed",
         {"3.1"},
         [](Slip& s) {
             const Counts c(s);
             return c.block[0] > 1 && s.addToSize(static_cast<std::size_t>(c.batchDims), -1);
         }},
        {"plain extent too small",
         {"5.5"},
         [](Slip& s) {
             const Counts c(s);
             const auto largest = *std::ranges::max_element(s.data("plain"));
             s.json["size"][c.plainDim] =
                 largest.get<Number>() * c.block[c.plainDim - static_cast<std::size_t>(c.batchDims)];
             return true;
         }},
        {"no plain extent",
         {"5.5"},
         [](Slip& s) {
             s.json["size"][Counts(s).plainDim] = 0;
             return s.count("plain") > 0;
         }},
        {"negative extent",
         {"3.1"},
         [](Slip& s) {
             auto& size = s.json["size"];
             size[static_cast<std::size_t>(s.random.below(static_cast<Number>(size.size())))] = -1;
             return true;
         }},
        {"dim missing",
         {"3.1"},
         [](Slip& s) {
             s.json["size"].erase(0);
             return true;
         }},
        {"dense extent off",
         {"3.10"},
         [](Slip& s) { return s.addToSize(static_cast<std::size_t>(Counts(s).batchDims) + 2, 1); }},
        {"batch of pointers off",
         {"3.8"},
         [](Slip& s) { return Counts(s).batchDims > 0 && s.resize("compressed", 0, 1); }},
        {"batch of values off",
         {"3.10"},
         [](Slip& s) { return Counts(s).batchDims > 0 && s.resize("values", 0, 1); }},
        {"index missing",
         {"3.9"},
         [](Slip& s) { return s.resize("plain", static_cast<std::size_t>(Counts(s).batchDims), -1); }},
        {"value missing",
         {"3.9"},
         [](Slip& s) { return s.resize("values", static_cast<std::size_t>(Counts(s).batchDims), -1); }},
        {"entry missing",
         {"5.2"},
         [](Slip& s) {
             const auto dim = static_cast<std::size_t>(Counts(s).batchDims);
             return s.resize("values", dim, -1) && s.resize("plain", dim, -1);
         }},
        {"block row too many",
         {"3.1", "3.8", "5.5"},
         [](Slip& s) {
             const Counts c(s);
             return s.json["layout"] == "bsr" && s.resize("values", static_cast<std::size_t>(c.batchDims) + 1, 1);
         }},
        {"pointers of other type",
         {"1.1"},
         [](Slip& s) {
             s.claim("index_dtype", s.of("compressed")["dtype"]);
             return s.label("compressed", "dtype", "int16");
         }},
        {"indices of other type",
         {"1.2"},
         [](Slip& s) {
             s.claim("index_dtype", s.of("plain")["dtype"]);
             return s.label("plain", "dtype", "float64");
         }},
        {"indices elsewhere", {"4.3"}, [](Slip& s) { return s.label("plain", "device", "cuda:0"); }},
        {"indices cut", {"STR-2.1"}, [](Slip& s) { return s.cutStorage("plain"); }},
        {"values cut", {"STR-2.1"}, [](Slip& s) { return s.cutStorage("values"); }},
        {"count claimed",
         {"3.11"},
         [](Slip& s) { return s.claim("numel", s.json["members"]["plain"]["data"].size() + 100000); }},
    };
    return kinds;
}

} // namespace tscope::test
