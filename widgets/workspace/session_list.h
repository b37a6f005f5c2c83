// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/tabs.h"

#include <QJsonObject>
#include <QStringList>

#include <functional>

namespace tscope {

// The list in a session's folder says what was open, and in which files beside it what is kept of changed tensors.
inline constexpr int sessionVersion = 3;

struct SessionList {
    QJsonObject content; // empty where there is none
    bool isWhole = true; // false: not all of it can be understood
};
SessionList listIn(const QString& folder);
bool writeList(const QJsonObject& list, const QString& folder);
bool isReadable(const QJsonObject& list);           // of a version that is understood
QStringList filesOf(const QJsonObject& list);       // of tensors, that it names
QStringList filesOfEntry(const QJsonObject& entry); // of one tensor of it
QStringList keptFilesIn(const QString& folder);     // of tensors, whether a list names them or not
// A name that none of these files has, nor anything in the folder that is none of ours.
QString newFileBeside(const QStringList& files, const QString& folder, const QString& ending);
// Removes the files of tensors that none of these is.
void removeOthers(const QStringList& files, const QString& folder);
// The path of such a file; empty where a list names what lies outside its folder, or no file of ours goes by that
// name.
QString ownPath(const QString& folder, const QString& name);

QJsonObject jsonOf(const Origin& origin);
OriginPtr originFrom(const QJsonObject& entry);

// What the canvas shows; its tensors by their numbers in the list.
QJsonObject jsonOf(const Tabs& tabs, const std::function<int(SubjectId)>& numberOf);
void restore(Tabs& tabs, const QJsonObject& entry, const std::function<SubjectId(int number)>& idOf);

} // namespace tscope
