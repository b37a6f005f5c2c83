// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor and how it is looked at, as one file or text for somebody else, and what comes back from such a one.
#include "main_window.h"

#include "anatomy/reading.h"
#include "build/words.h"
#include "facts/info.h"
#include "facts/whereabouts.h"
#include "facts/wording.h"
#include "files.h"
#include "io/open.h"
#include "literals/json_tensor.h"
#include "rules/contracts.h"
#include "share_dialog.h"
#include "views/canvas.h"
#include "views/shared_view.h"
#include "workspace/places_in_file.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostOnClipboard = 1 << 20; // bytes of the tensor

// What is shared, by value for a worker: texts of a checkpoint may be large.
Document sharedDocument(const Subject& subject, const SharedView& view)
{
    Document document;
    document.tensors.push_back({subject.name.toStdString(), *subject.tensor});
    document.others = subject.origin->others;
    const auto name = SharedView::textName().toStdString();
    std::erase_if(document.others, [&](const NamedText& text) { return text.name == name; });
    document.others.push_back({name, view.toJson().toStdString()});
    return document;
}

// Whether the tensor has these dims.
bool fits(const DimRoles& roles, const Outline& outline)
{
    const auto rank = outline.size ? static_cast<int>(outline.size->size()) : 0;
    return std::max(roles.row, roles.column) < rank && (roles.row < 0 || roles.row != roles.column) &&
           std::ssize(roles.fixed) == rank;
}

struct FoundView {
    std::optional<SharedView> view;
    std::optional<Place> place; // that is selected in it
};

// Null: none is among them.
const NamedText* viewAmong(const std::vector<NamedText>& texts)
{
    const auto at = std::ranges::find(texts, SharedView::textName().toStdString(), &NamedText::name);
    return at == texts.end() ? nullptr : &*at;
}

} // namespace

void MainWindow::share()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    SharedView view;
    view.contract = qt(m_workspace.contract().name());
    for (const auto* each : m_canvas->views())
        view.pictures.push_back({each->framing(), each->colouring()});
    if (const auto& selected = m_selection.selected(); selected && selected->subject == subject->id)
        view.selected = placeWords(*subject->tensor, selected->place);

    const auto bytes = bytesOf(*subject->tensor);
    auto* dialog = new ShareDialog(subject->title(), bytes && *bytes <= mostOnClipboard, this);
    const auto withNotes = [dialog, view] {
        auto noted = view;
        noted.notes = dialog->notes();
        return noted;
    };
    connect(dialog, &ShareDialog::textWanted, this, [this, dialog, withNotes, shared = *subject] {
        shareAsText(shared, withNotes());
        dialog->accept();
    });
    connect(dialog, &ShareDialog::fileWanted, this, [this, dialog, withNotes, shared = *subject] {
        auto* files = new QFileDialog(dialog, tr("Share this view"), {}, tr("JSON tensor (*.json)"));
        files->setAttribute(Qt::WA_DeleteOnClose);
        files->setAcceptMode(QFileDialog::AcceptSave);
        files->setDefaultSuffix(QStringLiteral("json"));
        files->selectFile(asFileName(shared.title()) + QStringLiteral(".json"));
        connect(files, &QFileDialog::fileSelected, dialog, [this, dialog, withNotes, shared](const QString& path) {
            shareAsFile(shared, withNotes(), path);
            dialog->accept();
        });
        files->open();
    });
    dialog->open();
}

void MainWindow::shareAsText(const Subject& subject, const SharedView& view)
{
    m_jobs.start(
        this, QStringLiteral("share"),
        [subject, view](const Watch&) { return writeJsonTensors(sharedDocument(subject, view)); },
        [this](const Result<std::string>& text) {
            if (!text)
                return notice({}, qt(sentenceOf(text.error())));
            QGuiApplication::clipboard()->setText(qt(*text));
            tell(tr("The view is on the clipboard."));
        });
}

void MainWindow::shareAsFile(const Subject& subject, const SharedView& view, const QString& path)
{
    const auto file = QFileInfo(path).fileName();
    if (!path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        return notice(file, tr("a shared view is a .json file"));
    m_jobs.start(
        this, QStringLiteral("share"),
        [subject, view, path](const Watch& watch) {
            return saveFile(sharedDocument(subject, view), path.toStdString(), {watch.stop});
        },
        [this, path, file](const Result<std::vector<std::string>>& saved) {
            if (!saved)
                return notice(file, qt(sentenceOf(saved.error())));
            for (const auto& loss : *saved)
                notice(file, qt(loss));
            tell(tr("Shared as %1.").arg(path));
        });
}

void MainWindow::showSharedOf(const QString& path)
{
    const auto first = std::ranges::find_if(m_workspace.subjects(), [&](const Subject& subject) {
        return subject.index == 0 && subject.origin->path == path;
    });
    if (first != m_workspace.subjects().end())
        showShared(first->id);
}

// A tensor that was shared is seen as it was then.
void MainWindow::showShared(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr || viewAmong(subject->origin->others) == nullptr)
        return;
    m_jobs.start(
        this, QStringLiteral("show shared"),
        [tensor = subject->tensor, origin = subject->origin](const Watch& watch) {
            FoundView found;
            const auto* text = viewAmong(origin->others);
            found.view = SharedView::fromJson(QByteArray::fromStdString(text->text));
            if (!found.view)
                return found;
            const auto outline = tensor->layout->read(*tensor, {})->outline();
            for (auto& picture : found.view->pictures)
                if (!fits(picture.framing.roles, outline))
                    picture.framing.roles = {};
            if (!found.view->selected.isEmpty())
                if (auto place = placeFrom(*tensor, found.view->selected.toStdString(), watch))
                    found.place = std::move(*place);
            return found;
        },
        [this, id](const FoundView& found) {
            if (found.view && m_workspace.find(id) != nullptr)
                showAs(id, *found.view, found.place);
        });
}

void MainWindow::showAs(SubjectId id, const SharedView& view, const std::optional<Place>& selected)
{
    if (const auto contract = contractNamed(view.contract.toStdString()))
        m_workspace.setContract(**contract);
    m_workspace.setCurrent(id);
    CanvasPane::Framings framings;
    for (const auto& picture : view.pictures)
        framings.push_back(picture.framing);
    m_canvas->frame(id, framings);
    if (!view.pictures.empty())
        m_canvas->views().front()->setColouring(view.pictures.front().colouring);
    if (selected)
        m_selection.select(id, *selected);
    if (!view.notes.isEmpty())
        notice(m_workspace.find(id)->title(), tr("Notes: %1").arg(view.notes));
}

} // namespace tscope
