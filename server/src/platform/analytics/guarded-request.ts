import type { Condition } from '@gensvar/contract/conditions'
import { fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodStart } from '@gensvar/contract/periods'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '../errors.ts'
import type { AnswerSource } from './answer-source.ts'
import { questionOf } from './apply-conditions.ts'
import type { GroupBy } from './grouping.ts'

interface Period {
  from: string | null
  to: string | null
}

/**
 * Conditions as an anonymous survey takes them: periods that are not whole months are widened to whole ISO weeks.
 * Throws `validation` for single days of the year and for ranges of numbers, which could be narrowed to one person.
 */
export function widenConditions(conditions: readonly Condition[], source: AnswerSource<unknown>): Condition[] {
  return conditions.map((condition) => widen(condition, source))
}

/**
 * A period as an anonymous survey takes it: whole months stay, anything else grows to whole ISO weeks. ISO dates, the end
 * exclusive; null for an open end.
 */
export function wholePeriod({ from, to }: Period): Period {
  if (isOfMonths({ from, to })) return { from, to }
  return {
    from: from === null ? null : periodStart('week', periodIndex('week', toDayNumber(from))),
    to: to === null ? null : fromDayNumber(7 * Math.ceil((toDayNumber(to) + 3) / 7) - 3),
  }
}

/** Whether both ends of a period, where it has them, are the first of a month. */
export function isOfMonths({ from, to }: Period): boolean {
  return [from, to].every((end) => end === null || end.endsWith('-01'))
}

/** Refuses groupings by anything shorter than a week in an anonymous survey. */
export function guardGrouping(by: GroupBy): void {
  if (by === 'none' || !('period' in by)) return
  const { period } = by
  if (period === 'days') throw refused('period', say`days are not shown; choose weeks or longer periods`)
  if (typeof period === 'object' && period.starts.some((start) => !start.endsWith('-01')))
    throw refused('period', say`periods begin with a month`)
}

function widen(condition: Condition, source: AnswerSource<unknown>): Condition {
  switch (condition.kind) {
    case 'dates':
      return { ...condition, ...wholePeriod(condition) }
    case 'monthDay':
      throw refused(condition.variable, say`a single day cannot be asked for`)
    case 'range': {
      if (questionOf(source, condition.variable).type === 'scale') return condition
      throw refused(condition.variable, say`ranges of numbers cannot be asked for`)
    }
    case 'any':
      return { ...condition, of: widenConditions(condition.of, source) }
    case 'not':
      return { ...condition, of: widen(condition.of, source) }
    default:
      return condition
  }
}

function refused(field: string, words: Words): AppError {
  return new AppError('validation', say`This survey is anonymous: ${words}.`, { [field]: words })
}
