import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell } from '../tables/cell.ts'
import { leavesOut } from '../profile/answer-plan.ts'
import type { AnswerPlan, ScalePlan } from '../profile/answer-plan.ts'
import type { DateForm, Moment } from '../profile/date-forms.ts'
import { isMissingCode } from '../profile/missing-words.ts'
import type { MissingTest } from '../profile/not-answered.ts'
import { splitAnswers } from '../profile/multiple-choice.ts'
import { numberWith } from '../profile/number-text.ts'

/** An answer as it is stored. */
export type Answer = number | string | string[]

/** The result of a cell: its answer or null, and the cell's text where that text is not an answer. */
export interface ReadAnswer {
  answer: Answer | null
  /** Text that is not an answer: unreadable, a code for "no answer", or outside the scale if those are left out. */
  aside: string | null
}

const nothing: ReadAnswer = { answer: null, aside: null }

/** Reads the cells of a column by its plan. */
export function answerReader(plan: AnswerPlan, isMissing: MissingTest): (cell: Cell) => ReadAnswer {
  const read = readerOf(plan, isMissing)
  return (cell) => {
    if (isBlank(cell)) return nothing
    const text = cellText(cell)
    if (isMissing(cell, text)) return nothing
    const answer = read(text, cell)
    return answer === null ? { answer, aside: asideText(plan, text) } : { answer, aside: null }
  }
}

// Different spellings of a number (`9`, `9.0`) are the same answer.
function asideText(plan: AnswerPlan, text: string): string {
  const numbers = plan.type === 'single' ? plan.codes : plan
  const value = numbers?.type === 'scale' ? numberWith(numbers.mark, text) : null
  return value === null ? text : String(value)
}

/** Reads a cell as date and time: a spreadsheet date, or text in the given form. Null if it is neither. */
export function readMoment(form: DateForm, cell: Cell): Moment | null {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return null
    const [day = '', time = ''] = cell.toISOString().slice(0, 19).split('T')
    return { day, time: time === '00:00:00' ? null : time }
  }
  return form.read(cellText(cell))
}

function readerOf(plan: AnswerPlan, isMissing: MissingTest): (text: string, cell: Cell) => Answer | null {
  switch (plan.type) {
    case 'scale':
      return (text) => readRating(plan, text)
    case 'numeric':
      return (text) => numberWith(plan.mark, text)
    case 'date':
      return (_, cell) => readMoment(plan.form, cell)?.day ?? null
    case 'multiple':
      return (text) => {
        const answers = splitAnswers(text, plan).filter((answer) => !isMissing(answer, answer))
        return answers.length === 0 ? null : answers
      }
    case 'single':
      return plan.codes ? codeReader(readerOf(plan.codes, isMissing)) : (text) => text
    case 'text':
      return (text) => text
  }
}

/** The number a cell's text stands for on a scale; null if it is no answer. */
export function readRating(plan: ScalePlan, text: string): number | null {
  const step = plan.steps?.get(text)
  if (step !== undefined) return step
  const value = plan.words ? null : numberWith(plan.mark, text)
  if (value === null) return null
  if (value >= plan.min && value <= plan.max) return plan.lowBest ? plan.min + plan.max - value : value
  // Outside a turned scale there is no better and no worse.
  return plan.lowBest || leavesOut(plan, value) || isMissingCode(value, plan) ? null : value
}

/** Numbers that stand for choices are read as numbers, so that `3` and `3.0` are the same choice. */
function codeReader(read: ReturnType<typeof readerOf>): ReturnType<typeof readerOf> {
  return (text, cell) => {
    const value = read(text, cell)
    return value === null ? null : String(value)
  }
}
