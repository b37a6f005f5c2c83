// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"
#include "facts/code_arrays.h"
#include "facts/code_text.h"
#include "layouts/registry.h"
#include "literals/text_writer.h"
#include "support/peer_python.h"
#include "tensor/view_bits.h"

#include <cmath>
#include <iostream>
#include <random>

// The code of every element type in every layout is run by Python, where it is installed with the libraries. What
// it makes must have our bytes, NaNs and signs of zeros among them; only a type that holds another one's numbers
// has other bytes, and must hold exactly these numbers.
namespace tscope::app {

namespace {

using Bytes = std::vector<std::byte>;

std::string hex(std::span<const std::byte> bytes)
{
    static const char* digits = "0123456789abcdef";
    std::string out;
    for (const auto byte : bytes) {
        out += digits[std::to_integer<int>(byte) >> 4];
        out += digits[std::to_integer<int>(byte) & 15];
    }
    return out;
}

std::string hexBytesOf(const Array& array)
{
    std::string out;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i)
        out += hex(array.at(i).bytes());
    return out;
}

bool isComplex(const DType& type)
{
    return type.elementClass() == ElementClass::complex;
}

// Elements that computing meets: what has a name, and numbers whose shortest decimals are not exact.
Bytes usualElements(const DType& type, std::int64_t count, std::mt19937_64& random)
{
    constexpr std::array<double, 10> reals{0.0,   -0.0,    INFINITY, -INFINITY, static_cast<double>(NAN),
                                           1.875, -0.6875, 0.1,      448.0,     -1e-3};
    constexpr std::array wholes{0, 1, 2, 100, 127, 5};
    const auto real = [&] { return reals[random() % reals.size()]; };
    Bytes out;
    while (count-- > 0) {
        Number number = static_cast<std::int64_t>(wholes[random() % wholes.size()]);
        if (type.elementClass() == ElementClass::boolean)
            number = random() % 2 == 0;
        if (type.elementClass() == ElementClass::real)
            number = real();
        if (isComplex(type))
            number = std::complex<double>(real(), real());
        const auto element = Element::from(number, type);
        EXPECT_TRUE(element) << type.name();
        out.insert(out.end(), element->bytes().begin(), element->bytes().end());
    }
    return out;
}

// Any bits, also of those NaNs that no number spells, and of bools that are neither.
Bytes anyBits(const DType& type, std::int64_t count, std::mt19937_64& random)
{
    Bytes out(static_cast<std::size_t>(count * type.itemSize()));
    for (auto& byte : out)
        byte = static_cast<std::byte>(random() & 0xFF);
    if (type.elementClass() == ElementClass::real && count > 1) // one such NaN at least
        std::fill_n(out.begin(), type.itemSize(), std::byte{0xFF});
    return out;
}

struct Subject {
    std::string name;
    Tensor tensor;
};

class Subjects
{
public:
    explicit Subjects(std::uint64_t seed) : m_random(seed)
    {
        for (const auto type : knownElementTypes())
            if (const DType dtype(type); dtype.elementClass() != ElementClass::quantised)
                for (const bool isAny : {false, true}) {
                    m_isAny = isAny;
                    addStrided(dtype);
                    addSparse(dtype);
                    addComponents(dtype);
                }
    }

    std::vector<Subject> all;

private:
    StoragePtr storage(const DType& type, std::int64_t count)
    {
        return heapStorage(m_isAny ? anyBits(type, count, m_random) : usualElements(type, count, m_random));
    }

    void add(const std::string& name, Tensor tensor)
    {
        all.push_back({std::string(m_isAny ? "any bits of " : "usual ") + name, std::move(tensor)});
    }

    static Tensor strided(Array array)
    {
        const auto& layout = *layoutNamed("strided");
        return *makeTensor(layout, {{&layout.roles[0], std::move(array)}});
    }

    void addStrided(const DType& type)
    {
        const std::string name(type.name());
        const std::vector<Geometry> geometries{
            Geometry::rowMajor({2, 3}), Geometry::rowMajor({}), Geometry::rowMajor({0, 3}),
            Geometry::rowMajor({0}),    {{3, 2}, {1, 4}, 1},    {{2, 2}, {0, 1}, 2},
            {{0, 3}, {7, 2}, 3},        {{3}, {-2}, 5},         {{}, {}, 4},
            Geometry::rowMajor({5, 5}),
        };
        for (const auto& geometry : geometries) {
            const auto least = minStorage(geometry).value_or(0);
            const bool isWhole = geometry.offset == 0 && isContiguous(geometry);
            const auto array = Array{storage(type, isWhole ? least : 10), type, geometry};
            const auto where = name + " " + text(geometry.sizes) + " by " + text(geometry.strides);
            for (const bool conj : {false, true})
                for (const bool neg : {false, true}) {
                    if (neg && !hasNegatives(type))
                        continue;
                    auto tensor = strided(array);
                    if (conj)
                        tensor.claims.set("conj", true);
                    if (neg)
                        tensor.claims.set("neg", true);
                    add(where + (conj ? " conj" : "") + (neg ? " neg" : ""), tensor);
                }
        }
        // One number for all, which is a formula.
        const auto one = m_isAny ? anyBits(type, 1, m_random) : usualElements(type, 1, m_random);
        Bytes same;
        for (int i = 0; i < 40; ++i)
            same.insert(same.end(), one.begin(), one.end());
        add("constant " + name, strided({heapStorage(same), type, Geometry::rowMajor({40})}));
    }

    void addSparse(const DType& type)
    {
        const auto ints = [](Extents sizes, std::vector<std::int64_t> numbers) {
            return Array::fromInts(std::move(sizes), numbers, ElementType::i64);
        };
        const auto put = [&](const char* word, Extents size, std::vector<Array> arrays) {
            const auto& layout = *layoutNamed(word);
            std::vector<Member> members;
            for (std::size_t i = 0; i < arrays.size(); ++i)
                members.push_back({&layout.roles[i], std::move(arrays[i])});
            auto tensor = *makeTensor(layout, std::move(members));
            tensor.size = std::move(size);
            add(std::string(word) + " of " + std::string(type.name()), std::move(tensor));
        };
        const auto values = [&](Extents sizes) {
            return Array{storage(type, *numel(sizes)), type, Geometry::rowMajor(sizes)};
        };
        put("coo", {3, 4}, {ints({2, 3}, {0, 1, 2, 3, 0, 1}), values({3})});
        put("coo", {3, 4}, {ints({2, 0}, {}), values({0})});
        for (const auto* word : {"csr", "csc"}) {
            put(word, {3, 3}, {ints({4}, {0, 1, 1, 3}), ints({3}, {2, 0, 1}), values({3})});
            put(word, {3, 3}, {ints({4}, {0, 0, 0, 0}), ints({0}, {}), values({0})});
        }
        put("csr", {2, 1, 3}, {ints({2, 2}, {0, 1, 0, 1}), ints({2, 1}, {2, 0}), values({2, 1})});
        for (const auto* word : {"bsr", "bsc"})
            put(word, {4, 4}, {ints({3}, {0, 1, 2}), ints({2}, {1, 0}), values({2, 2, 2})});
    }

    void addComponents(const DType& type)
    {
        const auto ints = [](Extents sizes, std::vector<std::int64_t> numbers) {
            return Array::fromInts(std::move(sizes), numbers, ElementType::i64);
        };
        const auto put = [&](const char* word, std::vector<Array> arrays) {
            const auto& layout = *layoutNamed(word);
            std::vector<Member> members;
            for (std::size_t i = 0; i < arrays.size(); ++i)
                members.push_back({&layout.roles[i], std::move(arrays[i])});
            add(std::string(word) + " of " + std::string(type.name()), *makeTensor(layout, std::move(members)));
        };
        put("nested", {Array{storage(type, 5), type, Geometry::rowMajor({5})}, ints({2, 2}, {1, 2, 3, 1}),
                       ints({2, 2}, {2, 1, 1, 1}), ints({2}, {0, 2})});
        put("jagged", {Array{storage(type, 5), type, Geometry::rowMajor({5})}, ints({3}, {0, 2, 5})});
    }

    std::mt19937_64 m_random;
    bool m_isAny = false;
};

Json caseOf(const Subject& subject, const std::string& code)
{
    const auto& tensor = subject.tensor;
    Json out{{"name", subject.name}, {"code", code}, {"layout", tensor.layout->name}, {"members", Json::array()}};
    for (const auto& member : tensor.members)
        out["members"].push_back({{"name", ArrayCode::nameOf(member)},
                                  {"dtype", member.array.dtype.name()},
                                  {"shape", member.array.geometry.sizes},
                                  {"strides", member.array.geometry.strides},
                                  {"offset", member.array.geometry.offset},
                                  {"bytes", hexBytesOf(member.array)}});
    out["conj"] = isConjugated(tensor) && isComplex(tensor.declaredDType());
    out["neg"] = isNegated(tensor);
    out["size"] = tensor.size ? Json(*tensor.size) : Json(nullptr);
    if (tensor.layout->name == "strided") {
        const auto meant = withMeantElements(tensor);
        EXPECT_TRUE(meant);
        out["meant"] = hexBytesOf(meant->members.front().array);
    }
    return out;
}

// Shared by all: bits to numbers, by the definition of each type.
constexpr auto decoding = R"(
import json, math, struct, sys
ITEM = {"bool": 1, "uint8": 1, "int8": 1, "float8_e4m3fn": 1, "float8_e5m2": 1, "uint16": 2, "int16": 2, "float16": 2,
        "bfloat16": 2, "uint32": 4, "int32": 4, "float32": 4, "complex32": 4, "uint64": 8, "int64": 8, "float64": 8,
        "complex64": 8, "complex128": 16}
def small(bits, exponent, mantissa, has_inf): # a float of one byte
    sign = -1.0 if bits >> 7 else 1.0
    e, m = bits >> mantissa & (1 << exponent) - 1, bits & (1 << mantissa) - 1
    bias = (1 << exponent - 1) - 1
    if e == (1 << exponent) - 1 and (has_inf or m == (1 << mantissa) - 1):
        return sign * (math.inf if has_inf and m == 0 else math.nan)
    return sign * math.ldexp(m if e == 0 else m + (1 << mantissa), max(e, 1) - bias - mantissa)
def real(raw, name):
    if name == "float8_e4m3fn": return small(raw[0], 4, 3, False)
    if name == "float8_e5m2": return small(raw[0], 5, 2, True)
    if name == "bfloat16": return struct.unpack("<f", b"\0\0" + raw)[0]
    if name == "bool": return float(raw[0] != 0)
    return struct.unpack("<" + {"float16": "e", "float32": "f", "float64": "d", "int8": "b", "uint8": "B", "int16": "h",
        "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q"}[name], raw)[0]
PARTS = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
def numbers(text, name): # flat, real and imaginary parts
    raw, part = bytes.fromhex(text), PARTS.get(name, name)
    return [real(raw[i:i + ITEM[part]], part) for i in range(0, len(raw), ITEM[part])]
def alike(a, b, signs=True): # the same number, zeros by their signs; a NaN is a NaN
    if len(a) != len(b): return False
    return all(math.isnan(x) and math.isnan(y) or x == y and (not signs or math.copysign(1, x) == math.copysign(1, y))
               for x, y in zip(a, b))
bad, made, lacking = [], 0, 0
def fault(case, text):
    bad.append(case["name"] + ": " + text + "\n" + case["code"][:1500])
cases = json.load(sys.stdin)
)";

constexpr auto telling = R"(
print(json.dumps({"faults": bad[:6], "count": len(bad), "made": made, "lacking": lacking,
                  "cases": len(cases)}))
)";

constexpr auto torchDriver = R"(
import torch, warnings
warnings.simplefilter("ignore")
OLD = int(torch.__version__.split(".")[0]) < 2
if OLD: # which has no such words, and not all types everywhere
    def without_word(make):
        def made(*given, check_invariants=None, is_coalesced=None, **more):
            return make(*given, **more)
        return made
    for layout in ("coo", "csr", "csc", "bsr", "bsc"):
        make = "sparse_" + layout + "_tensor"
        setattr(torch, make, without_word(getattr(torch, make)))
def packed(x):
    if x.dtype == torch.bool: # whose copies are 0 and 1
        x = x.view(torch.uint8)
    own = torch.empty(tuple(x.shape), dtype=x.dtype)
    own.copy_(x.detach())
    return own.reshape(-1).view(torch.uint8).numpy().tobytes().hex() if x.numel() else ""
def parts(t, layout):
    if layout == "coo": return [t._indices(), t._values()]
    if layout in ("csr", "bsr"): return [t.crow_indices(), t.col_indices(), t.values()]
    if layout in ("csc", "bsc"): return [t.ccol_indices(), t.row_indices(), t.values()]
    if layout == "jagged": return [t.values(), t.offsets()]
    return []
def look(case):
    scope = {}
    exec(case["code"], scope)
    if "t" not in scope:
        fault(case, "makes no t")
        return
    t = scope["t"]
    for m in case["members"]:
        x = scope[m["name"]]
        if str(x.dtype) != "torch." + m["dtype"] or list(x.shape) != m["shape"]:
            fault(case, "%s is %s %s" % (m["name"], x.dtype, tuple(x.shape)))
        elif packed(x) != m["bytes"]:
            fault(case, "%s has the bytes %s, wanted %s" % (m["name"], packed(x), m["bytes"]))
        elif min(m["strides"], default=0) >= 0 and (list(x.stride()) != m["strides"] or x.storage_offset() != m["offset"]):
            fault(case, "%s has strides %s" % (m["name"], x.stride()))
    if case["layout"] == "strided":
        if t.is_conj() != case["conj"] or t.is_neg() != case["neg"]:
            fault(case, "conj %s, neg %s" % (t.is_conj(), t.is_neg()))
        try:
            meant = packed(t.resolve_conj().resolve_neg())
        except RuntimeError: # of a type in which PyTorch computes nothing
            return
        signs = m["dtype"] not in PARTS or not case["neg"] # its negation of complex zeros has either sign
        if not alike(numbers(meant, m["dtype"]), numbers(case["meant"], m["dtype"]), signs):
            fault(case, "means %s, wanted %s" % (numbers(meant, m["dtype"]), numbers(case["meant"], m["dtype"])))
    else:
        for m, x in zip(case["members"], parts(t, case["layout"])):
            if packed(x) != m["bytes"]:
                fault(case, "%s has other bytes in t" % m["name"])
        if case["size"] is not None and list(t.shape) != case["size"]:
            fault(case, "t has shape %s" % (tuple(t.shape),))
for case in cases:
    try:
        look(case)
        made += 1
    except Exception as error:
        if OLD:
            lacking += 1
        else:
            fault(case, repr(error))
)";

constexpr auto numpyDriver = R"(
import numpy as np
HOLDER = {"bfloat16": "float32", "float8_e4m3fn": "float32", "float8_e5m2": "float32", "float16": "float32",
          "complex32": "complex64"}
def hexed(x):
    return np.ascontiguousarray(x).tobytes().hex()
def same(case, what, x, name, wanted):
    if str(x.dtype) == name:
        if hexed(x) != wanted:
            fault(case, "%s has the bytes %s, wanted %s" % (what, hexed(x), wanted))
    elif str(x.dtype) != HOLDER.get(name):
        fault(case, "%s is %s" % (what, x.dtype))
    elif not alike(numbers(hexed(x), str(x.dtype)), numbers(wanted, name)):
        fault(case, "%s holds %s, wanted %s" % (what, numbers(hexed(x), str(x.dtype)), numbers(wanted, name)))
for case in cases:
    scope = {}
    try:
        exec(case["code"], scope)
    except Exception as error:
        fault(case, repr(error))
        continue
    if "t" not in scope:
        fault(case, "makes no t")
        continue
    made += 1
    t = scope["t"]
    for m in case["members"]:
        x = scope[m["name"]]
        if list(x.shape) != m["shape"]:
            fault(case, "%s has shape %s" % (m["name"], x.shape))
        same(case, m["name"], x, m["dtype"], m["bytes"])
    if case["layout"] == "strided":
        name = m["dtype"]
        if not isinstance(t, np.ndarray) or list(t.shape) != m["shape"]:
            fault(case, "t is %r" % t)
        elif not alike(numbers(hexed(t), str(t.dtype)), numbers(case["meant"], name)):
            fault(case, "means %s, wanted %s" % (numbers(hexed(t), str(t.dtype)), numbers(case["meant"], name)))
    elif hasattr(t, "toarray"):
        if list(t.shape) != case["size"] or t.nnz != case["members"][-1]["shape"][0] * math.prod(case["members"][-1]["shape"][1:]):
            fault(case, "t is %r" % t)
)";

// A text file is one call, which has no words for strides, for views, and for which NaN it was.
constexpr auto textDriver = R"(
import torch, warnings
warnings.simplefilter("ignore")
def packed(x):
    x = x.detach().contiguous()
    return x.reshape(-1).view(torch.uint8).numpy().tobytes().hex() if x.numel() else ""
def parts(t, layout):
    if layout == "strided": return [t]
    if layout == "coo": return [t._indices(), t._values()]
    if layout in ("csr", "bsr"): return [t.crow_indices(), t.col_indices(), t.values()]
    return [t.ccol_indices(), t.row_indices(), t.values()]
for case in cases:
    try:
        t = eval(case["code"], {"torch": torch})
    except Exception as error:
        if int(torch.__version__.split(".")[0]) < 2: # which has not all types
            lacking += 1
        else:
            fault(case, repr(error))
        continue
    made += 1
    for m, x in zip(case["members"], parts(t, case["layout"])):
        if str(x.dtype) != "torch." + m["dtype"] or list(x.shape) != m["shape"]:
            fault(case, "%s is %s %s" % (m["name"], x.dtype, tuple(x.shape)))
        elif not alike(numbers(packed(x), m["dtype"]), numbers(m["bytes"], m["dtype"])):
            fault(case, "%s holds %s" % (m["name"], numbers(packed(x), m["dtype"])))
)";

void expectNoFaults(const std::string& modules, const std::string& driver, const Json& cases)
{
    const auto run = runTool(test::peerPython(modules), {"-c", decoding + driver + telling}, cases.dump());
    const auto answer = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(answer.is_object()) << run.out << run.err;
    for (const auto& fault : answer["faults"])
        ADD_FAILURE() << fault.get<std::string>();
    EXPECT_EQ(answer["count"], 0);
    EXPECT_EQ(answer["made"].get<int>() + answer["lacking"].get<int>(), answer["cases"].get<int>());
    EXPECT_GT(answer["made"], 500);
}

std::uint64_t newSeed()
{
    return std::random_device()();
}

} // namespace

TEST(CodeBytesPeer, PyTorchMakesTheSameTensor)
{
    TSCOPE_NEEDS_PEER("torch, numpy");
    const auto seed = newSeed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Json cases = Json::array();
    for (const auto& subject : Subjects(seed).all)
        cases.push_back(caseOf(subject, torchCode(subject.tensor, subject.name)));
    expectNoFaults("torch, numpy", torchDriver, cases);
}

TEST(CodeBytesPeer, NumPyMakesTheSameTensor)
{
    TSCOPE_NEEDS_PEER("numpy, scipy.sparse");
    const auto seed = newSeed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Json cases = Json::array();
    for (const auto& subject : Subjects(seed).all)
        cases.push_back(caseOf(subject, numpyCode(subject.tensor, subject.name)));
    expectNoFaults("numpy, scipy.sparse", numpyDriver, cases);
}

TEST(CodeBytesPeer, TextFilesAreCallsThatPyTorchTakes)
{
    TSCOPE_NEEDS_PEER("torch, numpy");
    const auto seed = newSeed();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Json cases = Json::array();
    for (const auto& subject : Subjects(seed).all) {
        const auto& family = subject.tensor.layout->family;
        if (hasViewBits(subject.tensor) || family == "nested" || family == "jagged")
            continue; // such are refused, or resolved before
        const auto text = writeTextLiteral(subject.tensor);
        ASSERT_TRUE(text) << text.error().text;
        cases.push_back(caseOf(subject, *text));
    }
    expectNoFaults("torch, numpy", textDriver, cases);
}

} // namespace tscope::app
