// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session_reader.h"

#include "io/open.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"
#include "workspace/session.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <functional>
#include <gtest/gtest.h>
#include <memory>

using namespace tscope;
using namespace tscope::test;

namespace {

Result<Document> openedFile(const QString& path)
{
    return openFile(path.toStdString());
}

// The list of a session of two tensors, one of them edited, with something beside them in their file.
QJsonObject writtenList(const QTemporaryDir& folder)
{
    Desk desk;
    Session session(desk.workspace, desk.tabs, desk.jobs, folder.path(), &openedFile, nullptr);
    Origin origin{QStringLiteral("a.npz"), QStringLiteral("/nowhere/a.npz")};
    origin.names = QStringList{QStringLiteral("a"), QStringLiteral("b")};
    origin.others = {{"epoch", "3"}};
    const auto shared = std::make_shared<const Origin>(origin);
    desk.workspace.add(sample("csr"), QStringLiteral("a"), shared, 0);
    const auto id = desk.workspace.add(sample("coo"), QStringLiteral("b"), shared, 1);
    desk.workspace.setCurrent(id);
    const auto element = desk.workspace.find(id)->tensor->member("values").array.at(0);
    EXPECT_TRUE(desk.workspace.edit(id, {{SetElements{"values", 1, {element}}}}, QStringLiteral("edit")));
    settle(desk.jobs);
    session.finish();
    settle(desk.jobs);
    QFile file(folder.filePath(QStringLiteral("session.json")));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(file.readAll()).object();
}

// All lists that have `odd` in one place where `value` has something else.
void putEverywhere(const QJsonValue& value, const QJsonValue& odd, const std::function<void(QJsonValue)>& take)
{
    take(odd);
    const auto array = value.toArray();
    for (qsizetype i = 0; i < array.size(); ++i)
        putEverywhere(array.at(i), odd, [&](const QJsonValue& put) {
            auto other = array;
            other.replace(i, put);
            take(other);
        });
    const auto object = value.toObject();
    for (const auto& key : object.keys())
        putEverywhere(object.value(key), odd, [&](const QJsonValue& put) {
            auto other = object;
            other.insert(key, put);
            take(other);
        });
}

} // namespace

// A list that something else wrote, or a bad disk, may have anything in any place.
TEST(SessionReader, StandsAnyValueInAnyPlace)
{
    const QTemporaryDir folder;
    const auto list = writtenList(folder);
    int lists = 0;
    for (const QJsonValue& odd :
         {QJsonValue(), QJsonValue(true), QJsonValue(-7), QJsonValue(1e300), QJsonValue(QStringLiteral("..")),
          QJsonValue(QJsonArray()), QJsonValue(QJsonArray{7}), QJsonValue(QJsonObject())})
        putEverywhere(list, odd, [&](const QJsonValue& damaged) {
            SCOPED_TRACE(QJsonDocument(QJsonArray{damaged}).toJson(QJsonDocument::Compact).toStdString());
            QFile file(folder.filePath(QStringLiteral("session.json")));
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(QJsonDocument(damaged.toObject()).toJson());
            file.close();
            const auto read = readSession(folder.path(), &openedFile, {});
            EXPECT_LE(read.tensors.size(), 2U);
            ++lists;
        });
    EXPECT_GT(lists, 200);
}
