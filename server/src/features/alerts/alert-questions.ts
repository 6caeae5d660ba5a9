import type { alertQuestion } from '@gensvar/contract/entities/alerts'
import type { z } from 'zod'
import type { AlertRule } from '#server/domain/alerts/alert-rule.ts'
import type { AlertAnswer } from '#server/domain/alerts/alert-store.ts'

/** Questions of a rule with their answers; a reason that is no longer configured counts as none. */
export function questionsWith(
  questions: AlertRule['questions'],
  answers: readonly AlertAnswer[],
): z.input<typeof alertQuestion>[] {
  return questions.map(({ questionId, type, title, reasons }) => {
    const answer = answers.find(({ question }) => question === questionId)
    const isOffered = reasons.some(({ choiceId }) => choiceId === answer?.choice)
    return {
      questionId,
      title,
      type,
      reasons,
      selected: type === 'choice' && isOffered ? (answer?.choice ?? 0) : 0,
      value: type === 'choice' ? '' : (answer?.value ?? ''),
    }
  })
}
