import type { Action } from '@gensvar/contract/entities/actions'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { useTexts } from './texts.ts'

const midnight = (isoDate: string) => `${isoDate}T00:00:00Z`

/** Tells an action's deadline in words, of an open one also how far away it is; empty without one. */
export function useDeadlineText(): (action: Pick<Action, 'state' | 'deadline' | 'deadlineText'>) => string {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const today = todayIn(useSurveyStart().survey.timeZone)
  return ({ state, deadline, deadlineText }) => {
    if (deadline === null) return ''
    const date = text(deadlineText) || format.date(deadline)
    if (state !== 0) return t('ended', { date })
    if (deadline === today) return t('dueToday', { date })
    const when = format.relative(midnight(deadline), Date.parse(midnight(today)))
    return t(deadline < today ? 'wasDue' : 'due', { date, when })
  }
}
