// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts/wording.h"
#include "io/open.h"
#include "models/rules_model.h"
#include "support/tool.h"
#include "views/linked_text.h"
#include "widgets/panels/shown_rules.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/spoken.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTreeView>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

// Whatever the window and the command line both say, they say in the same words and numbers, in each language: the
// panels against what the built binary prints.
using namespace tscope;
using namespace tscope::test;

namespace {

struct Input {
    std::string name, file, text; // a file, or a text for standard input
    Tensor tensor;

    ToolRun tscope(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin() + 1, text.empty() ? file : "-");
        arguments.insert(arguments.end(), {"--language", spokenLanguage().toStdString()});
        return runTool(TSCOPE_BINARY, arguments, text);
    }
};

// Lines about the file are not about the tensor.
std::string withoutNotes(const std::string& out)
{
    std::istringstream lines(out);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("note: ") && !line.starts_with("说明："))
            kept += line + "\n";
    return kept;
}

std::vector<Input> inputs()
{
    std::vector<Input> out;
    const auto addFolder = [&](const QString& folder) {
        for (const auto& entry : QDir(folder).entryInfoList(QDir::Files)) {
            const auto path = entry.filePath().toStdString();
            const auto document = openFile(path);
            if (document && document->tensors.size() == 1 && document->tensors[0].name.empty())
                out.push_back({path, path, {}, document->tensors[0].tensor});
        }
    };
    addFolder(QStringLiteral(TSCOPE_SAMPLES));
    addFolder(QStringLiteral(TSCOPE_TEST_DATA "/text/good"));
    for (const auto* name : {"invariants", "strided", "nested"}) {
        std::ifstream file(std::string(TSCOPE_TEST_DATA "/vectors/") + name + ".json");
        const auto cases = nlohmann::json::parse(file);
        for (std::size_t i = 0; i < cases.size(); i += 9) {
            auto tensor = cases[i];
            const std::string id = tensor["id"];
            for (const auto* key : {"id", "note", "expect"})
                tensor.erase(key);
            if (!tensor.contains("layout"))
                tensor["layout"] = name;
            if (const auto document = openText(tensor.dump()))
                out.push_back({id, {}, tensor.dump(), document->tensors.at(0).tensor});
        }
    }
    return out;
}

// What a failed command says, or what it answers.
std::string said(const ToolRun& run)
{
    constexpr std::string_view before = "tscope: ";
    return run.err.starts_with(before) ? run.err.substr(before.size()) : withoutNotes(run.out);
}

std::string joined(const Extents& index)
{
    std::string out;
    for (const auto number : index)
        out += (out.empty() ? "" : ",") + std::to_string(number);
    return out;
}

class Parity : public testing::TestWithParam<const char*>
{
protected:
    void SetUp() override
    {
        if (!m_spoken.isSpoken())
            GTEST_SKIP() << "built without Qt's LinguistTools: English only";
    }

private:
    Spoken m_spoken{GetParam()};
};

std::string shownText(ShownPanel& shown, const char* name)
{
    return shown.child<QPlainTextEdit>(name).toPlainText().toStdString();
}

} // namespace

TEST_P(Parity, CopiedFactsAreWhatInfoPrints)
{
    ShownPanel shown("facts");
    const auto all = inputs();
    EXPECT_GT(all.size(), 80U);
    for (const auto& input : all) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        settle(shown.desk.jobs);
        shown.child<QAction>("copy text").trigger();
        settle(shown.desk.jobs);
        EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), said(input.tscope({"info"})));
        shown.desk.workspace.remove(id);
    }
}

TEST_P(Parity, CopiedStatisticsAreWhatInfoPrints)
{
    ShownPanel shown("facts");
    shown.child<QCheckBox>("statistics").setChecked(true);
    for (const auto& input : inputs()) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        shown.child<QAction>("copy text").trigger();
        settle(shown.desk.jobs);
        EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), said(input.tscope({"info", "--stats"})));
        shown.desk.workspace.remove(id);
    }
}

TEST_P(Parity, CopiedJsonIsWhatInfoPrints)
{
    // Storages are numbered by whoever opens them.
    const auto renumbered = [](const std::string& text) {
        auto json = nlohmann::ordered_json::parse(text);
        std::map<std::uint64_t, std::size_t> numbers;
        for (auto& member : json["tensors"][0]["members"]) {
            member["storage_id"] = numbers.emplace(member["storage_id"], numbers.size()).first->second;
            if (member["data"].size() > shownElements) // only what is copied has it
                member["data"] = nullptr;
        }
        json["warnings"] = nlohmann::ordered_json::array();
        return json.dump();
    };
    ShownPanel shown("facts");
    for (const auto& input : inputs()) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        shown.child<QAction>("copy json").trigger();
        settle(shown.desk.jobs);
        EXPECT_EQ(renumbered(QGuiApplication::clipboard()->text().toStdString()),
                  renumbered(input.tscope({"info", "--json"}).out));
        shown.desk.workspace.remove(id);
    }
}

TEST_P(Parity, ExplanationsAreWhatLocatePrints)
{
    ShownPanel shown("explain");
    for (const auto& input : inputs()) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        const auto rank = info(input.tensor).outline.size.value_or(std::vector<OuterExtent>(2)).size();
        for (const auto number : {0, 1, 900}) {
            const Extents index(rank, number);
            shown.desk.selection.select(id, ElementPlace{index});
            settle(shown.desk.jobs);
            EXPECT_EQ(shownText(shown, "explain text"), said(input.tscope({"locate", "--at", joined(index)})))
                << "at " << joined(index);
        }
        for (const auto& member : input.tensor.members) {
            const std::string role(member.role->name);
            shown.desk.selection.select(id, Slots{member.role->name, 1, 2});
            settle(shown.desk.jobs);
            const auto printed = said(input.tscope({"locate", "--member", role, "--slot", "1"}));
            const auto told = shownText(shown, "explain text");
            // The panel goes on to the path where one element reads the slot, and lists fewer elements.
            if (std::ranges::count(printed, '\n') < 50) {
                EXPECT_TRUE(told.starts_with(printed)) << told << "\n" << printed;
            }
        }
        shown.desk.workspace.remove(id);
    }
}

TEST_P(Parity, RulesAreWhatCheckPrints)
{
    ShownPanel shown("rules");
    for (const auto& input : inputs()) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        const auto printed = withoutNotes(input.tscope({"check"}).out);
        const auto heading = printed.substr(0, printed.find('\n'));
        EXPECT_NE(heading.find(shown.child<QLabel>("verdict").text().toStdString()), std::string::npos)
            << heading << shown.child<QLabel>("verdict").text().toStdString();

        std::string rows;
        for (const auto& rule : dynamic_cast<const RulesModel&>(*shown.child<QTreeView>("rules").model()).rules())
            rows += rule.data().toString().toStdString() + "\n";
        std::istringstream lines(printed);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("  \u25b2 ") && !line.starts_with("  \u25c6 "))
                continue;
            // "▲ rule  statement  2 places"; the panel says how many in the line below.
            const auto behind = std::min(line.find(", follows from"), line.find("，由 "));
            const auto finding = line.substr(2, behind - 2);
            const auto gap = finding.rfind("  ");
            const auto row = rows.find(finding.substr(0, gap) + "\n");
            ASSERT_NE(row, std::string::npos) << finding << "\n" << rows;
            const auto below = rows.find('\n', row) + 1;
            EXPECT_EQ(rows.compare(below, finding.size() - gap - 2, finding, gap + 2), 0) << finding << "\n"
                                                                                          << rows;
        }
        shown.desk.workspace.remove(id);
    }
}

TEST_P(Parity, CausesMisreadingsAndRepairsAreWhatCheckPrints)
{
    ShownPanel shown("rules");
    int explained = 0, mended = 0;
    for (const auto& input : inputs()) {
        SCOPED_TRACE(input.name);
        const auto id = shown.desk.show(input.tensor, "");
        settle(shown.desk.jobs);
        std::string causes, repairs;
        std::istringstream lines(withoutNotes(input.tscope({"check"}).out));
        std::string line;
        std::getline(lines, line); // the heading
        for (bool isAbove = true; std::getline(lines, line);) {
            // Before the first rule stand the causes, and what else the tensor may be.
            constexpr std::string_view others[]{"  \u25b2", "  \u25c6", "  \u2013", "  remark: ", "  备注："};
            isAbove = isAbove && std::ranges::none_of(others, [&](auto other) { return line.starts_with(other); });
            if (line.starts_with("  repair ")) {
                repairs += line.substr(line.find(": ") + 2) + "\n";
            } else if (line.starts_with("  修复 ")) {
                repairs += line.substr(line.find("：") + std::string_view("：").size()) + "\n";
            } else if (isAbove) {
                line[2] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[2])));
                causes += line.substr(2) + "\n";
            }
        }
        unfold(shown);
        auto told = shown.child<LinkedText>("cause").text().toStdString();
        for (std::size_t begin = 0; begin < told.size(); begin = told.find('\n', begin) + 1) {
            told[begin] = static_cast<char>(std::toupper(static_cast<unsigned char>(told[begin])));
            if (told.find('\n', begin) == std::string::npos)
                break;
        }
        EXPECT_EQ(told.empty() ? told : told + "\n", causes);
        std::string offered;
        const auto& list = shown.child<QListWidget>("repairs");
        for (int row = 0; row < list.count(); ++row)
            // What it achieves is a line of its own here, and follows after a gap there.
            if (const auto title = list.item(row)
                                       ->text()
                                       .replace(QStringLiteral("\n\u2713 "), QStringLiteral("  "))
                                       .replace(QStringLiteral("\n\u25b2 "), QStringLiteral("  "))
                                       .toStdString();
                !title.starts_with("read it as ") && !title.starts_with("读作 "))
                offered += title + "\n";
        EXPECT_EQ(offered, repairs);
        explained += causes.empty() ? 0 : 1;
        mended += repairs.empty() ? 0 : 1;
        shown.desk.workspace.remove(id);
    }
    EXPECT_GT(explained, 30);
    EXPECT_GT(mended, 20);
}

INSTANTIATE_TEST_SUITE_P(Languages, Parity, testing::Values("en", "zh_CN"),
                         [](const auto& language) { return std::string(language.param); });
