// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QAbstractButton>

#include <memory>

namespace tscope {

class Jobs;

// A button with a picture of a sample, drawn as the views draw it, above what the sample is good for.
class SampleCard : public QAbstractButton
{
    Q_OBJECT

public:
    struct Words {
        QString title, sample;
    };
    SampleCard(const QString& path, const PictureSpec& picture, const Words& words, Jobs& jobs,
               QWidget* parent = nullptr);

    int textHeight(int width) const; // of its own words
    // As high as it is at this width, with room for words as high as this.
    void setHeight(int width, int textHeight);

    const Scene* scene() const { return m_scene.get(); } // null until it is drawn for the first time

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, heightForWidth(120)}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    QRect pictureRect() const;
    QFont titleFont() const;

    QString m_path, m_sample;
    const PictureSpec& m_picture;
    Jobs& m_jobs;
    TensorPtr m_tensor; // null until it has been read
    ReportPtr m_report;
    std::shared_ptr<const Scene> m_scene;
    double m_scale = 1;   // at which it is painted
    int m_textHeight = 0; // of the longest words of those beside it
};

} // namespace tscope
