import { say } from '@gensvar/contract/say'
import type { Node } from 'pdfmake'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import type { ReportChart } from '../report.ts'
import { chartDrawings } from './chart-svg.ts'
import type { Drawing } from './drawing.ts'
import { isFewAt } from './few-answers.ts'
import { notesNode } from './notes-node.ts'
import { colours, seriesColours, sizes } from './style.ts'

/** A chart as vectors: its question, its answer, what its lines mean, the drawing, and notes. */
export function chartNode(chart: ReportChart, drawing: Drawing): Node {
  const { title, subtitle = '', notes = [] } = chart
  const heading: Node[] = [
    { text: drawing.print(title), fontSize: sizes.heading, bold: true },
    ...(subtitle === ''
      ? []
      : [{ text: drawing.print(subtitle), color: colours.quiet, margin: [0, 1, 0, 0] as Node['margin'] }]),
  ]
  const hasValues = chart.series.some(({ values }) => values.some((value) => value !== null))
  if (!hasValues) {
    const empty: Node = {
      text: drawing.say(say`There are no figures to show.`),
      color: colours.quiet,
      margin: [0, 4, 0, 0],
    }
    return { stack: [...heading, ...(notes.length === 0 ? [empty] : notesNode(notes, drawing))] }
  }
  const drawings = chartDrawings(chart, drawing).map((svg): Node => ({ svg, margin: [0, 6, 0, 4] }))
  const legend = legendNode(chart, drawing)
  const below = notesNode([...fewNote(chart, drawing), ...notes], drawing)
  const opening = [...heading, ...(legend ? [legend] : []), ...drawings.slice(0, 1)]
  return drawings.length === 1
    ? { stack: [...opening, ...below], unbreakable: true }
    : { stack: [{ stack: opening, unbreakable: true }, ...drawings.slice(1), ...below] }
}

/** The names of several series, the goal and the reference, each with its line. */
function legendNode(chart: ReportChart, drawing: Drawing): Node | null {
  const number = (value: number): string =>
    `${formatNumber(value, chart.decimals, drawing.locale)}${chart.suffix ? `\u00a0${chart.suffix}` : ''}`
  const { goal = null, reference = null, series } = chart
  const entries = [
    ...(series.length > 1
      ? series.map((one, at) => ({ text: one.title, color: seriesColours[at % 8], dash: 0, line: 3 }))
      : []),
    ...(reference
      ? [{ text: `${reference.title} ${number(reference.value)}`, color: colours.ink, dash: 0, line: 1 }]
      : []),
    ...(goal === null
      ? []
      : [{ text: drawing.say(say`Goal ${number(goal)}`), color: colours.quiet, dash: 3, line: 1 }]),
  ]
  if (entries.length === 0) return null
  const columns = entries.flatMap(({ text, color = colours.ink, dash, line }): Node[] => [
    {
      width: 18,
      margin: [0, 5, 0, 0],
      canvas: [
        {
          type: 'line',
          x1: 0,
          y1: 0,
          x2: 18,
          y2: 0,
          lineWidth: line,
          lineColor: color,
          ...(dash > 0 && { dash: { length: dash } }),
        },
      ],
    },
    { text: drawing.print(text), width: 'auto', fontSize: sizes.small, margin: [-3, 0, 10, 0] },
  ])
  return { columns, columnGap: 8, margin: [0, 5, 0, 0] }
}

function fewNote({ series }: ReportChart, drawing: Drawing): string[] {
  const isAny = series.some((one) => one.values.some((_, at) => isFewAt(one, at)))
  return isAny ? [drawing.say(say`Hollow: of few answers.`)] : []
}
