import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { demandRight } from '#server/domain/alerts/read-selections.ts'
import type { WrongFields } from '#server/domain/alerts/read-selections.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActionRow, ActionValues } from './action-store.ts'
import type { ActionPlace } from './anchor.ts'
import { actionPeriods } from './effective-period.ts'
import { goneItem, itemOf } from './items.ts'
import type { ActionItem } from './items.ts'
import { responsibleNamed } from './responsibles.ts'

/** What an action is saved with. */
export interface ActionSave {
  /** 0 for a new one. */
  id: number
  extname: string
  state: 0 | 1 | 2
  goal: number | null
  periodStartDate: string | null
  deadline: string | null
  /** Username; empty for nobody. */
  responsible: string
  /** The note for its history; empty for none. */
  comments: string
  period: string
  kind: string | null
  /** Whether it is a suggestion that is taken. */
  suggestion: boolean
  /** The version the change was made from. */
  version: number
  /** Saves also where somebody else saved since. */
  overwrite: boolean
}

/** What is stored of a save as it was sent. */
export type SavedValues = Omit<ActionValues, 'extname' | 'expression' | 'reason' | 'baseline'>

const mandatory = say`Mandatory`

/**
 * Reads what an action is saved with. Throws `validation` at `extname`, `goal`, `periodStartDate`, `deadline`, `period`,
 * `responsible`, `kind` and `state`.
 */
export async function readSave(
  ctx: Ctx,
  access: SurveyAccess,
  { before, place }: { before: ActionRow | null; place: ActionPlace },
  save: ActionSave,
): Promise<SavedValues & { item: ActionItem }> {
  const { model } = access
  const { goal, periodStartDate, deadline, period, kind } = save
  const item = itemOf(model, save.extname)
  const person = save.responsible === '' ? null : await responsibleNamed(ctx, access, place, save.responsible)
  demandRight(
    wrongFields({
      extname: save.extname === '' ? mandatory : item ? null : goneItem(save.extname),
      goal: goal === null ? mandatory : item && goalProblem(item, goal),
      periodStartDate: periodStartDate === null ? mandatory : yearProblem(periodStartDate),
      deadline: deadline === null ? mandatory : (yearProblem(deadline) ?? orderProblem(periodStartDate, deadline)),
      period: period === '' ? mandatory : periodProblem(access, period),
      responsible:
        save.responsible !== '' && person === null
          ? say`"${save.responsible}" does not see this place, or may not edit actions.`
          : null,
      kind:
        kind === null || kind === before?.kind || model.config.actions.kinds.some(({ extname }) => extname === kind)
          ? null
          : say`There is no kind of action "${kind}".`,
      state: save.state === 0 ? null : say`Only the evaluation closes actions.`,
    }),
  )
  // `demandRight` has thrown without these.
  if (!item || goal === null || periodStartDate === null || deadline === null)
    throw new Error('An action without its fields')
  return { item, kind, goal, period, periodStart: periodStartDate, deadline, responsibleUserId: person }
}

/** Throws `validation` for a period that actions of the survey do not have, and for a deadline out of all range. */
export function demandPeriod(access: SurveyAccess, period: string, deadline?: string): void {
  demandRight(
    wrongFields({
      period: periodProblem(access, period),
      deadline: deadline === undefined ? null : yearProblem(deadline),
    }),
  )
}

/** Throws `validation` at `expression` where there is no item. */
export function demandItem(item: ActionItem | null): ActionItem {
  if (item) return item
  const words = say`This cannot be acted on.`
  throw new AppError('validation', words, { expression: words })
}

function wrongFields(fields: Readonly<Record<string, Words | null>>): WrongFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, words]): [string, Words][] => (words ? [[field, words]] : [])),
  )
}

function goalProblem({ goalMin, goalMax }: ActionItem, goal: number): Words | null {
  if (goalMin === null || goalMax === null || (goalMin <= goal && goal <= goalMax)) return null
  return say`Value must be between ${goalMin} and ${goalMax}`
}

function periodProblem({ model }: SurveyAccess, period: string): Words | null {
  return actionPeriods(model).some(({ value }) => value === period) ? null : say`Actions have no such period.`
}

function orderProblem(from: string | null, deadline: string): Words | null {
  return from !== null && deadline < from ? say`The deadline is before the from date.` : null
}

/** Periods are counted back from these days, so the calendar has to go on before them. */
function yearProblem(day: string): Words | null {
  return day < '1900' || day >= '3000' ? say`The year has to be between 1900 and 2999.` : null
}
