import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { DocumentDefinition, Node } from 'pdfmake'
import { translate } from '#server/platform/translate.ts'
import { chartNode } from './chart-node.ts'
import { comfortableWidth } from './column-widths.ts'
import type { Drawing } from './drawing.ts'
import { factsNode } from './facts-node.ts'
import { fontFamily } from './fonts.ts'
import type { Fonts } from './fonts.ts'
import { footerNode, headerNode } from './frame.ts'
import { notesNode } from './notes-node.ts'
import type { PdfOrder, PdfSection } from './pdf-order.ts'
import { Printer, missingSign } from './printable.ts'
import { colours, margins, pages, sizes } from './style.ts'
import { tableNode } from './table-node.ts'

/** Space between sections in points. */
const gap = 18

/** What all documents have in common. */
export const emptyDocument: DocumentDefinition = {
  pageSize: 'A4',
  pageOrientation: 'portrait',
  pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
  version: '1.7',
  language: languageTags.en,
  displayTitle: true,
  info: {},
  defaultStyle: { font: fontFamily, fontSize: sizes.text, lineHeight: 1.15, color: colours.ink },
  content: [],
}

/** A report as a document. All its pages lie the same way: across where a table needs the width. */
export function documentOf(order: PdfOrder, fonts: Fonts): DocumentDefinition {
  const { title, subtitle, locale, brand } = order
  const orientation = order.sections.some((section) => isWide(section, fonts)) ? 'landscape' : 'portrait'
  const printer = new Printer(fonts)
  const drawing: Drawing = {
    fonts,
    locale,
    ...pages[orientation],
    print: (text) => printer.text(text),
    say: (words) => translate(words, locale),
  }
  const sections = order.sections.map((section) => sectionNode(section, drawing))
  const asked = factsNode({ title: drawing.say(say`What was asked`), facts: order.asked }, drawing)
  return {
    ...emptyDocument,
    pageOrientation: orientation,
    language: languageTags[locale],
    info: { title, subject: subtitle, author: brand.title, creator: 'Gensvar' },
    header: (page) => headerNode(page, title, brand, drawing),
    footer: (page, count) => footerNode(page, count, brand, drawing),
    content: [
      { text: drawing.print(title), fontSize: sizes.title, bold: true, lineHeight: 1.1 },
      { text: drawing.print(subtitle), color: colours.quiet, fontSize: 10.5, margin: [0, 3, 0, 0] },
      ...[...sections, asked].map((node): Node => ({ stack: [node], margin: [0, gap, 0, 0] })),
      ...(printer.isMissing ? notesNode([drawing.say(missingWords)], drawing) : []),
    ],
  }
}

const missingWords = say`${missingSign} stands for a character that cannot be printed here, such as an emoji.`

function isWide(section: PdfSection, fonts: Fonts): boolean {
  return section.kind === 'table' && comfortableWidth(section, fonts) > pages.portrait.width
}

function sectionNode(section: PdfSection, drawing: Drawing): Node {
  switch (section.kind) {
    case 'table':
      return tableNode(section, drawing)
    case 'chart':
      return chartNode(section, drawing)
    case 'facts':
      return factsNode(section, drawing)
  }
}
