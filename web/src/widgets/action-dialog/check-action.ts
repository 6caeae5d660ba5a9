import type en from '#web/locales/en/form.json'
import { fieldError } from '#web/ui/form/check-field.ts'
import { textsOf } from '#web/lib/texts.ts'
import type { ActionData } from './action-query.ts'
import { dialogText } from './texts.ts'

const formText = textsOf<typeof en>('form')

/** Fields of an action that can be wrong, in the order on screen. */
export const checkedFields = ['extname', 'goal', 'periodStartDate', 'deadline', 'period'] as const

/** A field of an action that can be wrong. */
export type CheckedField = (typeof checkedFields)[number]

/** What is wrong, by field. */
export type WrongAction = Partial<Record<CheckedField, string>>

/** What is entered; the goal is a text while it is typed. */
export interface EnteredAction {
  extname: string | null
  goal: number | string | null
  periodStartDate: string | null
  deadline: string | null
  period: string | null
}

/** The goal as it is sent; null where none is entered, NaN for what is no number. */
export function goalOf(goal: EnteredAction['goal']): number | null {
  if (typeof goal !== 'string') return goal
  return goal.trim() === '' ? null : Number(goal)
}

function wrongGoal(entered: EnteredAction, { actionableItems }: Pick<ActionData, 'actionableItems'>): string | null {
  const goal = goalOf(entered.goal)
  if (goal === null) return formText('VALIDATE_ERROR_MANDATORY')
  if (!Number.isFinite(goal)) return formText('number')
  const item = actionableItems.find(({ extname }) => extname === entered.extname)
  const { goalMin: min = null, goalMax: max = null } = item ?? {}
  if (min === null || max === null || (goal >= min && goal <= max)) return null
  return dialogText('goalBetween', { min, max })
}

function wrongDeadline({ periodStartDate, deadline }: EnteredAction): string | null {
  const wrong = fieldError({ type: 'Date', optional: false }, deadline)
  if (wrong !== null || deadline === null || periodStartDate === null) return wrong
  const isStart = fieldError({ type: 'Date', optional: false }, periodStartDate) === null
  return isStart && deadline < periodStartDate ? dialogText('deadlineFirst') : null
}

/** What is wrong with an action, in the language shown: the same that the server finds. */
export function wrongAction(
  entered: EnteredAction,
  data: Pick<ActionData, 'actionableItems' | 'periods'>,
): WrongAction {
  const { extname, period } = entered
  const isItem = data.actionableItems.some((item) => item.extname === extname)
  const isPeriod = data.periods.some(({ value }) => value === period)
  const found = {
    extname: isItem ? null : formText('VALIDATE_ERROR_MANDATORY'),
    goal: wrongGoal(entered, data),
    periodStartDate: fieldError({ type: 'Date', optional: false }, entered.periodStartDate),
    deadline: wrongDeadline(entered),
    period: isPeriod ? null : formText('VALIDATE_ERROR_MANDATORY'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, words]) => words !== null))
}
