import type { Node } from 'pdfmake'
import type { ReportFacts } from '../report.ts'
import type { Drawing } from './drawing.ts'
import { colours, sizes, tableLayout } from './style.ts'

/** Longer texts have the whole width of the page, below their name. */
const longText = 120
/** Paragraphs up to this length are kept on one page with their name. */
const shortText = 1000
/** Share of the width that names have beside their texts. */
const nameShare = 0.3

/** Names and values: beside each other, or where a text is long, below each other. */
export function factsNode({ title, facts }: Omit<ReportFacts, 'kind'>, drawing: Drawing): Node {
  const isLong = facts.some(({ name, text }) => name === '' || text.length > longText || text.includes('\n'))
  const heading: Node[] =
    title === '' ? [] : [{ text: drawing.print(title), fontSize: sizes.heading, bold: true, margin: [0, 0, 0, 4] }]
  if (facts.length === 0) return { stack: heading }
  return isLong ? stacked(facts, heading, drawing) : beside(facts, heading, drawing)
}

function stacked(facts: ReportFacts['facts'], heading: Node[], drawing: Drawing): Node {
  const [first = [], ...others] = facts.map(({ name, text }): Node[] => [
    ...(name === '' ? [] : [nameNode(drawing.print(name))]),
    ...paragraphs(drawing.print(text)),
  ])
  // The heading stays with the beginning of the first text, and a name with the beginning of its own.
  const opening: Node[] = [...heading, ...first.slice(0, 2)]
  const isShort = opening.every((node) => typeof node.text !== 'string' || node.text.length < shortText)
  return { stack: [{ stack: opening, unbreakable: isShort }, ...first.slice(2), ...others.flat()] }
}

function nameNode(text: string): Node {
  return { text, color: colours.quiet, fontSize: sizes.small, margin: [0, 4, 0, 2] }
}

/** Paragraphs as nodes of their own, which break across pages by lines. */
function paragraphs(text: string): Node[] {
  return text.split('\n').map((line) => ({ text: line === '' ? ' ' : line, margin: [0, 0, 0, 2] }))
}

function beside(facts: ReportFacts['facts'], heading: Node[], drawing: Drawing): Node {
  const nameWidth = Math.round(drawing.width * nameShare)
  const rows = facts.map(({ name, text }): Node[] => [
    { text: drawing.print(name), color: colours.quiet },
    { text: drawing.print(text) },
  ])
  const titleRows = heading.map((node): Node[] => [{ ...node, margin: [0, 0, 0, 1], colSpan: 2 }, { text: '' }])
  return {
    table: {
      headerRows: titleRows.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [nameWidth, '*'],
      body: [...titleRows, ...rows],
    },
    layout: tableLayout(titleRows.length, false),
  }
}
