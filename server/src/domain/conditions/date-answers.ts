import { EVENT_DATE } from '@gensvar/contract/conditions'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { questionOf } from './answer-source.ts'
import type { AnswerSource } from './answer-source.ts'
import type { CheckedRow } from './condition-kind.ts'

/** The question of a date variable; null for the event date. Throws `validation` for another type of question. */
export function dateQuestionOf(source: Pick<AnswerSource<unknown>, 'survey'>, variable: string): Question | null {
  if (variable === EVENT_DATE) return null
  const question = questionOf(source, variable)
  if (question.type === 'date') return question
  throw new AppError('validation', say`"${variable}" is not a date.`, { [variable]: say`not a date` })
}

/** A stored row's date (ISO); null without an answer. */
export function dateAnswer(row: CheckedRow, variable: string): string | null {
  if (variable === EVENT_DATE) return row.eventDate
  const answer = row.answers[variable]
  return typeof answer === 'string' ? answer : null
}
