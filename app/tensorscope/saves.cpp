// SPDX-License-Identifier: GPL-3.0-or-later
#include "saves.h"

#include "build/words.h"
#include "io/formats.h"
#include "workspace/places_in_file.h"
#include "workspace/question.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>

#include <algorithm>
#include <array>
#include <utility>

namespace tscope {

namespace {

struct FormatWords {
    std::string_view ending;
    const char* name; // to be translated in the context "tscope::Saves"
};
constexpr std::array formatWords{
    FormatWords{".json", QT_TRANSLATE_NOOP("tscope::Saves", "JSON tensor")},
    FormatWords{".txt", QT_TRANSLATE_NOOP("tscope::Saves", "Text literal")},
    FormatWords{".npy", QT_TRANSLATE_NOOP("tscope::Saves", "NumPy array")},
    FormatWords{".npz", QT_TRANSLATE_NOOP("tscope::Saves", "NumPy archive")},
    FormatWords{".pt", QT_TRANSLATE_NOOP("tscope::Saves", "PyTorch file")},
    FormatWords{".mtx.gz", QT_TRANSLATE_NOOP("tscope::Saves", "Matrix Market, compressed")},
    FormatWords{".mtx", QT_TRANSLATE_NOOP("tscope::Saves", "Matrix Market")},
    FormatWords{".safetensors", QT_TRANSLATE_NOOP("tscope::Saves", "safetensors file")},
};

// A filter of the dialog, and the ending that goes with it.
struct Choice {
    QString filter, ending;
};

std::vector<Choice> formatsThatAreWritten()
{
    std::vector<Choice> all;
    for (const auto& format : allFormats()) {
        if (format.write == nullptr || format.endings.empty())
            continue;
        QStringList patterns;
        for (const auto ending : format.endings)
            patterns << QLatin1Char('*') + qt(ending);
        const auto words = std::ranges::find(formatWords, format.endings.front(), &FormatWords::ending);
        const auto name = words == formatWords.end() ? qt(format.endings.front())
                                                     : QCoreApplication::translate("tscope::Saves", words->name);
        all.push_back(
            {QStringLiteral("%1 (%2)").arg(name, patterns.join(QLatin1Char(' '))), qt(format.endings.front())});
    }
    return all;
}

// The ending in which the name is written; empty: none.
QString endingOf(const QString& name)
{
    const auto* format = writtenAs(name.toStdString());
    if (format == nullptr)
        return {};
    for (const auto ending : format->endings)
        if (const auto text = qt(ending); name.endsWith(text, Qt::CaseInsensitive))
            return name.right(text.size());
    return {};
}

// Another format is chosen: the name gets its ending.
void follow(QFileDialog& dialog, const QString& filter)
{
    for (const auto& choice : formatsThatAreWritten()) {
        if (choice.filter != filter)
            continue;
        dialog.setDefaultSuffix(choice.ending.mid(1));
        const auto selected = dialog.selectedFiles().value(0);
        auto name = QFileInfo(selected).fileName();
        if (name.isEmpty() || QFileInfo(selected).isDir())
            return;
        const auto old = endingOf(name);
        if (filter.contains(QLatin1Char('*') + old))
            return;
        name = name.chopped(old.size()) + choice.ending;
        // While it is shown, Qt's own dialog takes a name in its field only.
        if (auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
            field->setText(name);
        else
            dialog.selectFile(name);
    }
}

} // namespace

Saves::Saves(Workspace& workspace, Files& files, QWidget& window)
    : QObject(&window), m_workspace(workspace), m_files(files), m_window(window)
{
}

std::vector<SubjectId> Saves::unsaved() const
{
    std::vector<SubjectId> ids;
    for (const auto& subject : m_workspace.subjects())
        if (!subject.isSaved())
            ids.push_back(subject.id);
    return ids;
}

std::vector<SubjectId> Saves::unsavedBeside(const Subject& subject) const
{
    std::vector<SubjectId> ids;
    const auto& path = subject.origin->path;
    for (const auto& each : m_workspace.subjects())
        if (!each.isSaved() && (each.id == subject.id || (!path.isEmpty() && subject.index >= 0 &&
                                                          each.index >= 0 && each.origin->path == path)))
            ids.push_back(each.id);
    return ids;
}

void Saves::save(const std::vector<SubjectId>& ids, const Then& then)
{
    m_left.insert(m_left.end(), ids.begin(), ids.end());
    m_then.push_back(then);
    if (!m_isBusy)
        next();
}

void Saves::next()
{
    m_isBusy = true;
    while (!m_left.empty()) {
        const auto* subject = m_workspace.find(m_left.front());
        m_left.pop_front();
        if (subject == nullptr || subject->isSaved()) // with others of its file
            continue;
        if (canSaveInPlace(*subject))
            return put({.snapshot = m_files.snapshotOfFile(*subject),
                        .path = subject->origin->path,
                        .isOwnFile = true,
                        .mayLose = false,
                        .mayReplaceChanged = false});
        return askWhere(Files::snapshotOf(*subject), proposalFor(*subject, subject->name));
    }
    end(true);
}

void Saves::end(bool areSaved)
{
    m_left.clear();
    m_isBusy = false;
    for (const auto& then : std::exchange(m_then, {}))
        if (then)
            then(areSaved);
}

void Saves::put(const SaveRequest& request)
{
    m_files.save(request, [this, request](const SaveOutcome& outcome) { ended(request, outcome); });
}

void Saves::ended(SaveRequest request, const SaveOutcome& outcome)
{
    using Kind = SaveOutcome::Kind;
    const auto file = QFileInfo(request.path).fileName();
    const Answer elsewhere{"save as", tr("Save as..."),
                           [this, request] { askWhere(request.snapshot, request.path); }};
    const Answer cancel{"cancel", tr("Cancel"), [this] { end(false); }};
    if (outcome.kind == Kind::saved)
        return next();
    if (outcome.kind == Kind::wouldLose) {
        QStringList lines;
        for (const auto& text : outcome.texts)
            lines << QString::fromStdString(text);
        request.mayLose = request.areLossesTold = true;
        return ask(m_window, tr("Save"),
                   tr("%1 can't keep everything as it is here. Save all the same?").arg(file),
                   lines.join(QLatin1Char('\n')),
                   {{"save", tr("Save"), [this, request] { put(request); }}, elsewhere, cancel});
    }
    if (outcome.kind == Kind::hasChanged) {
        request.mayReplaceChanged = true;
        return ask(m_window, tr("Save"),
                   tr("%1 has changed on disk since it was read. Replace what is there now?").arg(file),
                   tr("File, Reload from the file shows what is there."),
                   {{"save", tr("Replace"), [this, request] { put(request); }}, elsewhere, cancel});
    }
    end(false);
}

void Saves::saveAs(const Subject& subject)
{
    askWhere(Files::snapshotOf(subject), proposalFor(subject, subject.name));
}

void Saves::saveDocumentAs(const Subject& subject)
{
    const auto& origin = *subject.origin;
    askWhere(m_files.snapshotOfDocument(subject),
             origin.isOnDisk() ? origin.path : proposalFor(subject, QFileInfo(origin.title).completeBaseName()));
}

// In the folder of its file and in its format, under its name; of a tensor among others with its own beside it.
QString Saves::proposalFor(const Subject& subject, const QString& name) const
{
    const auto& origin = *subject.origin;
    const auto ending = endingOf(origin.path);
    if (!origin.isOnDisk()) {
        const auto file = asFileName(shownName(name)) + QStringLiteral(".json");
        return m_lastFolder.isEmpty() ? file : QDir(m_lastFolder).filePath(file);
    }
    const QFileInfo file(origin.path);
    auto base = file.fileName().chopped(ending.isEmpty() ? 0 : ending.size());
    if (ending.isEmpty())
        base = file.completeBaseName();
    if (origin.tensors > 1 || subject.index < 0)
        base += QLatin1Char('_') + asFileName(shownName(name));
    return file.dir().filePath(base + (ending.isEmpty() ? QStringLiteral(".json") : ending));
}

void Saves::askWhere(const SnapshotPtr& snapshot, const QString& proposal)
{
    m_isBusy = true;
    auto* dialog = new QFileDialog(&m_window, tr("Save as"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    QString own;
    const auto ending = endingOf(proposal).isEmpty() ? QStringLiteral(".json") : endingOf(proposal).toLower();
    for (const auto& choice : formatsThatAreWritten()) {
        filters << choice.filter;
        const auto patterns = choice.filter.section(QLatin1Char('('), -1).chopped(1).split(QLatin1Char(' '));
        if (patterns.contains(QLatin1Char('*') + ending))
            own = choice.filter;
    }
    dialog->setNameFilters(filters << tr("All files (*)"));
    dialog->selectNameFilter(own);
    dialog->setDefaultSuffix(ending.mid(1));
    const QFileInfo proposed(proposal);
    if (proposed.isAbsolute())
        dialog->setDirectory(proposed.dir());
    dialog->selectFile(proposed.fileName());
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString& filter) { follow(*dialog, filter); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, snapshot](const QString& path) {
        m_lastFolder = QFileInfo(path).absolutePath();
        put({.snapshot = snapshot, .path = QFileInfo(path).absoluteFilePath(), .mayLose = false});
    });
    connect(dialog, &QDialog::rejected, this, [this] { end(false); });
    dialog->open();
}

} // namespace tscope
