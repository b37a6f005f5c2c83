// SPDX-License-Identifier: Apache-2.0
// Every reader tells how far it is, and stops when it is told to, wherever that is.
#include "base/thread_pool.h"
#include "io/formats.h"
#include "support/pickle_bytes.h"
#include "support/source.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace tscope {
namespace {

struct Case {
    std::string name;
    std::function<std::string()> bytes; // made by the test that wants them, as each is a program of its own
};

void PrintTo(const Case& each, std::ostream* out)
{
    *out << each.name;
}

std::string repeated(int count, const std::function<std::string(int)>& part)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += part(i);
    return out;
}

std::string numbers(int count)
{
    return repeated(count, [](int i) { return (i > 0 ? ", " : "") + std::to_string(i); });
}

std::string npy(std::int64_t count)
{
    const auto header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }\n";
    return "\x93NUMPY\1" + std::string(1, '\0') + test::little(header.size(), 2) + header +
           std::string(static_cast<std::size_t>(count) * 8, '\1');
}

std::string stateDict(int count)
{
    namespace py = test::py;
    return "}(" +
           repeated(count,
                    [](int i) {
                        return py::str("layer." + std::to_string(i) + ".weight") +
                               py::tensor(py::storage("FloatStorage", "0", 2), 0, {2}, {1});
                    }) +
           "u";
}

std::string legacyFile(const std::string& object)
{
    namespace py = test::py;
    const std::string magic = "\x8a\x0a\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19";
    std::string typed = object; // ids of this form have a sixth part
    for (auto at = typed.find("tQ"); at != std::string::npos; at = typed.find("tQ", at + 3))
        typed.insert(at, "N");
    return py::pickle(magic) + py::pickle(py::num(1001)) +
           py::pickle(py::dict({{py::str("little_endian"), py::yes}})) + py::pickle(typed) +
           py::pickle(py::list({py::str("0")})) + test::little(2, 8) + std::string(8, '\0');
}

std::string safetensors(int count)
{
    const auto header = "{" +
                        repeated(count,
                                 [](int i) {
                                     return std::string(i > 0 ? "," : "") + "\"t" + std::to_string(i) +
                                            R"(":{"dtype":"F32","shape":[1],"data_offsets":[)" +
                                            std::to_string(4 * i) + "," + std::to_string(4 * i + 4) + "]}";
                                 }) +
                        "}";
    return test::little(header.size(), 8) + header + std::string(static_cast<std::size_t>(count) * 4, '\0');
}

std::vector<Case> cases()
{
    const auto line = [](int i) { return "  (" + std::to_string(i) + ", 3)\t1.5\n"; };
    const auto entry = [](int i) { return std::to_string(1 + i % 1000) + " 7 1.5\n"; };
    const auto tensor = [](int i) {
        return (i > 0 ? ",\"t" : "\"t") + std::to_string(i) + R"(":{"layout":"strided","sizes":[1],"data":[1]})";
    };
    return {
        {"json_values", [] { return R"({"layout":"strided","members":{"values":[)" + numbers(150'000) + "]}}"; }},
        {"json_tensors", [=] { return R"({"tensors":{)" + repeated(3000, tensor) + "}}"; }},
        {"text", [] { return "tensor([" + numbers(100'000) + "])"; }},
        {"scipy_print", [=] { return repeated(40'000, line); }},
        {"npz_packed", [] { return test::zipOf({{.name = "w.npy", .bytes = npy(1'000'000), .deflate = true}}); }},
        {"torch",
         [] {
             return test::torchZip(stateDict(10'000), {{"0", std::string(8, '\0')}});
         }},
        {"torch_legacy", [] { return legacyFile(stateDict(10'000)); }},
        {"safetensors", [] { return safetensors(10'000); }},
        {"matrix_market",
         [=] {
             return "%%MatrixMarket matrix coordinate real general\n1000 9 1000000\n" + repeated(1'000'000, entry);
         }},
    };
}

struct Opened {
    std::vector<double> told;
    std::optional<Error> error;
};

// Stopped when it is told of for the `last`th time; 0: never.
Opened opened(const std::string& bytes, std::size_t last)
{
    Opened out;
    std::stop_source stop;
    auto source = test::sourceOf(bytes);
    source.watch.stop = stop.get_token();
    source.watch.progress = [&](double done) {
        out.told.push_back(done);
        if (out.told.size() == last)
            stop.request_stop();
    };
    const auto text = source.text();
    const auto& format = formatOf(probe(text.substr(0, 512), text.size()));
    const auto document = format.read(source);
    if (!document)
        out.error = document.error();
    return out;
}

class Watched : public testing::TestWithParam<Case>
{
protected:
    Watched() { setThreadCount(1); } // several tell in any order
    ~Watched() override { setThreadCount(0); }
};

TEST_P(Watched, ProgressMovesForward)
{
    const auto whole = opened(GetParam().bytes(), 0);
    ASSERT_FALSE(whole.error) << whole.error->text;
    ASSERT_GE(whole.told.size(), 8U);
    EXPECT_TRUE(std::ranges::is_sorted(whole.told));
    EXPECT_GE(whole.told.front(), 0.0);
    EXPECT_LE(whole.told.back(), 1.0);
    EXPECT_GT(whole.told.back(), 0.8) << "most of it is told of";
    double largest = 0;
    for (std::size_t i = 1; i < whole.told.size(); ++i)
        largest = std::max(largest, whole.told[i] - whole.told[i - 1]);
    EXPECT_LT(largest, 0.35) << "and not in leaps";
}

TEST_P(Watched, StopsWhereverItIsToldTo)
{
    const auto bytes = GetParam().bytes();
    const auto all = opened(bytes, 0).told.size();
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::size_t> places{1, 2, all / 2, all - 1};
    for (int i = 0; i < 3; ++i)
        places.push_back(1 + random() % (all - 1));
    for (const auto place : places) {
        SCOPED_TRACE("question " + std::to_string(place) + " of " + std::to_string(all));
        const auto stopped = opened(bytes, place);
        EXPECT_LE(stopped.told.size(), place + 1);
        // The last question may come when there is nothing left to stop.
        if (stopped.error)
            EXPECT_EQ(stopped.error->code, ErrorCode::cancelled) << stopped.error->text;
        else
            EXPECT_GE(place + 2, all);
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, Watched, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& each) { return each.param.name; });

} // namespace
} // namespace tscope
