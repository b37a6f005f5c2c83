// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "io/zip_files.h"
#include "support/scratch_folder.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::bytesOf;
using test::namesOf;
using test::torchZip;
using test::valuesOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string item(int value)
{
    return torchZip(test::py::tensor(storage("IntStorage", "0", 1), 0, {1}, {1}), {{"0", bytesOf({value})}});
}

std::string withState(const std::string& type, const std::vector<std::pair<std::string, std::string>>& state)
{
    return name("torch.distributed.checkpoint.metadata", type) + ")\x81" + dict(state) + "b";
}

class Checkpoint : public testing::Test
{
protected:
    // Three items, and the index that has them in the file of this name.
    void SetUp() override
    {
        std::vector<std::pair<std::string, std::string>> places;
        for (const auto* const key : {"a", "b", "c"}) {
            places.emplace_back(withState("MetadataIndex", {{str("fqn"), str(key)}}),
                                withState("_StorageInfo", {{str("relative_path"), str("__0_0.distcp")},
                                                           {str("offset"), num(std::ssize(m_bytes))}}));
            m_begins.push_back(m_bytes.size());
            m_bytes += item(static_cast<int>(m_begins.size()));
        }
        m_folder.write(".metadata", pickle(withState("Metadata", {{str("storage_data"), dict(places)}})));
    }

    Result<Document> open(const std::string& bytes, const std::string& file = "__0_0.distcp",
                          bool despiteFaults = false) const
    {
        return readZipFile(
            {.bytes = test::storageOf(bytes), .path = m_folder.path(file), .despiteFaults = despiteFaults});
    }
    Document read(const std::string& bytes, const std::string& file = "__0_0.distcp",
                  bool despiteFaults = false) const
    {
        auto document = open(bytes, file, despiteFaults);
        EXPECT_TRUE(document) << document.error().text << " at " << document.error().where;
        return document ? std::move(*document) : Document{};
    }

    test::ScratchFolder m_folder;
    std::string m_bytes;
    std::vector<std::size_t> m_begins;
};

TEST_F(Checkpoint, ShowsItsItemsUnderTheirNames)
{
    const auto document = read(m_bytes);
    EXPECT_THAT(namesOf(document), ElementsAre("a", "b", "c"));
    EXPECT_EQ(valuesOf(document.tensors[1].tensor.members[0].array), "2");
    EXPECT_THAT(document.warnings, IsEmpty());
    EXPECT_EQ(document.unread, 0);
    EXPECT_EQ(document.leftOut, 0);
}

TEST_F(Checkpoint, AFileOfAnotherNameHasNumbersForItems)
{
    const auto document = read(m_bytes, "renamed.distcp");
    EXPECT_THAT(namesOf(document), ElementsAre("[0]", "[1]", "[2]"));
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("items are numbered, as .metadata names none of this")));
    EXPECT_EQ(document.unread, 0);
}

TEST_F(Checkpoint, AnItemThatIsCutShortCountsAsUnread)
{
    const auto cut = m_bytes.substr(0, m_bytes.size() - 30);
    const auto named = read(cut);
    EXPECT_THAT(namesOf(named), ElementsAre("a", "b"));
    EXPECT_EQ(named.unread, 1);
    EXPECT_THAT(named.warnings,
                ElementsAre("the last " + std::to_string(cut.size() - m_begins[2]) +
                                " bytes are no whole item of the checkpoint: the file was cut short or is damaged",
                            "\"c\" was left out: .metadata has it at byte " + std::to_string(m_begins[2]) +
                                ", where the file has no whole item"));
    const auto numbered = read(cut, "renamed.distcp");
    EXPECT_THAT(namesOf(numbered), ElementsAre("[0]", "[1]"));
    EXPECT_EQ(numbered.unread, 1);
    // Also after a single whole one, and where what is missing begins between two items.
    const auto first = read(m_bytes.substr(0, m_begins[1] + 50));
    EXPECT_THAT(namesOf(first), ElementsAre("a"));
    EXPECT_EQ(first.unread, 2);
    EXPECT_EQ(read(m_bytes.substr(0, m_begins[2])).unread, 1);
    // The part that exists can be read although the file is refused.
    EXPECT_THAT(namesOf(read(cut, "__0_0.distcp", true)), ElementsAre("a", "b", "c"));
}

TEST_F(Checkpoint, ItemsBeforeADamagedOneCountAsUnread)
{
    auto damaged = m_bytes;
    damaged[m_begins[2] - 20] = '\1'; // in the end record of the second one
    const auto document = read(damaged.substr(0, m_bytes.size()) + item(4));
    EXPECT_THAT(namesOf(document), Contains("c"));
    EXPECT_EQ(document.unread, 2);
    EXPECT_THAT(document.warnings, Contains(HasSubstr("\"b\" was left out: .metadata has it at byte")));
}

TEST_F(Checkpoint, ADamagedItemIsNamedAndCounted)
{
    auto damaged = m_bytes;
    damaged[damaged.find("\x80\2", m_begins[1]) + 2] = '\xff';
    const auto refused = open(damaged);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().where, testing::StartsWith("b"));
    const auto document = read(damaged, "__0_0.distcp", true);
    EXPECT_THAT(namesOf(document), ElementsAre("a", "c"));
    EXPECT_EQ(document.unread, 1);
    EXPECT_THAT(document.warnings, Contains(HasSubstr("\"b\" was left out: ")));
}

TEST_F(Checkpoint, AFileOfOneArchiveIsNone)
{
    for (const auto& rest : {""s, "more"s}) {
        const auto document = read(item(1) + rest);
        EXPECT_THAT(namesOf(document), ElementsAre(""));
        EXPECT_EQ(document.unread, 0);
    }
}

} // namespace
} // namespace tscope
