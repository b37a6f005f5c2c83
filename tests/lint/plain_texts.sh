#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The window shows plain text only, as names in a file may look like markup: the application sees to it for labels
# and tool tips (widgets/style/plain_texts.h). This prints every use of what would show markup in spite of that;
# fails if there is one. The manual, which is built in, may (app/tensorscope/manual_text.cpp), and
# the keys, whose titles are escaped (app/tensorscope/help.cpp).
cd "${1:-.}" || exit 2

formats='setTextFormat|AutoText|RichText|MarkdownText|mightBeRichText|convertFromPlainText'
setters='setHtml|insertHtml|appendHtml|setMarkdown|insertMarkdown|setDefaultStyleSheet|setWhatsThis|WhatsThisRole'
classes='QTextBrowser|QTextEdit|QTextDocument|QTextDocumentFragment|QMessageBox|QErrorMessage|QWhatsThis|QStaticText'
classes="$classes|QGraphicsTextItem|QWebEngineView"

found=$(find widgets app/tensorscope -type f \( -name '*.h' -o -name '*.cpp' \) ! -path widgets/style/plain_texts.cpp \
    ! -path app/tensorscope/help.cpp ! -path 'app/tensorscope/manual_text.*' -exec grep -nwE "$formats|$setters|$classes" {} +)
if [ -n "$found" ]; then
    printf '%s\n' "$found"
    exit 1
fi
