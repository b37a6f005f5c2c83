// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "io/zip_files.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::bytesOf;
using test::namesOf;
using test::torchZip;
using test::zipOf;
using test::ZipPart;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::size_t mib = 1 << 20;

std::string one(const std::string& key = "0", std::int64_t count = 1)
{
    return test::py::tensor(storage("IntStorage", key, count), 0, {count}, {1});
}

std::string saved(const std::string& object = dict({{str("w"), one()}}))
{
    return torchZip(object, {{"0", bytesOf({7})}});
}

ZipPart config(const std::vector<std::pair<std::string, std::string>>& savedFiles)
{
    std::string text;
    for (const auto& [name, file] : savedFiles)
        text += (text.empty() ? R"({"config": {")" : R"(, ")") + name + R"(": {"path_name": ")" + file +
                R"(", "use_pickle": true})";
    return {.name = "m/data/weights/model_weights_config.json", .bytes = text + "}}"};
}

Result<Document> open(std::vector<ZipPart> parts, bool despiteFaults = false)
{
    parts.insert(parts.begin(), {.name = "m/archive_format", .bytes = "pt2"});
    return readZipFile({.bytes = test::storageOf(zipOf(parts)), .despiteFaults = despiteFaults});
}

Document read(const std::vector<ZipPart>& parts, bool despiteFaults = false)
{
    auto document = open(parts, despiteFaults);
    EXPECT_TRUE(document) << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

TEST(ExportedProgram, ReadsASavedEntryOnce)
{
    const auto document = read({config({{"a", "x"}, {"b", "x"}, {"c", "y"}}),
                                {.name = "m/data/weights/x", .bytes = saved()},
                                {.name = "m/data/weights/y", .bytes = saved()}});
    EXPECT_THAT(namesOf(document), ElementsAre("a.w", "c.w"));
    EXPECT_THAT(document.warnings,
                Contains("\"b\" was left out: its entry \"m/data/weights/x\" was read already, for \"a\""));
    EXPECT_EQ(document.unread, 0);
    EXPECT_EQ(document.leftOut, 2) << "with the graph";
}

TEST(ExportedProgram, ItsFilesShareTheBoundOnTensors)
{
    const auto many = saved(one() + "q\0000("s + joined(Parts(150'000, "h\0"s)) + "t");
    const auto document = read({{.name = "m/data/a/x.pt", .bytes = many, .deflate = true},
                                {.name = "m/data/b/x.pt", .bytes = many, .deflate = true},
                                {.name = "m/data/c/x.pt", .bytes = many, .deflate = true}});
    EXPECT_EQ(document.tensors.size(), 200'000u);
    EXPECT_EQ(document.leftOut, 1 + 100'000 + 1) << "the third file is not read and counts as one";
    EXPECT_THAT(document.warnings, Contains(HasSubstr("only the first 200000 tensors are listed")));
}

TEST(ExportedProgram, ItsFilesShareWhatTheOuterOneMayUnpack)
{
    // Mostly zeros, with some numbers so that each byte makes less than a thousand.
    const auto packed = [](std::size_t bytes, std::size_t more) {
        std::string values(bytes, '\0');
        for (std::uint32_t i = 0, number = 1; i < bytes / 100; i += 64, number = number * 1664525 + 1013904223)
            values[i] = static_cast<char>(number >> 24);
        const auto count = static_cast<std::int64_t>(bytes / sizeof(std::int32_t));
        return zipOf({{.name = "x/data.pkl", .bytes = pickle(one("0", count))},
                      {.name = "x/data/0", .bytes = values, .deflate = true, .packed = test::deflated(values, 1)},
                      {.name = "x/version", .bytes = "3\n"},
                      {.name = "x/more", .bytes = std::string(more, '\0')}});
    };
    const auto file = [](const std::string& folder, const std::string& bytes) {
        return ZipPart{.name = "m/data/" + folder + "/x.pt", .bytes = bytes, .deflate = true};
    };
    const auto half = packed(90 * mib, 0);
    const auto shared = read({file("a", half), file("b", half), file("c", saved(one()))});
    EXPECT_THAT(namesOf(shared), ElementsAre("a", "c"));
    EXPECT_EQ(shared.unread, 1);
    EXPECT_THAT(shared.warnings, Contains(AllOf(HasSubstr("\"m/data/b/x.pt\" was left out"),
                                                HasSubstr("all that is unpacked at once"))));
    // The second layer is no base to count from: 1 MiB of zeros are a thousand bytes of the file.
    const auto whole = read({file("a", packed(170 * mib, mib)), file("b", saved(one()))});
    EXPECT_THAT(namesOf(whole), ElementsAre("b"));
    EXPECT_EQ(whole.unread, 1);
}

TEST(ExportedProgram, ADamagedFileInItHidesNoOthers)
{
    const auto damaged =
        zipOf({{.name = "x/data.pkl", .bytes = "\x80\2garbage"}, {.name = "x/version", .bytes = "3\n"}});
    for (const auto& bad : {damaged, saved().substr(0, 100), std::string()})
        for (const bool despiteFaults : {false, true}) {
            const auto document = read({{.name = "m/data/a/x.pt", .bytes = saved()},
                                        {.name = "m/data/b/x.pt", .bytes = bad},
                                        {.name = "m/data/c/x.pt", .bytes = saved()}},
                                       despiteFaults);
            EXPECT_THAT(namesOf(document), ElementsAre("a.w", "c.w"));
            EXPECT_EQ(document.unread, 1);
            EXPECT_EQ(document.leftOut, 1) << "the graph";
            EXPECT_THAT(document.warnings, Contains(HasSubstr("\"m/data/b/x.pt\" was left out: ")));
        }
}

TEST(ExportedProgram, AFileInItThatWouldRunSomethingRefusesItWhole)
{
    const std::vector<ZipPart> parts{
        {.name = "m/data/a/x.pt", .bytes = saved()},
        {.name = "m/data/b/x.pt", .bytes = saved(list({one(), call(name("os", "system"), {str("x")})}))}};
    const auto document = open(parts);
    ASSERT_FALSE(document);
    EXPECT_THAT(document.error().text, HasSubstr("would run os.system('x')"));
    EXPECT_THAT(namesOf(read(parts, true)), ElementsAre("a.w", "b[0]"));
}

TEST(ExportedProgram, OfAFileThatWasCutShortTheFirstTensorsCanBeHad)
{
    const auto whole = saved();
    const std::vector<ZipPart> parts{{.name = "m/data/a/x.pt", .bytes = whole.substr(0, whole.size() - 30)}};
    EXPECT_THAT(namesOf(read(parts, true)), ElementsAre("a.w"));
    const auto document = read(parts);
    EXPECT_THAT(namesOf(document), IsEmpty());
    EXPECT_EQ(document.unread, 1);
}

TEST(ExportedProgram, NamesOfFilesOutsideAFolderAreTheirOwn)
{
    EXPECT_THAT(namesOf(read({{.name = "extra.pt", .bytes = saved()},
                              {.name = "m/more.pt", .bytes = saved()},
                              {.name = "m/data/sample_inputs/model.pt", .bytes = saved()},
                              {.name = "serialized_state_dict.pt", .bytes = saved()},
                              {.name = "serialized_example_inputs.pt", .bytes = saved()}})),
                ElementsAre("extra.w", "more.w", "sample_inputs.w", "w", "sample_inputs.w (2)"));
}

} // namespace
} // namespace tscope
