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

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostOnClipboard = 1 << 20; // bytes of the tensor

Document sharedDocument(const Subject& subject, const SharedView& view)
{
    auto others = subject.origin->others;
    const auto name = SharedView::textName().toStdString();
    std::erase_if(others, [&](const NamedText& text) { return text.name == name; });
    others.push_back({name, view.toJson().toStdString()});
    Document document;
    document.tensors.push_back({subject.name.toStdString(), *subject.tensor});
    document.others = std::move(others);
    return document;
}

// Whether the tensor has these dims.
bool fits(const DimRoles& roles, const Outline& outline)
{
    const auto rank = outline.size ? static_cast<int>(outline.size->size()) : 0;
    return std::max(roles.row, roles.column) < rank && (roles.row < 0 || roles.row != roles.column) &&
           std::ssize(roles.fixed) == rank;
}

std::optional<SharedView> viewAmong(const std::vector<NamedText>& texts)
{
    const auto at = std::ranges::find(texts, SharedView::textName().toStdString(), &NamedText::name);
    return at == texts.end() ? std::nullopt : SharedView::fromJson(QByteArray::fromStdString(at->text));
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
    auto document = [this, dialog, view, id = subject->id]() mutable -> std::optional<Document> {
        const auto* shared = m_workspace.find(id);
        if (shared == nullptr)
            return std::nullopt;
        view.notes = dialog->notes();
        return sharedDocument(*shared, view);
    };
    connect(dialog, &ShareDialog::textWanted, this, [this, dialog, document]() mutable {
        if (const auto made = document())
            shareAsText(*made);
        dialog->accept();
    });
    connect(dialog, &ShareDialog::fileWanted, this, [this, dialog, document, name = subject->name]() mutable {
        const auto path = QFileDialog::getSaveFileName(dialog, tr("Share this view"),
                                                       name + QStringLiteral(".json"), tr("JSON tensor (*.json)"));
        if (path.isEmpty())
            return;
        if (const auto made = document())
            shareAsFile(*made, path);
        dialog->accept();
    });
    dialog->open();
}

void MainWindow::shareAsText(const Document& document)
{
    m_jobs.start(
        this, QStringLiteral("share"), [document](const Watch&) { return writeJsonTensors(document); },
        [this](const Result<std::string>& text) {
            if (!text)
                return notice({}, qt(sentenceOf(text.error())));
            QGuiApplication::clipboard()->setText(qt(*text));
            tell(tr("The view is on the clipboard."));
        });
}

void MainWindow::shareAsFile(const Document& document, const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("share"),
        [document, path](const Watch& watch) { return saveFile(document, path.toStdString(), {watch.stop}); },
        [this, path](const Result<std::vector<std::string>>& saved) {
            if (!saved)
                return notice(QFileInfo(path).fileName(), qt(sentenceOf(saved.error())));
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

// The tensor is seen as it was by who shared it, if it was shared.
void MainWindow::showShared(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    auto view = subject != nullptr ? viewAmong(subject->origin->others) : std::nullopt;
    if (!view)
        return;
    if (const auto contract = contractNamed(view->contract.toStdString()))
        m_workspace.setContract(**contract);
    if (!view->notes.isEmpty())
        notice(subject->title(), tr("Notes: %1").arg(view->notes));
    struct Found {
        bool areDims = false;
        std::optional<Place> place;
    };
    m_jobs.start(
        this, QStringLiteral("show shared"),
        [tensor = subject->tensor, view = *view](const Watch& watch) {
            const auto reading = tensor->layout->read(*tensor, {});
            Found found;
            found.areDims = view.pictures.empty() || fits(view.pictures.front().framing.roles, reading->outline());
            if (!view.selected.isEmpty())
                if (auto place = placeFrom(*tensor, view.selected.toStdString(), watch))
                    found.place = std::move(*place);
            return found;
        },
        [this, id, view = *view](const Found& found) {
            if (m_workspace.find(id) == nullptr)
                return;
            m_workspace.setCurrent(id);
            CanvasPane::Framings framings;
            for (const auto& picture : view.pictures) {
                framings.push_back(picture.framing);
                if (!found.areDims)
                    framings.back().roles = {};
            }
            m_canvas->frame(id, framings);
            if (!view.pictures.empty())
                m_canvas->views().front()->setColouring(view.pictures.front().colouring);
            if (found.place)
                m_selection.select(id, *found.place);
        });
}

} // namespace tscope
