import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import type { ReportCell, ReportChart, ReportContent, ReportFacts, ReportSection, ReportTable } from './report.ts'

/** A section as a table, as spreadsheets hold it. */
export function tableOf(section: ReportSection, { locale }: Pick<ReportContent, 'locale'>): ReportTable {
  switch (section.kind) {
    case 'table':
      return section
    case 'facts':
      return factsTable(section)
    case 'chart':
      return chartTable(section, translate(say`Answers`, locale), translate(say`Goal`, locale))
  }
}

/** What a report says of itself, as its last table. */
export function askedTable({ title, asked, locale }: ReportContent): ReportTable {
  return factsTable({
    kind: 'facts',
    title: translate(say`What was asked`, locale),
    facts: [{ name: translate(say`Report`, locale), text: title }, ...asked],
  })
}

function factsTable({ title, facts }: ReportFacts): ReportTable {
  return {
    kind: 'table',
    title,
    columns: [
      { title: '', kind: 'text', width: 28 },
      { title: '', kind: 'text', width: 60 },
    ],
    rows: facts.map(({ name, text }) => [{ text: name }, { text }]),
  }
}

/** A row per category, a column per series and one for its numbers of answers. */
function chartTable(chart: ReportChart, answers: string, goalTitle: string): ReportTable {
  const { decimals, suffix, goal } = chart
  const format = { decimals, ...(suffix !== undefined && { suffix }) }
  const isNamed = chart.series.length > 1
  return {
    kind: 'table',
    title: chart.title,
    columns: [
      { title: '', kind: 'text' },
      ...chart.series.flatMap(({ title, counts }) => [
        { title, kind: 'number' as const, ...format },
        ...(counts
          ? [{ title: isNamed ? `${title}: ${answers}` : answers, kind: 'number' as const, decimals: 0 }]
          : []),
      ]),
      ...(goal == null ? [] : [{ title: goalTitle, kind: 'number' as const, ...format }]),
    ],
    rows: chart.categories.map((category, at) => [
      { text: category },
      ...chart.series.flatMap(({ values, counts }) => [
        numberCell(values[at], decimals),
        ...(counts ? [numberCell(counts[at], 0)] : []),
      ]),
      ...(goal == null ? [] : [numberCell(goal, decimals)]),
    ]),
    notes: [...(chart.subtitle ? [chart.subtitle] : []), ...(chart.notes ?? [])],
  }
}

function numberCell(value: number | null | undefined, decimals: number): ReportCell {
  return value == null ? { text: '' } : { text: value.toFixed(decimals), value }
}
