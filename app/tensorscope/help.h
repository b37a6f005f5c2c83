// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace tscope {

void showManual(QMainWindow& window);
void showKeys(QMainWindow& window); // made from what the menus offer
void showAbout(QMainWindow& window);

} // namespace tscope
