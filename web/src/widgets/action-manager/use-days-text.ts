import type { Action } from '@gensvar/contract/entities/actions'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { useTexts } from './texts.ts'

/** Tells the days that an action's value is of: as long as its period, up to today or to its deadline; empty if unknown. */
export function useDaysText(): (action: Pick<Action, 'state' | 'deadline' | 'period' | 'periodText'>) => string {
  const t = useTexts()
  const text = useLocalText()
  const today = todayIn(useSurveyStart().survey.timeZone)
  return ({ state, deadline, period: written, periodText }) => {
    const period = text(periodText)
    // Whole quarters say themselves when they end.
    if (period === '' || !written.startsWith('rel_')) return period
    const isOver = state !== 0 || (deadline !== null && deadline < today)
    return t(isOver ? 'toDeadline' : 'toToday', { period })
  }
}
