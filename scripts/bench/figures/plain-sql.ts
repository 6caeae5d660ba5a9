import { answerOf, groupNames } from './questions.ts'
import type { Answer, Days, Question } from './questions.ts'

/** The flat table that both engines answer from: a row per response, a typed column for each thing asked about. */
export const flatColumns = [
  'id',
  'region',
  'store',
  'category',
  'product',
  'month',
  'day',
  'channel',
  'segment',
] as const

/** The hand-written statement of a question, the same on both engines: groups, then counts and sums by measure. */
export function statementOf({ days, before, place, filters, by, measures }: Question): string {
  const within = ({ from, to }: Days): string => `day between ${from} and ${to}`
  const span = before && by === null ? { from: before.from, to: days.to } : days
  const where = [
    within(span),
    ...(place ? [`${place.column} = ${place.is}`] : []),
    ...filters.map(({ column, in: values }) => `${column} in (${values.join(', ')})`),
  ]
  const key = by ?? (before ? `case when day < ${days.from} then 1 else 0 end` : null)
  const figures = measures.flatMap(({ question, isScore }) => {
    const column = `q${question + 1}`
    const scored = isScore ? `case when ${column} >= 9 then 1 when ${column} <= 6 then -1 else 0 end` : column
    return [`count(${column})`, `sum(${isScore ? `case when ${column} is null then 0 else ${scored} end` : column})`]
  })
  const from = `from flat where ${where.join(' and ')}`
  return key === null
    ? `select 0 as key, ${figures.join(', ')} ${from}`
    : `select ${key} as key, ${figures.join(', ')} ${from} group by 1`
}

/** The answer of such a statement's rows. */
export function answerOfRows(question: Question, rows: readonly (readonly unknown[])[]): Answer {
  const names = groupNames(question)
  const width = question.measures.length
  const n = new Float64Array(names.length * width)
  const sum = new Float64Array(names.length * width)
  for (const [key, ...figures] of rows)
    for (let measure = 0; measure < width; measure++) {
      n[Number(key) * width + measure] = Number(figures[2 * measure] ?? 0)
      sum[Number(key) * width + measure] = Number(figures[2 * measure + 1] ?? 0)
    }
  return answerOf(question, { n, sum })
}
