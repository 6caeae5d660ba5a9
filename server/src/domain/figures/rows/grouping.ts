import { fromDayNumber, isoDateOf, toDayNumber } from '@gensvar/contract/dates'
import { periodName, periodSpan } from '@gensvar/contract/periods'
import type { PeriodKind } from '@gensvar/contract/periods'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import type { AnswerSource } from '#server/domain/conditions/answer-source.ts'
import { levelOf, movedLeaves } from '#server/domain/conditions/leaves-as-of.ts'
import type { MovedLeaves } from '#server/domain/conditions/leaves-as-of.ts'
import { answeredColumn, chosenValues, questionColumn } from '../store/answer-columns.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import type { RowDemand } from './row-demand.ts'
import { unitColumn } from '../store/tables.ts'

/**
 * What a result has a row for: everything, or each unit of a level, answer to a question, or period. `starts` are the
 * first days of custom periods in a year, `mm-dd`.
 */
export type GroupBy =
  | 'none'
  | { level: { view: string; depth: number } }
  | { question: string }
  | { period: 'days' | 'weeks' | 'months' | 'quarters' | 'years' | { starts: readonly string[] } }

/**
 * What a row of a result is about. `id`: the unit's id, the choice's code, the number or the period's index; null for
 * "not stated". `name`: ext name of the unit or choice (`-` for not stated), the number, or the period's name.
 * `from` and `to`: the days of a period, `to` not included.
 */
export interface RowKey {
  id: number | null
  name: string
  from?: string
  to?: string
}

/**
 * How to find a row's group: by a column's value, always the same, by how many ascending bounds a value reaches, or by a
 * column's value except where a lowest unit has moved.
 */
export type GroupKey =
  | { kind: 'column'; column: string }
  | { kind: 'same'; id: number | null }
  | { kind: 'steps'; column: string; bounds: readonly number[] }
  /** As by the column, but rows whose `leaf` is one of a group's leaves are in that group. */
  | { kind: 'moved'; column: string; leaf: string; groups: readonly MovedLeaves[] }

/** How rows are grouped, and what a group's id means. */
export interface Grouping {
  /** Each part has some of the groups. A row can be in several parts (multiple choice). */
  parts: readonly { key: GroupKey; where: RowDemand | null }[]
  /** One row for everything, present even without any response. */
  isWhole: boolean
  describe(id: number | null): RowKey
  /** Puts ids (NaN for null) in the order in which to show the rows. */
  sort(ids: Float64Array): void
}

/** Key of the one row for everything. */
const wholeKey: RowKey = { id: null, name: 'all' }

/** First and last day there are responses of, as day numbers; null without responses. */
export type DayRange = { first: number; last: number } | null

/**
 * The grouping of a request. Units are those of the day `asOf` (ISO), or as they were for null. `range` is called only for
 * custom periods. Throws `validation`.
 */
export async function resolveGrouping(
  by: GroupBy,
  source: AnswerSource<unknown>,
  asOf: string | null,
  range: () => Promise<DayRange>,
): Promise<Grouping> {
  if (by === 'none') return { ...single({ kind: 'same', id: 0 }, () => wholeKey), isWhole: true }
  if ('level' in by) return byLevel(by.level, source, asOf)
  if ('question' in by) return byQuestion(questionOf(source, by.question), source, asOf)
  if (typeof by.period === 'object') return byOwnPeriods(by.period.starts, await range())
  const { column, kind } = periods[by.period]
  return single({ kind: 'column', column }, (id) => {
    const index = id ?? 0
    return { id, name: periodName(kind, index), ...periodSpan(kind, index) }
  })
}

const periods: Readonly<
  Record<'days' | 'weeks' | 'months' | 'quarters' | 'years', { column: string; kind: PeriodKind }>
> = {
  days: { column: 'day', kind: 'day' },
  weeks: { column: 'week', kind: 'week' },
  months: { column: 'month', kind: 'month' },
  quarters: { column: 'quarter', kind: 'quarter' },
  years: { column: 'year', kind: 'year' },
}

function single(key: GroupKey, describe: Grouping['describe']): Grouping {
  return { parts: [{ key, where: null }], isWhole: false, describe, sort: (ids) => void ids.sort() }
}

function byLevel(level: { view: string; depth: number }, source: AnswerSource<unknown>, asOf: string | null): Grouping {
  const view = source.survey.views.find((candidate) => candidate.extName === level.view)
  if (!view || level.depth < 1 || level.depth > view.levels.length)
    throw new AppError('validation', say`The view "${level.view}" has no level ${level.depth}.`, {
      level: say`unknown level`,
    })
  const tree = asOf === null ? source.tree : unitsAsOf(source.tree, asOf)
  const groups = tree === source.tree ? [] : movedLeaves(source.tree, tree, view, level.depth)
  const column = unitColumn(view.id, level.depth)
  const key: GroupKey =
    groups.length === 0
      ? { kind: 'column', column }
      : { kind: 'moved', column, leaf: unitColumn(view.id, view.levels.length), groups }
  return single(key, (id) => {
    const unit = id === null ? undefined : source.tree.unit(id)
    return { id: unit?.id ?? null, name: unit?.extName ?? blankUnit }
  })
}

function byQuestion(question: Question, source: AnswerSource<unknown>, asOf: string | null): Grouping {
  const blank: RowKey = { id: null, name: blankUnit }
  const answers: GroupKey = { kind: 'column', column: questionColumn(question) }
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const order = new Map(question.choices.map((choice, index) => [choice.code, index]))
      const place = (id: number): number => order.get(id) ?? order.size
      return {
        parts:
          question.type === 'single'
            ? [{ key: levelKey(question, source, asOf) ?? answers, where: null }]
            : chosenParts(question),
        isWhole: false,
        describe: (id) => {
          const choice = id === null ? undefined : question.choiceByCode.get(id)
          return choice ? { id: choice.code, name: choice.extName } : blank
        },
        sort: (ids) => void ids.sort((a, b) => place(a) - place(b)),
      }
    }
    case 'scale':
    case 'numeric':
      return single(answers, (id) => (id === null ? blank : { id, name: String(id) }))
    case 'date':
      return single(answers, (id) => (id === null ? blank : { id, name: fromDayNumber(id) }))
    case 'text': {
      const words = say`"${question.variable}" is an open answer; its answers cannot be counted one by one.`
      throw new AppError('validation', words, { by: words })
    }
  }
}

/** The answers to a level, where units that moved have the names that they have on a day; null where none has another. */
function levelKey(
  question: Question,
  { survey, tree: was }: AnswerSource<unknown>,
  asOf: string | null,
): GroupKey | null {
  const level = asOf === null ? null : levelOf(survey, question.variable)
  if (asOf === null || !level) return null
  const { view, depth } = level
  const tree = unitsAsOf(was, asOf)
  const groups = movedLeaves(was, tree, view, depth).flatMap(({ id, leaves }) => {
    const name = tree.unit(id)?.extName ?? ''
    const choice = question.choiceByName.get(name)
    const renamed = leaves.filter((leaf) => was.unit(was.lineage(leaf)[depth - 1] ?? 0)?.extName !== name)
    return choice && renamed.length > 0 ? [{ id: choice.code, leaves: renamed }] : []
  })
  if (groups.length === 0) return null
  return { kind: 'moved', column: questionColumn(question), leaf: unitColumn(view.id, view.levels.length), groups }
}

function chosenParts(question: Question): Grouping['parts'] {
  const parts: Grouping['parts'] = question.choices.map((choice) => ({
    key: { kind: 'same', id: choice.code },
    where: { kind: 'in', column: questionColumn(question, choice.code), values: chosenValues(question) },
  }))
  const column = answeredColumn(question)
  if (column === null) return [{ key: { kind: 'same', id: null }, where: null }]
  const answered: RowDemand = { kind: 'there', column }
  return [...parts, { key: { kind: 'same', id: null }, where: { kind: 'not', of: answered } }]
}

function byOwnPeriods(starts: readonly string[], range: DayRange): Grouping {
  for (const start of starts) if (!isDayOfYear(start)) throw badStart(start)
  if (starts.length === 0) throw badStart('')
  const sorted = [...new Set(starts)].sort()
  const first = Number(fromDayNumber(range?.first ?? 0).slice(0, 4))
  const last = Number(fromDayNumber(range?.last ?? 0).slice(0, 4))
  // From the year before the first, whose last period may reach into it, to the first start after the last year.
  const bounds: string[] = []
  for (let year = first - 1; year <= last + 1; year++)
    bounds.push(...sorted.map((start) => `${yearText(year)}-${start}`))
  // No row is before the first bound, so period 0 begins there.
  const key: GroupKey = { kind: 'steps', column: 'day', bounds: bounds.slice(1).map(toDayNumber) }
  return single(key, (id) => {
    const from = bounds[id ?? 0] ?? ''
    return { id, name: from, from, to: bounds[(id ?? 0) + 1] ?? '' }
  })
}

function yearText(year: number): string {
  return isoDateOf(year, 1, 1).slice(0, 4)
}

function isDayOfYear(start: string): boolean {
  return /^\d\d-\d\d$/.test(start) && start !== '02-29' && !Number.isNaN(Date.parse(`2023-${start}T00:00:00Z`))
}

function badStart(start: string): AppError {
  const words = say`"${start}" is not a day of the year that periods can start on; write it as 02-01.`
  return new AppError('validation', words, { starts: words })
}
