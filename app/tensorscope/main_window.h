// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/calls.h"
#include "devices/devices.h"
#include "docks.h"
#include "files.h"
#include "jobs/jobs.h"
#include "lessons/lessons.h"
#include "movement/movement_dialog.h"
#include "panels/panel.h"
#include "quiet_docks.h"
#include "selection/selection.h"
#include "timings/timings.h"
#include "workspace/log.h"
#include "workspace/tabs.h"
#include "workspace/workspace.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QMimeData;
class QStackedWidget;

namespace tscope {

class BuildDialog;
class Canvas;
struct Command;
class ComparisonMode;
class ConvertDialog;
class FindBar;
class Leaving;
class Notices;
class Profile;
class RefusedPage;
class RunDialog;
class Reload;
class Saves;
class SceneView;
class Session;
class KeptTimes;
struct SharedView;
struct ViewStep;
class StartPage;

// The window: what is open, the views on the current tensor and the panels around them. Everything meets here and
// in the workspace; no view and no panel knows another one.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // Without a profile nothing is remembered. It has to outlive the window.
    explicit MainWindow(Theme theme, Profile* profile = nullptr, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    Selection& selection() { return m_selection; }
    Jobs& jobs() { return m_jobs; }
    Files& files() { return m_files; }
    Tabs& tabs() { return m_tabs; }
    Calls& calls() { return m_calls; }
    Timings& timings() { return m_timings; }
    Lessons& lessons() { return m_lessons; }
    Devices& devices() { return m_devices; }
    const std::vector<SceneView*>& views() const; // of the active pane
    const Log& log() const { return m_log; }
    const Notices& notices() const { return *m_notices; }

    // What was open when the last window of this profile ended, and then these.
    void restoreAndOpen(const QStringList& paths);
    void closeUnasked(); // what is not saved is kept, as far as it can be
    void keepNow();      // as well, and the window stays
    Theme theme() const { return m_theme; }
    void setTheme(Theme theme);
    bool followsDesktop() const { return m_followsDesktop; }
    void followDesktop(); // with the theme, now and whenever the desktop changes
    int textSize() const { return m_textSize; }
    void setTextSize(int points); // 0: that of the desktop
    // Which panels and views are seen, and how large: "learn", "debug", "compare".
    bool arrange(const QString& arrangement);
    const QString& arrangement() const { return m_docks->arrangement(); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    // Where the focus begins and where Tab takes it (tab_order.cpp).
    void showEvent(QShowEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void makeStatusBar();
    void tellWhatIsDone();
    void bringFocusIntoSight();
    // The menus, each from what it offers to one place in the code (menus.cpp).
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeBuildMenu();
    void makeConvertMenu();
    void makeViewMenu();
    void makeCanvasMenu(QMenu* view);
    void makeHelpMenu();
    void makeToolBar(); // tool_bar.cpp
    QAction* offer(QMenu* menu, const char* id, const QString& text, const QKeySequence& keys,
                   std::function<void()> run);
    QAction* action(const char* id) const;

    // The theme and the text size (appearance.cpp).
    void makeAppearance();
    void wear(Theme theme);
    void keep(Profile& profile);
    void keepTimingChoices(Profile& profile);
    void makeCenter();
    void showStartOrCanvas();
    void showRefused();
    void coverOthersFacts();
    void take(const QMimeData& given);
    void showRecent();
    // The command palette (palette_commands.cpp).
    void showPalette();
    QString whyNotYet() const;
    QString whyDisabled(const QAction& action) const;
    void addMenuCommands(std::vector<Command>& commands);
    void addStepCommands(std::vector<Command>& commands);
    void addOperationCommands(std::vector<Command>& commands);
    void addRepairCommands(std::vector<Command>& commands);
    void showSettings();
    void showBuild(const char* page, const QString& step = {});
    void showStep(const QString& step); // of the views that can be built
    void tell(const QString& text);
    void notice(const QString& file, const QString& text, const QString& reason = {});
    void makeSaves();
    void followSession();
    void followKeptTimes();
    void tellKept();
    void tellEdited(const std::vector<SubjectId>& ids);
    void mark(); // what is edited: title and actions
    void chooseFiles();
    void chooseFolder();
    void save();
    void closeFile();
    void exportPicture();
    void enableExport();
    void exportPictures(); // all of the current tensor
    void split(Qt::Orientation way);
    void compare(); // or leave the comparison
    // sharing.cpp
    void share();
    void shareAsText(const Subject& subject, const SharedView& view);
    void shareAsFile(const Subject& subject, const SharedView& view, const QString& path);
    void showShared(SubjectId id);
    void showAs(SubjectId id, const SharedView& view, const std::optional<Place>& selected);
    void showSharedOf(const QString& path);
    // comparing.cpp
    void compareWithFile();
    void compareWithBefore(); // the edits
    void showBeside(SubjectId id, Subject copy);
    QWidget* listOfTensors() const; // of the workspace
    void transpose();               // view_actions.cpp
    void makeView(SubjectId subject, const ViewStep& step, const QString& words);
    void makeByStep(const Subject& subject, const ViewStep& step, const QString& title);
    void enableTranspose();
    static QString whyNothingOpen(const QAction& action); // for the tip of one that needs a tensor
    void makeContiguous();
    void enableContiguous();
    void makeInOrder(bool isColumnMajor);                   // a copy of the current tensor
    static QString contiguousOutlook(const Tensor& tensor); // what makeContiguous() would do
    void repair();
    void enableRepair();
    // Conversions and operations (call_actions.cpp).
    void makeCallStatus();
    void showConvert(const Layout* layout);
    void showRun(const OpSpec* op = nullptr);
    void convertTo(const Layout& layout);
    void foreseeConversions();
    void enableCalls();
    bool refusesCovered(SubjectId id);
    void timeAll();
    void showTiming();
    void saveTimingReport();
    // Lessons (learning.cpp).
    void makeLearning(QMenu* menu);
    void makeLessonExport(QMenu* menu);
    void makeExercise(); // from the current tensor
    void keepSitting();
    void showLessons();
    void showParts(const QStringList& parts);
    void keepCanvasOfLesson();
    // movement.cpp
    void makeMovement(QMenu* menu);
    void showMovement(SubjectId from, SubjectId to);
    void tellCall(const CallRecord& record);
    void pad(SubjectId id);

    // Jobs take what they need by value and deliver to receivers that are still there: last to go is fine.
    Jobs m_jobs;
    Workspace m_workspace;
    Tabs m_tabs;
    Log m_log;
    Selection m_selection;
    Files m_files;
    Devices m_devices;
    Calls m_calls;
    Timings m_timings;
    Lessons m_lessons;
    Profile* m_profile = nullptr;
    Session* m_session = nullptr;
    KeptTimes* m_keptTimes = nullptr;
    QStackedWidget* m_center = nullptr;
    StartPage* m_start = nullptr;
    RefusedPage* m_refused = nullptr;
    QWidget* m_lessonCard = nullptr;
    Canvas* m_canvas = nullptr;
    Docks* m_docks = nullptr;
    ComparisonMode* m_comparison = nullptr;
    std::unique_ptr<QuietDocks> m_quiet;
    FindBar* m_find = nullptr;
    Notices* m_notices = nullptr;
    Reload* m_reload = nullptr;
    Saves* m_saves = nullptr;
    Leaving* m_leaving = nullptr;
    QString m_unkeptReason; // as it was told last
    QTimer m_markSoon;
    QMenu* m_recent = nullptr;
    QString m_lastFolder; // in which a file was opened or saved last; empty: none was
    QTimer m_busySoon, m_callSoon;
    bool m_isJustSaid = false; // in this turn of the event loop
    QPointer<BuildDialog> m_build;
    QPointer<ConvertDialog> m_convert;
    QPointer<RunDialog> m_run;
    QPointer<MovementDialog> m_movement;
    struct {
        SubjectId current = 0; // that was looked at then
        MovementDialog::Choice choice;
    } m_chosenMovement;
    struct CanvasState {
        std::vector<Tab> tabs;
        std::size_t current = 0;
    };
    std::optional<CanvasState> m_beforeLesson;                     // while a lesson is open
    std::vector<std::pair<QAction*, const Layout*>> m_conversions; // the short ways in the menu
    Theme m_theme;
    bool m_followsDesktop = false;
    int m_textSize = 0; // points
};

} // namespace tscope
