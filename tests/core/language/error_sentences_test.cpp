// SPDX-License-Identifier: Apache-2.0
// Errors are sentences of the catalogue: none is glued from pieces that can't be translated, and in Chinese none
// has an English word in it but names.
#include "array/number_list.h"
#include "array/transform.h"
#include "array/views.h"
#include "convert/convert.h"
#include "core/language/error_calls.h"
#include "core/language/source_texts.h"
#include "dispatch/backends.h"
#include "facts/whereabouts.h"
#include "facts/wording.h"
#include "io/open.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "make/faults.h"
#include "make/generators.h"
#include "memory/storage.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "picture/density.h"
#include "proof/prove.h"
#include "rules/contracts.h"
#include "support/spoken_language.h"
#include "tensor/edit.h"
#include "timing/session_json.h"
#include "timing/workload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace tscope::test {

namespace {

using Words = std::set<std::string>;

// Runs of two Latin letters and more, without those of a name such as "crow_indices" or "to_padded(0)".
Words latinWordsOf(std::string_view sentence)
{
    Words out;
    std::string word;
    const auto end = [&] {
        if (word.size() > 1)
            out.insert(word);
        word.clear();
    };
    for (const unsigned char c : sentence)
        if (std::isalnum(c) != 0 || c == '_')
            word += static_cast<char>(c);
        else
            end();
    end();
    std::erase_if(out, [](const std::string& one) {
        return std::ranges::none_of(one, [](unsigned char c) { return std::isalpha(c) != 0; });
    });
    return out;
}

// Small words that no English sentence does without, and no name has.
const Words& englishWords()
{
    static const Words words{"the",  "of",   "is",   "are",    "was",   "were",  "wanted", "found", "not", "has",
                             "have", "with", "that", "which",  "than",  "there", "this",   "its",   "it",  "be",
                             "can",  "at",   "on",   "needs",  "takes", "only",  "an",     "more",  "one", "but",
                             "from", "so",   "does", "should", "what",  "for",   "by",     "in",    "as",  "to"};
    return words;
}

// The holes taken out.
std::string withoutHoles(std::string_view pattern)
{
    return filled(pattern, [](std::string_view) { return std::string(); }).value_or(std::string(pattern));
}

Document opened(std::string_view text)
{
    auto document = openText(text);
    EXPECT_TRUE(document) << document.error().text;
    return std::move(*document);
}

Tensor csr()
{
    return opened(R"({"layout": "csr", "size": [2, 3], "members": {"crow_indices": [0, 1, 2],
        "col_indices": [0, 2], "values": {"dtype": "f32", "data": [1, 2]}}})")
        .tensors.front()
        .tensor;
}

Sound soundCsr()
{
    return *proven(csr(), "a csr tensor");
}

Error openedBytes(std::string_view bytes)
{
    const auto document = openBytes(heapStorage(std::as_bytes(std::span(bytes))));
    return document ? Error{ErrorCode::internal, "opened"} : document.error();
}

template <class Value>
Error errorOf(const Result<Value>& result)
{
    return result ? Error{ErrorCode::internal, "no error"} : result.error();
}

// A wrong call or a broken input, and the names that its sentence quotes.
struct WrongCall {
    const char* folder;
    std::function<Error()> make;
    Words names = {};
};

const std::vector<WrongCall>& wrongCalls()
{
    using namespace std::string_view_literals;
    static const std::vector<WrongCall> calls{
        {"array", [] { return errorOf(parseNumbers("1,x")); }},
        {"array", [] { return errorOf(parseSteps("flop(1)")); }, {"flop"}},
        {"array", [] { return errorOf(parseSteps("select(0)")); }, {"select", "dim", "index"}},
        {"array", [] { return errorOf(parseSteps("permute([1, 0.5])")); }},
        {"array",
         [] {
             return errorOf(select(Geometry::rowMajor({2, 3}), 5, 0));
         }},
        {"array",
         [] {
             return errorOf(select(Geometry::rowMajor({2, 3}), 0, 7));
         },
         {"select"}},
        {"array",
         [] {
             return errorOf(narrow(Geometry::rowMajor({2, 3}), 0, 1, 9));
         },
         {"narrow"}},
        {"dispatch", [] { return errorOf(deviceNamed("")); }, {"cpu", "cuda"}},
        {"dispatch", [] { return errorOf(deviceNamed("tpu")); }, {"tpu"}},
        {"dispatch", [] { return errorOf(deviceNamed("cpu:7")); }, {"cpu"}},
        {"dispatch",
         [] {
             const std::vector<std::string> texts{"dims=one"};
             return errorOf(parseParams(operationNamed("sum")->params, texts));
         },
         {"dims", "dim", "keepdim"}},
        {"ops",
         [] {
             const std::vector<std::string_view> given{"nested", "strided"};
             return errorOf(operationNamed("matmul")->layouts(given));
         },
         {"nested", "linear"}},
        {"ops",
         [] {
             const std::vector<std::string_view> given{"csr"};
             return errorOf(operationNamed("softmax")->layouts(given));
         },
         {"csr", "strided"}},
        {"ops",
         [] {
             const std::vector<Tensor> given{csr(), csr()};
             return errorOf(operationNamed("matmul")->plan(given, {}));
         }},
        {"ops", [] { return errorOf(run(*operationNamed("matmul"), {}, {}, {})); }, {"matmul"}},
        {"convert", [] { return errorOf(convert(soundCsr(), {.layout = layoutNamed("bsr")})); }, {"bsr"}},
        {"convert",
         [] {
             return errorOf(convert(soundCsr(), {.layout = layoutNamed("bsr"), .block = {{2, 2}}}));
         },
         {"2x2"}},
        {"convert",
         [] {
             return errorOf(convert(soundCsr(), {.layout = layoutNamed("coo"), .block = {{2, 2}}}));
         },
         {"bsr", "bsc", "coo"}},
        {"convert",
         [] { return errorOf(convert(soundCsr(), {.layout = layoutNamed("strided"), .denseDims = 1})); },
         {"strided"}},
        {"convert", [] { return errorOf(convert(soundCsr(), {.indexDType = ElementType::f32})); }, {"float32"}},
        {"make",
         [] { return errorOf(makeTensorOf({.kind = "odd"})); },
         {"odd", "random", "dense", "arange", "banded", "stencil5", "blocks", "powerlaw", "ragged"}},
        {"make",
         [] {
             return errorOf(makeTensorOf({.size = {3, 3}, .density = 7.0}));
         }},
        {"make",
         [] {
             return errorOf(makeTensorOf({.layout = "bsr", .size = {3, 3}}));
         }},
        {"make", [] { return errorOf(makeTensorOf({.nnz = 100000})); }, {"nnz"}},
        {"make",
         [] {
             return errorOf(makeTensorOf({.kind = "stencil5", .size = {4, 6}}));
         },
         {"stencil5"}},
        {"make", [] { return errorOf(plant(csr(), "9.9")); }, {"csr"}},
        {"literals", [] { return errorOf(readTextLiteral("")); }},
        {"literals", [] { return errorOf(readTextLiteral("tensor([1, 2")); }},
        {"literals",
         [] { return errorOf(readTextLiteral("[[1, 2], [3]]")); },
         {"nested", "jagged", "nested_tensor", "layout", "torch"}},
        {"literals", [] { return errorOf(readTextLiteral("[1, 2 + 3]")); }},
        {"literals", [] { return errorOf(readTextLiteral("tensor([1.5], dtype=torch.int32)")); }, {"int32"}},
        {"literals",
         [] { return errorOf(readJsonTensors(R"({"layout": "csr"})")); },
         {"csr", "crow_indices", "col_indices", "values", "indptr", "indices", "data"}},
        {"literals",
         [] { return errorOf(readJsonTensors(R"({"layout": "odd", "members": {}})")); },
         {"odd", "strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged", "ell"}},
        {"literals", [] { return errorOf(readJsonTensors("{a: 1}")); }, {"JSON"}},
        {"literals", [] { return errorOf(readJsonTensors("{\"a\": ")); }, {"JSON"}},
        {"literals", [] { return errorOf(readJsonTensors("[1]")); }, {"JSON", "layout", "members"}},
        {"io", [] { return errorOf(openFile("/nowhere/a.npy")); }, {"nowhere", "npy"}},
        {"io", [] { return errorOf(openFile("/")); }},
        {"io", [] { return openedBytes(""); }},
        {"io", [] { return openedBytes("\x93NUMPY\1\0v\0{'descr': '<f4'"sv); }},
        {"io", [] { return openedBytes("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n"); }},
        {"io",
         [] { return openedBytes("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 0x5\n"); },
         {"0x5"}},
        {"io",
         [] { return openedBytes("%%MatrixMarket matrix heap real general\n"); },
         {"coordinate", "array", "heap"}},
        {"io", [] { return openedBytes("\x1f\x8b\x08\0\0\0\0\0\0\3"sv); }, {"gzip"}},
        {"io", [] { return openedBytes("PK\3\4"); }, {"zip"}},
        {"io",
         [] { return openedBytes("version https://git-lfs.github.com/spec/v1\nsize 12\n"); },
         {"git", "lfs", "pull"}},
        {"io", [] { return openedBytes("<!doctype html><title>Log in</title>"); }, {"Log", "in"}},
        {"memory", [] { return errorOf(mapFile("/nowhere/a")); }, {"nowhere"}},
        {"element", [] { return errorOf(parseElement("a", ElementType::i32)); }, {"int32"}},
        {"element", [] { return errorOf(parseElement("300", ElementType::u8)); }, {"uint8"}},
        {"tensor",
         [] {
             const std::vector<Edit> edits{SetElements{"odd", 0, {}}};
             return errorOf(applied(csr(), edits));
         },
         {"odd", "csr"}},
        {"layouts",
         [] {
             return errorOf(csr().layout->locate(csr(), {9, 9}));
         }},
        {"layouts", [] { return errorOf(csr().layout->readersOf(csr(), "odd", 0, 1)); }, {"odd", "csr"}},
        {"facts", [] { return errorOf(placeFrom(csr(), "values[99]")); }, {"values"}},
        {"facts", [] { return errorOf(placeFrom(csr(), "(1, 99)")); }},
        {"facts",
         [] { return errorOf(memberNamed(csr(), "odd")); },
         {"odd", "csr", "crow_indices", "col_indices", "compressed", "plain", "values"}},
        {"picture", [] { return errorOf(binningOf(csr(), {.rowDim = 7})); }},
        {"picture", [] { return errorOf(binningOf(csr(), {.rowDim = 1, .columnDim = 1})); }},
        {"rules",
         [] { return errorOf(contractNamed("odd")); },
         {"odd", "pytorch", "documented", "csr", "draft", "scipy", "cusparse"}},
        {"timing", [] { return errorOf(timing::workloadNamed("spmm:x")); }},
        {"timing", [] { return errorOf(timing::readSession("[]")); }, {"JSON"}},
        {"timing", [] { return errorOf(timing::readSession(R"({"tensorscope_timing": 999})")); }},
    };
    return calls;
}

} // namespace

TEST(ErrorSentences, NoneIsGluedOfPieces)
{
    std::size_t said = 0;
    for (const auto& [path, text] : sourceFiles()) {
        if (path.find("/core/") == std::string::npos)
            continue;
        for (const auto& literal : unsaidLiteralsOf(text))
            ADD_FAILURE() << path << ':'
                          << 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(literal.at),
                                            '\n')
                          << ": " << literal.call << " has \"" << literal.text << "\" outside of say()";
        for (auto at = text.find("(say("); at != std::string::npos; at = text.find("(say(", at + 1))
            ++said;
    }
    EXPECT_GT(said, 500U) << "the sources are read";
}

TEST(ErrorSentences, APieceIsFoundWhereverItStands)
{
    const auto pieces = [](const std::string& code) {
        std::vector<std::string> out;
        for (const auto& literal : unsaidLiteralsOf(code))
            out.push_back(literal.text);
        return out;
    };
    using testing::ElementsAre;
    using testing::IsEmpty;
    EXPECT_THAT(pieces(R"(return corrupt("wanted a " + what);)"), ElementsAre("wanted a "));
    EXPECT_THAT(pieces(R"(return corrupt(what + (one ? " row" : " rows"), "line 3");)"),
                ElementsAre(" row", " rows"));
    EXPECT_THAT(pieces(R"(return Error{ErrorCode::overflow, text(size) + " is too large", {}, "short"};)"),
                ElementsAre(" is too large"));
    EXPECT_THAT(pieces(R"(return {ErrorCode::cancelled, "was stopped"};)"), ElementsAre("was stopped"));
    EXPECT_THAT(pieces(R"(return unsupported(say("{0} of {1}", a, "b" + text("csr")), "byte 0");)"), IsEmpty());
    EXPECT_THAT(pieces(R"(return corrupt(isRow ? say("a row") : say("a column"), "line " + n);)"), IsEmpty());
    EXPECT_THAT(pieces(R"(if (name == "coo") return unsupported(why); // corrupt("no"))"), IsEmpty());
    EXPECT_THAT(pieces(R"(return Error{ErrorCode::unsupported, say("no {0}", it), {}, "not built in"};)"),
                IsEmpty());
}

TEST(ErrorSentences, NoTranslationHasEnglishWords)
{
    for (const auto& [english, chinese] : entriesOf(catalogueOf("zh_CN")))
        for (const auto& word : latinWordsOf(withoutHoles(chinese)))
            EXPECT_TRUE(!englishWords().contains(word) || english.find("--" + word) != std::string::npos)
                << english << "\n"
                << chinese;
}

TEST(ErrorSentences, InChineseOnlyNamesAreLatin)
{
    std::map<std::string, int> folders;
    for (std::size_t i = 0; i < wrongCalls().size(); ++i) {
        const auto& call = wrongCalls()[i];
        const auto english = call.make().text;
        const SpokenLanguage chinese("zh_CN");
        const auto sentence = call.make().text;
        EXPECT_NE(sentence, english) << call.folder << ' ' << i;
        for (const auto& word : latinWordsOf(sentence))
            EXPECT_TRUE(call.names.contains(word))
                << call.folder << ' ' << i << ": \"" << word << "\" in " << sentence << "\n"
                << english;
        ++folders[call.folder];
    }
    EXPECT_GE(folders.size(), 15U);
}

TEST(ErrorSentences, APlaceIsSaidBehindThem)
{
    const auto said = [](const char* where) { return sentenceOf(Error{ErrorCode::corrupt, "x", where}); };
    for (const auto* where : {"line 3, column 7", "line 3", "byte 9", "members.values", "line x", "a, b"})
        EXPECT_EQ(said(where), "x (" + std::string(where) + ")");
    const SpokenLanguage chinese("zh_CN");
    EXPECT_EQ(said("line 3, column 7"), "x（第 3 行第 7 列）");
    EXPECT_EQ(said("byte 9"), "x（第 9 字节）");
    EXPECT_EQ(said("members.values"), "x（members.values）");
}

} // namespace tscope::test
