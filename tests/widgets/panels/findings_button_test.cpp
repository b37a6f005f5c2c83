// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/findings_button.h"

#include "facts/findings_report.h"
#include "facts/markdown.h"
#include "widgets/panels/shown_rules.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>

using namespace tscope;
using namespace tscope::test;

namespace {

class FindingsTest : public RulesPanelTest
{
};

} // namespace

TEST_F(FindingsTest, FindingsAreCopiedAndSavedAsTheTerminalWritesThem)
{
    auto& findings = m_shown.child<QToolButton>("findings");
    EXPECT_FALSE(findings.isEnabled()) << "nothing is open";
    m_desk.show(sample("broken_pointer"), "fc/1");
    ASSERT_TRUE(findings.isEnabled());
    const auto action = [&](const char* name) {
        return findings.menu()->findChild<QAction*>(QString::fromLatin1(name));
    };
    const auto expected = findingsText(*m_desk.workspace.currentSubject()->tensor, report(),
                                       m_desk.workspace.contract(), {.name = "fc/1", .mostPlaces = 1000});
    // All but who has checked it when.
    const auto withoutTime = [](const QString& text) {
        static const QRegularExpression line(QStringLiteral("- checked by tensorscope [^\n]* UTC\n"));
        EXPECT_TRUE(text.contains(line)) << text.toStdString();
        return QString(text).remove(line).toStdString();
    };
    action("copy findings")->trigger();
    settle(m_desk.jobs);
    EXPECT_EQ(withoutTime(QGuiApplication::clipboard()->text()), expected);

    const QTemporaryDir folder;
    action("save findings")->trigger();
    auto* dialog = findings.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_EQ(dialog->selectedFiles().size(), 1);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles()[0]).fileName(), QStringLiteral("fc_1-findings.md"));
    const auto path = folder.filePath(QStringLiteral("x.md"));
    Q_EMIT dialog->fileSelected(path);
    dialog->close();
    ASSERT_TRUE(settle(m_desk.jobs));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(withoutTime(QString::fromUtf8(file.readAll())), expected);
    EXPECT_EQ(m_desk.log.entries().back().kind, Log::Kind::done);
}

TEST_F(FindingsTest, OfATensorThatWasReadPartlySayThatTheyAre)
{
    Origin origin{QStringLiteral("cut.mtx")};
    origin.isPart = true;
    origin.partly = QStringLiteral("7 of 60 entries");
    Subject subject{0, QStringLiteral("cut"), std::make_shared<const Origin>(origin), 0,
                    std::make_shared<const Tensor>(sample("coo"))};
    m_desk.workspace.setCurrent(m_desk.workspace.add({std::move(subject)}));
    settle(m_desk.jobs);
    auto& findings = m_shown.child<QToolButton>("findings");
    findings.menu()->findChild<QAction*>(QStringLiteral("copy findings"))->trigger();
    settle(m_desk.jobs);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(
        QStringLiteral("- verdict: partly read: 7 of 60 entries; what was read is valid under pytorch\n")))
        << QGuiApplication::clipboard()->text().toStdString();
    const QTemporaryDir folder;
    findings.menu()->findChild<QAction*>(QStringLiteral("save findings"))->trigger();
    auto* dialog = findings.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const auto path = folder.filePath(QStringLiteral("cut.json"));
    Q_EMIT dialog->fileSelected(path);
    dialog->close();
    ASSERT_TRUE(settle(m_desk.jobs));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto told = QJsonDocument::fromJson(file.readAll()).object();
    EXPECT_FALSE(told[QStringLiteral("valid")].toBool(true));
    EXPECT_EQ(told[QStringLiteral("tensors")][0][QStringLiteral("partly")].toString(), origin.partly);
}

TEST_F(FindingsTest, TheNamesEndingSaysTheFormat)
{
    auto& findings = m_shown.child<QToolButton>("findings");
    m_desk.show(sample("broken_pointer"), "fc");
    const QTemporaryDir folder;
    const auto saved = [&](const char* name, const char* under = nullptr) {
        findings.menu()->findChild<QAction*>(QStringLiteral("save findings"))->trigger();
        auto* dialog = findings.findChild<QFileDialog*>();
        Q_EMIT dialog->fileSelected(folder.filePath(QString::fromLatin1(name)));
        dialog->setParent(nullptr);
        dialog->deleteLater();
        EXPECT_TRUE(settle(m_desk.jobs));
        QFile file(folder.filePath(QString::fromLatin1(under != nullptr ? under : name)));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        return file.readAll();
    };
    const auto asJson = QJsonDocument::fromJson(saved("a.json")).object();
    EXPECT_EQ(asJson[QStringLiteral("contract")].toString(), QStringLiteral("pytorch"));
    EXPECT_FALSE(asJson[QStringLiteral("valid")].toBool(true));
    const auto told = asJson[QStringLiteral("tensors")][0][QStringLiteral("findings")].toArray();
    ASSERT_EQ(told.size(), std::ssize(report().findings));
    EXPECT_EQ(told[0][QStringLiteral("witnesses")].toArray().size(), report().findings[0].count);

    const auto run = QJsonDocument::fromJson(saved("a.SARIF")).object()[QStringLiteral("runs")][0];
    EXPECT_EQ(run[QStringLiteral("results")].toArray().size(), told.size());
    EXPECT_EQ(run[QStringLiteral("results")][0][QStringLiteral("ruleId")].toString().toStdString(),
              report().findings[0].rule);
    EXPECT_EQ(run[QStringLiteral("tool")][QStringLiteral("driver")][QStringLiteral("name")].toString(),
              QStringLiteral("tensorscope"));

    EXPECT_TRUE(saved("b.txt", "b.txt.md").startsWith("# ")) << "another ending";
    EXPECT_FALSE(QFileInfo::exists(folder.filePath(QStringLiteral("b.txt"))));
    saved("b.txt", "b.txt.md");
    EXPECT_EQ(m_desk.log.entries().back().kind, Log::Kind::error) << "which is there already";
}

// An independent reader of Markdown finds the same words, and nothing that could be followed or run.
TEST_F(FindingsTest, NamesInFindingsAreNoMarkup)
{
    const std::string hostile = "<img src=x> [go](http://evil.example) ![i](x.png) # *b* `code` @me";
    m_desk.show(sample("broken_pointer"), hostile.c_str());
    const auto text = findingsText(*m_desk.workspace.currentSubject()->tensor, report(),
                                   m_desk.workspace.contract(), {.name = hostile, .file = hostile});
    QTextDocument document;
    document.setMarkdown(QString::fromStdString(text), QTextDocument::MarkdownDialectGitHub);
    EXPECT_TRUE(document.toPlainText().contains(QString::fromStdString(hostile)))
        << document.toPlainText().toStdString();
    const auto html = document.toHtml();
    EXPECT_FALSE(html.contains(QStringLiteral("<a href"))) << html.toStdString();
    EXPECT_FALSE(html.contains(QStringLiteral("<img")));
    for (const auto* part : {"\\x1b", "[x](http://a.example)", "<b>bold</b>", "www.a.example", "_a_ *b* ~~c~~"}) {
        document.setMarkdown(QString::fromStdString("- " + markdownText(part)),
                             QTextDocument::MarkdownDialectGitHub);
        EXPECT_EQ(document.toPlainText().toStdString(), part);
        EXPECT_FALSE(document.toHtml().contains(QStringLiteral("<a href"))) << part;
    }
}
