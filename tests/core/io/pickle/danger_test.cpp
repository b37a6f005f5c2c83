// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/danger.h"

#include "io/pickle/machine.h"
#include "support/pickle_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using testing::HasSubstr;

std::string danger(const std::string& bytes)
{
    const auto error = dangerIn(runPickle(bytes).tree);
    if (!error)
        return {};
    EXPECT_EQ(error->reason, "runs-code");
    return error->text;
}

TEST(PickleDanger, NamesTheFunctionAndItsArguments)
{
    EXPECT_EQ(danger(pickle(call(name("os", "system"), {str("touch x")}))),
              "this file would run os.system('touch x') when Python loads it: it was not opened");
    EXPECT_THAT(danger(pickle(name("subprocess", "Popen") + tuple({list({str("sh"), str("-c")})}) + "\x81")),
                HasSubstr("subprocess.Popen(['sh', '-c'])"));
    EXPECT_THAT(danger(pickle(call(name("builtins", "eval"), {str("f('x')")}))),
                HasSubstr("builtins.eval(\"f('x')\")"));
}

TEST(PickleDanger, IsFoundWhereverItStands)
{
    const auto bad = call(name("posix", "system"), {str("x")});
    EXPECT_NE(danger(pickle(dict({{str("a"), list({num(1), tuple({bad})})}}))), "");
    EXPECT_NE(danger(pickle(bad + "0N")), "") << "called and dropped";
    EXPECT_NE(danger(pickle(name("m", "C") + ")\x81" + bad + "b")), "") << "in a state";
    EXPECT_NE(danger("\x80\2"s + bad), "") << "before the pickle breaks off";
    EXPECT_NE(danger("(S'x'\nios\nsystem\n."), "") << "by an opcode that is refused";
    EXPECT_NE(danger(pickle("\x8c\2os\x8c\6system\x93\x8c\1x\x85R")), "") << "by the newer opcodes";
    EXPECT_THAT(danger(pickle(name("os", "system"))), HasSubstr("have Python load os.system"))
        << "not called at all";
}

TEST(PickleDanger, CoversModulesAndWhatLiesBelowThem)
{
    for (const auto& [module, what] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"os", "system"},
             {"os.path", "join"},
             {"nt", "system"},
             {"sys", "exit"},
             {"subprocess", "run"},
             {"socket", "socket"},
             {"shutil", "rmtree"},
             {"runpy", "run_path"},
             {"pty", "spawn"},
             {"importlib", "import_module"},
             {"importlib.util", "x"},
             {"ctypes", "CDLL"},
             {"webbrowser", "open"},
             {"torch.hub", "load"},
             {"torch", "load"},
             {"torch.storage", "_load_from_bytes"},
             {"operator", "attrgetter"},
             {"_operator", "methodcaller"},
             {"functools", "partial"},
             {"codecs", "decode"},
             {"_codecs", "lookup"},
             {"builtins", "eval"},
             {"__builtin__", "exec"},
             {"builtins", "compile"},
             {"builtins", "open"},
             {"builtins", "getattr"},
             {"builtins", "__import__"},
             {"builtins", "print"},
             {"pickle", "loads"},
             {"torch", "os.system"},
             {"collections", "OrderedDict.fromkeys"},
             {"numpy.testing._private.utils", "runstring"},
             {"torch.fx.graph_module", "reduce_graph_module"},
             {"numpy", "memmap"},
             {"zipfile", "ZipFile"},
         })
        EXPECT_TRUE(isDangerous(module, what)) << module << ' ' << what;
}

TEST(PickleDanger, LeavesAloneWhatHonestFilesName)
{
    for (const auto& [module, what] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"collections", "OrderedDict"},
             {"torch._utils", "_rebuild_tensor_v2"},
             {"torch", "FloatStorage"},
             {"_codecs", "encode"},
             {"codecs", "encode"},
             {"builtins", "set"},
             {"__builtin__", "object"},
             {"builtins", "ValueError"},
             {"numpy.core.multiarray", "_reconstruct"},
             {"numpy", "dtype"},
             {"argparse", "Namespace"},
             {"pathlib", "PosixPath"},
             {"torch.nn.modules.linear", "Linear"},
             {"osmnx", "Graph"},
             {"systems", "Model"},
             {"torch.optim.adam", "Adam"},
             {"numpy", "ndarray"},
             {"shape", "Shape"},
             {"testing", "Model"},
             {"logging", "getLogger"},
             {"uuid", "UUID"},
             {"test", "Model"},
             {"torch.fx.immutable_collections", "immutable_dict"},
         })
        EXPECT_FALSE(isDangerous(module, what)) << module << ' ' << what;
}

} // namespace
} // namespace tscope
