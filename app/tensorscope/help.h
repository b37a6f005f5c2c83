// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;
class QWidget;

namespace tscope {

class Jobs;

// At the section of a title, where the manual has one.
void showManual(QMainWindow& window, Jobs& jobs, const QString& section = {});
// The panel or view that a widget belongs to, by its title; empty outside them.
QString topicOf(const QWidget* widget);
void showKeys(QMainWindow& window); // made from what the menus offer
void showAbout(QMainWindow& window);

} // namespace tscope
