// SPDX-License-Identifier: Apache-2.0
#include "facts/code_text.h"

#include "anatomy/layout.h"
#include "app/tscope.h"
#include "core/facts/small_tensors.h"
#include "facts/code_arrays.h"
#include "literals/json_tensor.h"
#include "rules/check.h"
#include "support/peer_python.h"

#include <cstdio>
#include <iostream>
#include <random>

// The code is run by Python, where it is installed with the libraries: the arrays must hold our bytes, and what is
// built of them our numbers.
namespace tscope::app {

namespace {

using test::Named;

std::string hexOf(const Array& array)
{
    static const char* digits = "0123456789abcdef";
    std::string out;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i) {
        const auto element = array.at(i);
        for (const auto byte : element.bytes()) {
            out += digits[std::to_integer<int>(byte) >> 4];
            out += digits[std::to_integer<int>(byte) & 15];
        }
    }
    return out;
}

// As Python's float() reads it, NaN and all.
std::string real(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

Json numberOf(const Number& number)
{
    return std::visit(
        [](const auto& value) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::complex<double>>)
                return Json::array({real(value.real()), real(value.imag())});
            else
                return Json::array({real(static_cast<double>(value)), "0"});
        },
        number);
}

// What Python is asked to build, and what it must find then.
Json caseOf(const Named& named, const std::string& code)
{
    const auto& tensor = named.tensor;
    Json out{{"name", named.name}, {"code", code}, {"layout", tensor.layout->name}, {"members", Json::array()}};
    bool isReadable = true;
    for (const auto& member : tensor.members) {
        isReadable = isReadable && member.isReadable();
        if (member.isReadable() && !member.array.dtype.isOpaque())
            out["members"].push_back({{"name", ArrayCode::nameOf(member)},
                                      {"dtype", member.array.dtype.name()},
                                      {"shape", member.array.geometry.sizes},
                                      {"strides", member.array.geometry.strides},
                                      {"offset", member.array.geometry.offset},
                                      {"bytes", hexOf(member.array)}});
    }
    out["entries"] = nullptr;
    const auto report = check(tensor, {.advice = false});
    const auto valid = report.valid;
    out["clean"] = report.findings.empty();
    out["valid"] = valid && isReadable;
    if (!valid || !isReadable)
        return out;
    out["entries"] = Json::array();
    const auto* values = &tensor.members.front();
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::values)
            values = &member;
    static_cast<void>(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        out["entries"].push_back({index, numberOf(values->array.at(slot).number())});
        return true;
    }));
    return out;
}

constexpr auto driver = R"(
import json, math, sys
import numpy as np
TORCH = sys.argv[1] == "torch"
if TORCH:
    import torch, warnings
    warnings.simplefilter("ignore")
    OLD = int(torch.__version__.split(".")[0]) < 2
    if OLD: # which has no such words
        def without_word(make):
            def made(*given, check_invariants=None, is_coalesced=None, **more):
                out = make(*given, **more)
                return out if is_coalesced is None else out._coalesced_(is_coalesced)
            return made
        for layout in ("coo", "csr", "csc", "bsr", "bsc"):
            make = "sparse_" + layout + "_tensor"
            setattr(torch, make, without_word(getattr(torch, make)))
bad = []
def lacks(case, error): # what the library of this version hasn't got
    if TORCH and OLD and isinstance(error, RuntimeError):
        return str(error).startswith("expected values to be a strided and contiguous tensor") # 2.0 takes others
    if TORCH:
        return isinstance(error, AttributeError) and str(error).startswith("module 'torch")
    return case["layout"] == "coo" and str(error) == "invalid input format" # of more dims than two
def fault(case, text):
    bad.append(case["name"] + ": " + text + "\n" + case["code"][:3000])
def packed(x):
    if not TORCH:
        return np.ascontiguousarray(x).tobytes().hex()
    own = torch.empty(x.numel(), dtype=x.dtype)
    own.copy_(x.detach().reshape(-1))
    return own.view(torch.uint8).numpy().tobytes().hex()
def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))
def at(t, index, layout):
    if isinstance(t, list):
        return t[index[0]][tuple(index[1:])]
    return t[tuple(index)]
cases = json.load(sys.stdin)
built = compared = lacking = 0
for case in cases:
    scope = {}
    try:
        exec(case["code"], scope)
    except Exception as error:
        if lacks(case, error):
            lacking += 1
        elif case["valid"]:
            fault(case, repr(error))
        continue
    for m in case["members"]:
        if m["name"] not in scope:
            if case["valid"] and m["name"] + " can't be built" not in case["code"]:
                fault(case, m["name"] + " is not there")
            continue
        x = scope[m["name"]]
        if list(x.shape) != m["shape"]:
            fault(case, m["name"] + " has shape " + str(tuple(x.shape)))
        holds = str(x.dtype).replace("torch.", "") == m["dtype"]
        if holds and packed(x) != m["bytes"]:
            fault(case, m["name"] + " has other bytes, dtype " + str(x.dtype))
        if not holds and TORCH and not m["dtype"].startswith("q"):
            fault(case, m["name"] + " is " + str(x.dtype))
        count = math.prod(m["shape"])
        ours = [s for s, n in zip(m["strides"], m["shape"]) if n > 1]
        if count > 0 and not (TORCH and min(ours, default=0) < 0):
            strides = x.stride() if TORCH else [s // x.itemsize for s in x.strides]
            if [s for s, n in zip(strides, m["shape"]) if n > 1] != ours:
                fault(case, m["name"] + " has strides " + str(list(strides)))
            if TORCH and x.storage_offset() != m["offset"]:
                fault(case, m["name"] + " has offset " + str(x.storage_offset()))
    if "t" in scope:
        built += 1
    if case["entries"] is None or "t" not in scope:
        continue
    t = scope["t"]
    if TORCH:
        if case["layout"] in ("nested", "jagged"):
            try:
                t = list(t.unbind())
            except Exception as error:
                if case["clean"]: # an advisory may be more to PyTorch
                    fault(case, "does not unbind: " + repr(error))
                continue
        elif case["layout"] != "strided":
            try:
                t = t.to_dense()
            except Exception as error: # version 1 does not know how for every layout
                if not OLD:
                    fault(case, "has no dense form: " + repr(error))
                continue
    elif hasattr(t, "toarray"):
        t = t.toarray()
    elif isinstance(t, list) and case["layout"] not in ("nested", "jagged"):
        t = np.array([x.toarray() for x in t]).reshape(
            scope[case["members"][0]["name"]].shape[:-1] + t[0].shape) if t else np.zeros((0,))
    sums = {}
    for index, (re, im) in case["entries"]:
        sums[tuple(index)] = sums.get(tuple(index), 0) + complex(float(re), float(im))
    for index, wanted in sums.items():
        found = complex(at(t, list(index), case["layout"]))
        if not (same(found.real, wanted.real) and same(found.imag, wanted.imag)):
            fault(case, "at %s stands %s, wanted %s" % (index, found, wanted))
            break
    compared += 1
print(json.dumps({"faults": bad[:8], "count": len(bad), "built": built, "compared": compared, "lacking": lacking}))
)";

std::vector<Named> oddOnes()
{
    std::vector<Named> out;
    const auto add = [&](const std::string& name, const std::string& json) {
        const auto document = readJsonTensors(json);
        ASSERT_TRUE(document) << document.error().text << json;
        out.push_back({name, document->tensors.at(0).tensor});
    };
    for (const auto type : knownElementTypes()) {
        const std::string name(DType(type).name());
        const bool isReal = DType(type).elementClass() == ElementClass::real;
        add(name, R"({"layout":"strided","members":{"values":{"dtype":")" + name + R"(","shape":[2,2],"data":)" +
                      (DType(type).elementClass() == ElementClass::boolean ? "[true,false,true,true]"
                       : isReal                                            ? "[0.25,-1.5,-0.0,3]"
                                                                           : "[0,1,2,3]") +
                      "}}}");
        add(name + " in a view",
            R"({"layout":"strided","members":{"values":{"dtype":")" + name +
                R"(","shape":[2,2],"strides":[1,2],"offset":1,"storage":)" +
                (DType(type).elementClass() == ElementClass::boolean ? "[true,false,true,true,false,true]"
                                                                     : "[0,1,2,3,0,1]") +
                "}}}");
    }
    add("not finite", R"({"layout":"strided","members":{"values":{"dtype":"float64","shape":[4],
        "data":["NaN","Infinity","-Infinity",1e300]}}})");
    add("complex", R"({"layout":"strided","members":{"values":{"dtype":"complex64","shape":[3],
        "data":[["NaN",-0.0],[0.1,"-Infinity"],3]}}})");
    add("large integers", R"({"layout":"strided","members":{"values":{"dtype":"uint64","shape":[2],
        "data":[18446744073709551615,9007199254740993]}}})");
    add("a scalar", R"({"layout":"strided","members":{"values":{"shape":[],"data":[3.25]}}})");
    add("negative strides", R"({"layout":"strided","members":{"values":{"shape":[2,3],"strides":[-3,1],"offset":3,
        "storage":[1,2,3,4,5,6]}}})");
    add("empty", R"({"layout":"strided","members":{"values":{"shape":[4,0],"data":[]}}})");
    add("empty, vast",
        R"({"layout":"strided","members":{"values":{"shape":[1000000000000,1000000,0,1000000000000]}}})");
    add("outside", R"({"layout":"strided","members":{"values":{"shape":[4],"strides":[3],"storage":[1,2,3]}}})");
    add("nonsense", R"({"layout":"strided","members":{"values":{"shape":[-3,4],"strides":[1],"offset":-7,
        "storage":[1,2]}}})");
    add("vast, no data", R"({"layout":"strided","members":{"values":{"shape":[1000000000,1000000000]}}})");
    add("no data", R"({"layout":"csr","size":[3,4],"members":{"compressed":{"shape":[4]},"plain":{"shape":[8]},
        "values":{"shape":[8]}}})");
    add("opaque",
        R"({"layout":"strided","members":{"values":{"dtype":"some\nimport os","itemsize":12,"shape":[3]}}})");
    add("one storage",
        R"({"layout":"jagged","members":{"values":{"dtype":"int64","shape":[6],"data":[0,3,4,6,1,1]},
        "offsets":{"dtype":"int64","shape":[4],"strides":[1],"offset":0,"storage":{"shared":"values"}}}})");
    for (const auto* dtype : {"float16", "bfloat16", "complex128", "bool", "int8"})
        add(std::string("csr of ") + dtype,
            std::string(R"({"layout":"csr","size":[2,2],"members":{"compressed":[0,1,2],"plain":[0,1],
            "values":{"dtype":")") +
                dtype + R"(","data":)" + (std::string_view(dtype) == "bool" ? "[true,false]" : "[2,3]") + "}}}");
    const auto long32 = [](const char* kind, std::int64_t count) {
        return test::madeOf({.kind = kind, .layout = "strided", .size = {count}, .dtype = ElementType::i32});
    };
    out.push_back({"long, evenly spaced", long32("arange", 100'000)});
    auto scattered = long32("dense", 5000);
    scattered.members[0].array.geometry = {{10, 20}, {40, 2}, 3000};
    scattered.size = Extents{10, 20};
    out.push_back({"a view of a long storage", scattered});
    return out;
}

using CodeOf = std::string (*)(const Tensor&, const std::string&, const CodeOptions&);

void expectToRun(const std::string& library, CodeOf codeOf)
{
    const std::string modules = library == "torch" ? "torch, numpy" : "numpy, scipy.sparse";
    TSCOPE_NEEDS_PEER(modules);
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto tensors = oddOnes();
    for (const auto& more : {test::smallTensors(seed), test::brokenTensors(seed)})
        tensors.insert(tensors.end(), more.begin(), more.end());
    Json cases = Json::array();
    for (const auto& named : tensors)
        cases.push_back(caseOf(named, codeOf(named.tensor, named.name, {})));
    const auto run = runTool(test::peerPython(modules), {"-c", driver, library}, cases.dump());
    const auto answer = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(answer.is_object()) << run.out << run.err;
    for (const auto& fault : answer["faults"])
        ADD_FAILURE() << fault.get<std::string>();
    EXPECT_EQ(answer["count"], 0);
    EXPECT_GT(answer["built"], 60);
    EXPECT_GT(answer["compared"], 50);
    EXPECT_LT(answer["lacking"], answer["built"]) << "the library here is too old to say much";
    std::cout << answer["lacking"] << " texts need a newer " << library << '\n';
}

} // namespace

TEST(CodeTextPeer, RunsInPyTorch)
{
    expectToRun("torch", torchCode);
}

TEST(CodeTextPeer, RunsInNumPy)
{
    expectToRun("numpy", numpyCode);
}

} // namespace tscope::app
