// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/danger.h"

#include "base/pace.h"
#include "base/say.h"
#include "io/pickle/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

namespace tscope {

namespace {

using Id = PickleTree::Id;

constexpr std::size_t argumentsShown = 300; // bytes

// All of these modules and what lies below them: they start programs, open files and connections, load code or run
// what they are given.
constexpr std::string_view dangerousModules[]{
    // clang-format off
    "os", "posix", "nt", "sys", "subprocess", "_posixsubprocess", "socket", "_socket", "shutil", "runpy", "pty",
    "importlib", "ctypes", "_ctypes", "webbrowser", "operator", "_operator", "code", "codeop", "pdb", "bdb",
    "timeit", "profile", "cProfile", "trace", "pickle", "_pickle", "cPickle", "marshal", "shelve", "dill",
    "cloudpickle", "joblib", "multiprocessing", "asyncio", "threading", "_thread", "signal", "tempfile", "glob",
    "fileinput", "http", "urllib", "urllib2", "requests", "ftplib", "smtplib", "telnetlib", "xmlrpc", "ssl",
    "commands", "popen2", "pkgutil", "imp", "zipimport", "pip", "setuptools", "distutils", "ensurepip", "venv",
    "inspect", "gc", "pydoc", "doctest", "platform", "idlelib", "antigravity", "_aix_support", "_osx_support",
    "_posixshmem", "_winapi", "atexit", "bz2", "cgitb", "compileall", "concurrent", "dbm", "faulthandler",
    "fcntl", "gzip", "imaplib", "lib2to3", "linecache", "lzma", "mailbox", "mmap", "modulefinder", "msvcrt",
    "nntplib", "poplib", "py_compile", "pyclbr", "resource", "rlcompleter", "sched", "select", "selectors",
    "site", "socketserver", "sqlite3", "symtable", "tarfile", "test.support", "tkinter", "unittest", "winreg",
    "wsgiref", "zipapp", "zipfile", "IPython", "_pytest", "aiohttp", "botocore", "boto3", "fabric", "fsspec",
    "httpx", "jinja2", "ipykernel", "nose", "paramiko", "pexpect", "ptyprocess", "psutil", "pytest", "sh",
    "urllib3", "yaml", "ruamel", "pandas.io", "numpy.ctypeslib", "numpy.distutils", "numpy.f2py",
    "numpy.testing", "scipy.weave", "torch._dynamo", "torch._inductor", "torch.fx.experimental", "torch.testing",
    "torch.package", "torch.hub", "torch.ops", "torch.utils.bottleneck",
    "torch.utils.collect_env", "torch.utils.cpp_extension", "torch.utils.model_zoo",
    "torch.utils._config_module", "torch.utils.data.datapipes", "torch.jit.unsupported_tensor_ops",
    "torch.distributed.rpc", "torch.distributed.run", "torch.distributed.launch", "torch.distributed.elastic",
    // clang-format on
};

// The only things of Python itself that make plain values.
constexpr std::array<std::string_view, 24> harmlessBuiltins{
    "set",    "frozenset", "list",     "dict",           "tuple",    "int",        "long",  "float",
    "bool",   "complex",   "str",      "unicode",        "bytes",    "object",     "slice", "range",
    "xrange", "bytearray", "Ellipsis", "NotImplemented", "NoneType", "basestring", "type",  "None",
};

struct Name {
    std::string_view module, name;
    bool operator==(const Name&) const = default;
};

// Of modules that honest files name as well.
constexpr Name dangerousNames[]{
    {"torch", "load"},
    {"torch", "save"},
    {"torch", "compile"},
    {"torch", "from_file"},
    {"torch.serialization", "load"},
    {"torch.serialization", "save"},
    {"torch.storage", "_load_from_bytes"},
    {"torch.jit", "load"},
    {"torch.jit", "save"},
    {"torch.jit._serialization", "load"},
    {"torch.jit._serialization", "save"},
    {"torch._utils", "_import_dotted_name"},
    {"torch.fx.graph_module", "reduce_graph_module"},
    {"torch.fx.graph_module", "reduce_package_graph_module"},
    {"torch.fx.graph_module", "reduce_deploy_graph_module"},
    {"torch.fx.graph_module", "_deserialize_graph_module"},
    {"functools", "partial"},
    {"functools", "partialmethod"},
    {"functools", "reduce"},
    {"io", "open"},
    {"io", "open_code"},
    {"io", "FileIO"},
    {"_io", "open"},
    {"_io", "open_code"},
    {"_io", "FileIO"},
    {"types", "FunctionType"},
    {"types", "CodeType"},
    {"uuid", "_get_command_stdout"},
    {"logging", "FileHandler"},
    {"logging.config", "listen"},
    {"logging.config", "fileConfig"},
    {"logging.config", "dictConfig"},
    {"numpy", "load"},
    {"numpy", "loadtxt"},
    {"numpy", "genfromtxt"},
    {"numpy", "fromfile"},
    {"numpy", "fromregex"},
    {"numpy", "memmap"},
    {"numpy", "save"},
    {"numpy", "savez"},
    {"numpy", "savetxt"},
    {"numpy", "DataSource"},
    {"numpy.core.memmap", "memmap"},
    {"numpy.core.multiarray", "fromfile"},
    {"sympy", "sympify"},
    {"sympy.core.sympify", "sympify"},
    {"pandas", "eval"},
    {"pandas", "read_pickle"},
    {"pandas.core.computation.eval", "eval"},
};

bool liesIn(std::string_view module, std::string_view parent)
{
    return module.starts_with(parent) && (module.size() == parent.size() || module[parent.size()] == '.');
}

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

bool isHarmlessBuiltin(std::string_view name)
{
    return isOneOf(name, harmlessBuiltins) || name.ends_with("Error") || name.ends_with("Exception") ||
           name.ends_with("Warning");
}

} // namespace

bool isDangerous(std::string_view module, std::string_view name)
{
    // A dotted name reaches through one thing into another: "torch" and "os.system".
    if (name.find('.') != std::string_view::npos)
        return true;
    if (module == "builtins" || module == "__builtin__" || module == "__builtins__")
        return !isHarmlessBuiltin(name);
    if (module == "codecs" || module == "_codecs")
        return name != "encode";
    const auto lies = [&](std::string_view parent) { return liesIn(module, parent); };
    return std::ranges::any_of(dangerousModules, lies) ||
           std::ranges::find(dangerousNames, Name{module, name}) != std::end(dangerousNames);
}

std::optional<Error> dangerIn(const PickleTree& tree, const Watch& watch)
{
    std::vector<Id> bad; // in order of their numbers
    constexpr std::uint32_t valuesBetweenLooks = 1 << 14;
    Pace pace(watch, valuesBetweenLooks);
    for (Id value = 0; value < tree.size(); ++value) {
        if (!pace.goesOn(value, tree.size()))
            return openingCancelled();
        if (tree.is(value, PickleKind::global) && isDangerous(tree.module(value), tree.name(value)))
            bad.push_back(value);
    }
    if (bad.empty())
        return std::nullopt;
    const auto error = [&](std::string text, Id value) {
        return Error{ErrorCode::corrupt, std::move(text), tree.where(value), "runs-code"};
    };
    for (Id value = 0; value < tree.size(); ++value)
        if (tree.is(value, PickleKind::call) && std::ranges::binary_search(bad, tree.call(value).function))
            return error(say("this file would run {0} when Python loads it: it was not opened",
                             pickleText(tree, value, argumentsShown)),
                         value);
    return error(say("this file would have Python load {0}, which no file of tensors needs: it was not opened",
                     tree.fullName(bad.front())),
                 bad.front());
}

} // namespace tscope
