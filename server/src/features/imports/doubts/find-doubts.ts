import type { Words } from '@gensvar/contract/say'
import { dashboardParts } from '../configuration/dashboard-parts.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { ofType } from '../plan/planned.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { leavesOut } from '../profile/answer-plan.ts'
import { countNumbers } from '../profile/infer-number.ts'
import { isMissingCode } from '../profile/missing-words.ts'
import { answersOutside } from '../profile/scale-warnings.ts'
import type { Choice, Doubt } from './doubt.ts'
import { codesWords, datesWords, outsideWords, personalWords, undatedWords } from './doubt-words.ts'
import { codesOf } from './find-codes.ts'
import { farDates } from './find-dates.ts'
import { personalSign } from './find-personal.ts'

/** A doubt with what the file shows of it. */
export interface FoundDoubt {
  doubt: Doubt
  words: Words
  /** The choice that settings of the question make, given with the file or before; null if they make none. */
  given: Choice | null
}

/** What a plan is not sure of, in the order of the file's columns. */
export function findDoubts(plan: ImportPlan): FoundDoubt[] {
  const { background, ranges, comments } = dashboardParts(plan)
  const shown = new Set([...[...background, ...ranges].map(({ variable }) => variable), ...comments])
  if (plan.roles.heading !== null) shown.add(plan.roles.heading)
  const untouched = new Set([
    ...plan.views.flatMap((view) => view.levels),
    ...Object.values(plan.roles.contact),
    plan.roles.key,
  ])
  const scales = ofType(plan.columns, 'scale')
  return plan.columns.flatMap((column): FoundDoubt[] => {
    if (column.index < 0 || untouched.has(column.variable)) return []
    if (column.variable === plan.roles.eventDate) return [...datesOf(column), ...undatedOf(column)]
    const outside = outsideOf(column)
    return outside.length > 0 ? outside : kindOf(column, shown.has(column.variable), scales)
  })
}

function outsideOf(column: PlannedColumn): FoundDoubt[] {
  const { plan, profile, variable, settings } = column
  // Of a turned scale, numbers outside never count.
  if (plan.type !== 'scale' || plan.lowBest) return []
  const { min, max } = plan
  const outside = [...answersOutside(plan, profile)]
  const total = [...countNumbers(profile, plan.mark)]
    .filter(([value]) => !isMissingCode(value, plan))
    .reduce((sum, [, count]) => sum + count, 0)
  return (['above', 'below'] as const).flatMap((kind) => {
    const found = outside.filter(([value]) => (kind === 'above' ? value > max : value < min))
    if (found.length === 0) return []
    const isBlank = leavesOut(plan, kind === 'above' ? max + 1 : min - 1)
    const given = isBlank ? 'blank' : (settings?.outside ?? null)
    return [{ doubt: { kind, variable, min, max }, words: outsideWords({ kind, min, max }, total, found), given }]
  })
}

function datesOf(column: PlannedColumn): FoundDoubt[] {
  const far = farDates(column)
  if (!far) return []
  const { days, count, ...ends } = far
  const words = datesWords(count, days, ends)
  return [{ doubt: { kind: 'dates', variable: column.variable, ...ends }, words, given: null }]
}

/** Rows without a date; those of survey products have another date, or are not finished. */
function undatedOf({ variable, metadata, plan, profile: { rows, filled } }: PlannedColumn): FoundDoubt[] {
  if (metadata !== null || plan.type !== 'date' || rows === filled) return []
  return [{ doubt: { kind: 'undated', variable }, words: undatedWords(rows - filled, rows), given: null }]
}

function kindOf(column: PlannedColumn, isShown: boolean, scales: readonly PlannedColumn[]): FoundDoubt[] {
  const { variable, plan, profile } = column
  if (isShown && plan.type !== 'scale' && plan.type !== 'date') {
    const sign = personalSign(column)
    const doubt = sign && { kind: 'personal' as const, variable, sign, type: plan.type }
    if (doubt) return [{ doubt, words: personalWords(doubt.sign), given: null }]
  }
  const codes = codesOf(column, scales)
  if (!codes) return []
  return [{ doubt: codes.doubt, words: codesWords([...countNumbers(profile, codes.mark).keys()]), given: null }]
}
