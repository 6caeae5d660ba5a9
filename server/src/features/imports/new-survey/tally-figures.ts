import { npsCuts } from '#server/domain/figures/expressions/aggregates.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { WrittenIndicator } from '../configuration/dashboard-parts.ts'
import { rowReader } from '../load/row-reader.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import type { Table } from '../tables/table.ts'

/** A figure of the first page: an indicator that would be written, or the mean of a question. */
export interface PlannedFigure {
  name: string
  /** The question whose answers it is of; null for the number of responses. */
  variable: string | null
  kind: 'mean' | 'count' | 'nps' | { share: number | string; less?: number | string }
}

/** What the completed answers of a file add up to. */
export interface Tally {
  responses: number
  /** Number of answers by variable and answer. */
  answers: Map<string, Map<number | string, number>>
  /** Number of units of each level of the first view. */
  units: number[]
}

/** Reads the rows once and counts the answers to some questions, as an import would read them. */
export async function tallyAnswers(
  table: Table,
  plan: ImportPlan,
  variables: readonly string[],
  { today, signal }: { today: string; signal?: AbortSignal },
): Promise<Tally> {
  const [view] = plan.views
  const needed = new Set([...variables, ...(view?.levels ?? []), plan.roles.eventDate])
  const columns = plan.columns.filter(({ variable, metadata }) => needed.has(variable) || metadata !== null)
  const reader = rowReader({ ...plan, columns, views: view ? [view] : [] }, { today, state: 0 })
  const answers = new Map(variables.map((variable) => [variable, new Map<number | string, number>()]))
  const units = (view?.levels ?? []).map(() => new Set<string>())
  let responses = 0
  for await (const batch of table.rows({ signal })) {
    for (const row of batch) {
      const { answers: given, places, unfinished, isLeftOut } = reader.read(row)
      const place = places[0] ?? []
      units.forEach((names, depth) =>
        names.add(JSON.stringify(place.slice(0, depth + 1).map((name) => name ?? blankUnit))),
      )
      if (unfinished || isLeftOut) continue
      responses++
      for (const [variable, counts] of answers) {
        const answer = given[variable]
        if (typeof answer === 'number' || typeof answer === 'string') counts.set(answer, (counts.get(answer) ?? 0) + 1)
      }
    }
  }
  return { responses, answers, units: units.map((names) => names.size) }
}

/** The value of a figure and the number of answers behind it. */
export function figureOf(
  { variable, kind }: PlannedFigure,
  tally: Tally,
  columns: readonly PlannedColumn[],
): { value: number | null; n: number } {
  if (kind === 'count' || variable === null) return { value: tally.responses, n: tally.responses }
  const counts = [...(tally.answers.get(variable) ?? [])]
  const n = counts.reduce((sum, [, count]) => sum + count, 0)
  if (n === 0) return { value: null, n }
  const partOf = (isIn: (answer: number | string) => boolean): number =>
    (100 * counts.reduce((sum, [answer, count]) => sum + (isIn(answer) ? count : 0), 0)) / n
  if (kind === 'mean') return { value: counts.reduce((sum, [answer, count]) => sum + Number(answer) * count, 0) / n, n }
  if (kind === 'nps') {
    const scale = columns.find((column) => column.variable === variable)?.plan
    const cut = scale?.type === 'scale' ? npsCuts[`${scale.min}-${scale.max}`] : undefined
    if (!cut) return { value: null, n }
    const value =
      partOf((answer) => Number(answer) >= cut.promoter) - partOf((answer) => Number(answer) <= cut.detractor)
    return { value, n }
  }
  const { share, less } = kind
  const value = partOf((answer) => answer === share) - (less === undefined ? 0 : partOf((answer) => answer === less))
  return { value, n }
}

/** What a written indicator computes. Null for one that is not of a single question. */
export function plannedFigure({ name, expression }: WrittenIndicator): PlannedFigure | null {
  if (expression === 'count()') return { name, variable: null, kind: 'count' }
  const variable = /^\w+\((?:`((?:[^`\\]|\\.)+)`|([^,()]+))/.exec(expression)
  const of = (variable?.[1]?.replaceAll('\\`', '`') ?? variable?.[2] ?? '').trim()
  if (of === '') return null
  if (expression.startsWith('mean(')) return { name, variable: of, kind: 'mean' }
  if (expression.startsWith('nps(')) return { name, variable: of, kind: 'nps' }
  const shares = [...expression.matchAll(/, (\d+|"(?:[^"\\]|\\.)*")\)/g)].map(
    ([, value = '']) => JSON.parse(value) as number | string,
  )
  const [share, less] = shares
  return share === undefined ? null : { name, variable: of, kind: { share, ...(less !== undefined && { less }) } }
}
