// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "build/words.h"
#include "tensor/document.h"
#include "workspace/workspace.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

class Cover;
class Jobs;

// Tensors that could be added to the workspace, and what there is to say of how they were made.
struct Made {
    Document document;
    std::vector<std::string> notes = {};
    std::vector<Lineage> from = {}; // where each tensor came from; empty: from none that is open
};

// One way to make tensors: a form, and what is made of it as it is filled in now.
class BuildPage : public QWidget
{
    Q_OBJECT

public:
    using Maker = std::function<Result<Made>(const Watch&)>;

    // To be run as a job, all it needs in it by value. Fails with what is still missing in the form.
    virtual Result<Maker> maker() const = 0;
    virtual SubjectId sourceId() const { return 0; } // the open tensor that it starts from; 0: none
    virtual QString suggestedName() const = 0;       // of a tensor that brings no name along
    virtual QString source() const = 0;              // the document that the workspace is told
    // What the last maker made.
    virtual void previewed(const Made& /*made*/) {}
    // The place that an error names, shown to the user. False: nothing here is such a place.
    virtual bool goTo(const QString& /*where*/) { return false; }
    // Something that the page offers, by its name: ready to be filled in, for the current tensor.
    virtual void choose(const QString& /*what*/) {}
    // Another tensor is looked at: what a page starts from is that one now.
    virtual void follow(SubjectId /*current*/) {}
    // Puts the focus where one can type at once. No focus proxy: Tab would leave out what stands before that.
    void begin()
    {
        if (m_first != nullptr)
            m_first->setFocus(Qt::OtherFocusReason);
    }

Q_SIGNALS:
    void changed(); // another maker

protected:
    void beginAt(QWidget* field) { m_first = field; } // one of its own

private:
    QWidget* m_first = nullptr;
};

struct BuildContext {
    Workspace& workspace;
    Jobs& jobs;
    const Cover& cover; // nothing is told of a tensor that is covered
};

// Another way to make tensors is one file and one line in buildPages().
struct BuildPageSpec {
    const char* id;
    const char* title; // to be translated in the context "tscope::BuildPageSpec"
    BuildPage* (*make)(const BuildContext&);
};

std::span<const BuildPageSpec> buildPages();

} // namespace tscope
