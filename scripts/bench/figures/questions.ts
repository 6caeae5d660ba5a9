import { size } from './made-rows.ts'

/** A figure of a question: the mean of its answers, or the net promoter score. */
export interface Measure {
  question: number
  isScore: boolean
}

/** Days since the first day, both included. */
export interface Days {
  from: number
  to: number
}

/** Columns that figures are grouped by, and how many groups each has. */
const groups = { region: size.regions, store: size.stores, category: size.categories, month: size.months } as const
type GroupColumn = keyof typeof groups

/** What a request asks of the rows, for whoever answers it beside the product. */
export interface Question {
  days: Days
  /** The days right before, which the answer is compared with; null where it is compared with nothing. */
  before: Days | null
  /** Index of the only region or store. */
  place: { column: 'region' | 'store'; is: number } | null
  filters: readonly { column: 'channel' | 'segment'; in: readonly number[] }[]
  /** What the figures are grouped by. */
  by: GroupColumn | null
  measures: readonly Measure[]
}

/** A figure: the number of answers where it is known, and the value. */
export interface Value {
  n: number | null
  value: number
}

/** The figures of a request by group (`all` without groups, `before` for the days before), a value for each measure. */
export type Answer = ReadonlyMap<string, readonly (Value | null)[]>

/** The sums behind an answer: of each group and measure the number of answers and the sum of what they score. */
export interface Sums {
  n: Float64Array
  sum: Float64Array
}

/** The answer of sums. */
export function answerOf(question: Question, { n, sum }: Sums): Answer {
  const width = question.measures.length
  return new Map(
    groupNames(question).map((group, at) => [
      group,
      question.measures.map(({ isScore }, measure): Value | null => {
        const count = n[at * width + measure] ?? 0
        return count === 0
          ? null
          : { n: count, value: ((sum[at * width + measure] ?? 0) / count) * (isScore ? 100 : 1) }
      }),
    ]),
  )
}

/** Names of the groups of a question as answers have them: the index within the column, or what the days are. */
export function groupNames(question: Question): string[] {
  if (question.by === null) return question.before ? ['all', 'before'] : ['all']
  return Array.from({ length: groups[question.by] }, (_, at) => String(at))
}

/**
 * The first difference between what the product answered and another answer, in words; null where they agree. The product
 * may leave out groups and numbers of answers, but tells nothing that is not so.
 */
export function differenceOf(product: Answer, other: Answer): string | null {
  if (product.size === 0) return 'it has no figures'
  for (const [group, values] of product)
    for (const [measure, value] of values.entries()) {
      if (value === null) continue
      const beside = other.get(group)?.[measure]
      const where = `figure ${measure} of group ${group}`
      if (!beside) return `${where} is ${value.value}, beside none`
      if (Math.abs(beside.value - value.value) > 1e-6 * Math.max(1, Math.abs(value.value)))
        return `${where} is ${value.value} beside ${beside.value}`
      if (value.n !== null && value.n !== beside.n) return `${where} is of ${value.n} answers beside ${beside.n}`
    }
  return null
}
