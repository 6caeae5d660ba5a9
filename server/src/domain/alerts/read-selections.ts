import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { numberOf } from '#server/domain/samples/read-fields.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRule } from './alert-rule.ts'
import type { AlertAnswer } from './alert-store.ts'

/** An answer as it is sent. */
export interface Selection {
  questionId: string
  choiceId?: number | undefined
  value?: string | undefined
}

type AlertQuestion = AlertRule['questions'][number]

/** Messages by field. */
export type WrongFields = Record<string, Words>

/** What is sent for an alert. */
interface SentAnswers {
  selections: readonly Selection[]
  /** What is stored, which counts for questions that nothing is sent for. */
  stored: readonly AlertAnswer[]
  isClosed: boolean
}

/**
 * The answers to store of those sent, and what is wrong with them at `selections.QUESTION`. All questions must be answered
 * where the alert is closed. What is sent for questions that are not among these is passed over.
 */
export function readSelections(
  questions: readonly AlertQuestion[],
  { selections, stored, isClosed }: SentAnswers,
): { answers: AlertAnswer[]; fields: WrongFields } {
  const fields: WrongFields = {}
  const answers: AlertAnswer[] = []
  for (const question of questions) {
    const { questionId, type } = question
    const sent = selections.findLast((one) => one.questionId === questionId)
    const answer = sent ? answerOf(question, sent) : stored.find((one) => one.question === questionId)
    if (sent && answer) answers.push(answer)
    const wrong = answer && sent && wrongAnswer(question, answer)
    const isMissing = type === 'choice' ? !chosen(question, answer?.choice) : !answer?.value
    if (wrong) fields[`selections.${questionId}`] = wrong
    else if (isClosed && isMissing)
      fields[`selections.${questionId}`] = type === 'choice' ? say`selection is mandatory` : say`field is mandatory`
  }
  return { answers, fields }
}

/** What is wrong with answers to questions that none of the rules has. */
export function unknownQuestions(questions: readonly AlertQuestion[], selections: readonly Selection[]): WrongFields {
  const known = new Set(questions.map(({ questionId }) => questionId))
  const unknown = selections.filter(({ questionId }) => !known.has(questionId))
  return Object.fromEntries(
    unknown.map(({ questionId }) => [`selections.${questionId}`, say`This alert has no such question.`] as const),
  )
}

/** Throws `validation` where something is wrong. */
export function demandRight(fields: WrongFields): void {
  if (Object.keys(fields).length > 0) throw new AppError('validation', say`Some fields are not right yet.`, fields)
}

/** Choice 0 stands for none. */
function answerOf({ questionId, type }: AlertQuestion, { choiceId = 0, value = '' }: Selection): AlertAnswer {
  const text = value.trim()
  return type === 'choice'
    ? { question: questionId, choice: choiceId === 0 ? null : choiceId, value: null }
    : { question: questionId, choice: null, value: text === '' ? null : text }
}

function wrongAnswer(question: AlertQuestion, { choice, value }: AlertAnswer): Words | null {
  if (question.type === 'choice')
    return choice === null || chosen(question, choice) ? null : say`This question has no such answer.`
  return question.type === 'Number' && value !== null && numberOf(value) === null ? say`Enter a number` : null
}

function chosen({ reasons }: AlertQuestion, choice: number | null | undefined): boolean {
  return !!choice && reasons.some(({ choiceId }) => choiceId === choice)
}
