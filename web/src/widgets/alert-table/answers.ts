import type { z } from 'zod'
import type { alertQuestion } from '@gensvar/contract/entities/alerts'
import type en from '#web/locales/en/form.json'
import { ApiError } from '#web/lib/api-error.ts'
import { textsOf } from '#web/lib/texts.ts'
import { alertText } from './texts.ts'

const formText = textsOf<typeof en>('form')

/** A question that the person who handles an alert answers. */
export type AlertQuestion = z.output<typeof alertQuestion>

/** The answer to a question as calls take it. */
export interface Selection {
  questionId: string
  choiceId?: number
  value?: string
}

/** An answer while it is entered. */
type EnteredSelection = { [Part in keyof Selection]: Selection[Part] | null | '' }

/** From so many reasons on a question is a dropdown. */
export const dropdownFrom = 5

/** The reason that stands for no choice. */
export const noReason = 0

/** The answers a form of the questions begins with. */
export function firstSelections(questions: readonly AlertQuestion[]): Selection[] {
  return questions.map(({ questionId, type, selected, value }) =>
    type === 'choice' ? { questionId, choiceId: selected } : { questionId, value },
  )
}

/** The path of the answer to a question in a form over `selections`. */
export function answerPath(at: number, { type }: Pick<AlertQuestion, 'type'>) {
  return type === 'choice' ? (`selections.${at}.choiceId` as const) : (`selections.${at}.value` as const)
}

/** Finds the field of a form for the name that the server gives it: answers are named by their questions there. */
export function fieldOfQuestion(questions: readonly AlertQuestion[]): (name: string) => string {
  const paths = new Map(
    questions.map((question, at) => [`selections.${question.questionId}`, answerPath(at, question)]),
  )
  return (name) => paths.get(name) ?? name
}

/** A number as people write it, as calls take it; a comma stands for the decimal point. */
const plainNumber = (value: string) => value.trim().replace(',', '.')

const isNumber = (value: string) => Number.isFinite(Number(plainNumber(value)))

/** Why an answer cannot be saved; null where it can. Only closing asks for one. */
function wrongAnswer(question: AlertQuestion, entered: EnteredSelection | undefined, isClosed: boolean): string | null {
  if (question.type === 'choice')
    return isClosed && (entered?.choiceId || noReason) === noReason ? alertText('selectionMandatory') : null
  const value = entered?.value ?? ''
  if (value.trim() === '') return isClosed ? alertText('fieldMandatory') : null
  return question.type === 'Number' && !isNumber(value) ? formText('number') : null
}

interface Entered {
  newComment: string | null
  selections: readonly EnteredSelection[]
}

/** Fails with what is wrong at the fields of a form, if anything is: the same that the server finds. */
export function refuseWrong(questions: readonly AlertQuestion[], entered: Entered, isClosed: boolean): void {
  const wrong = questions.flatMap((question, at) => {
    const words = wrongAnswer(question, entered.selections[at], isClosed)
    return words === null ? [] : [[answerPath(at, question), words] as const]
  })
  const isUncommented = isClosed && (entered.newComment ?? '').trim() === ''
  const fields = Object.fromEntries(isUncommented ? [...wrong, ['newComment', alertText('mandatory')]] : wrong)
  const [first] = Object.values(fields)
  if (first !== undefined) throw new ApiError('validation', first, { fields })
}

/** The answers as they are sent. */
export function sentSelections<Given extends EnteredSelection>(
  questions: readonly AlertQuestion[],
  selections: readonly Given[],
): Given[] {
  return selections.map((selection, at) => {
    const { value } = selection
    const isNumberOf = questions[at]?.type === 'Number' && typeof value === 'string' && value.trim() !== ''
    return isNumberOf ? { ...selection, value: plainNumber(value) } : selection
  })
}
