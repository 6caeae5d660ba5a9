import { IconCircleCheck, IconCircleX, IconClockExclamation, IconProgress } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Action } from '@gensvar/contract/entities/actions'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { ChipTone } from '#web/ui/chip.tsx'
import { useTexts } from './texts.ts'

const looks: Record<Action['state'], { tone: ChipTone; icon: Icon }> = {
  0: { tone: 'accent', icon: IconProgress },
  1: { tone: 'positive', icon: IconCircleCheck },
  2: { tone: 'negative', icon: IconCircleX },
}

/** Whether an open action's deadline is over; the deadline itself still belongs to it. */
export function useIsOverdue(): (action: Pick<Action, 'state' | 'deadline'>) => boolean {
  const today = todayIn(useSurveyStart().survey.timeZone)
  return ({ state, deadline }) => state === 0 && deadline !== null && deadline < today
}

/** The state of an action (0 open, 1 completed, 2 failed) or that it is overdue, by word, icon and colour. */
export function ActionStateBadge({ action }: { action: Pick<Action, 'state' | 'deadline'> }) {
  const t = useTexts()
  const isOverdue = useIsOverdue()(action)
  const { tone, icon: Known } = isOverdue ? { tone: 'amber' as const, icon: IconClockExclamation } : looks[action.state]
  return (
    <Chip tone={tone} icon={<Known size={14} aria-hidden="true" />}>
      {isOverdue ? t('overdue') : t(`state${action.state}`)}
    </Chip>
  )
}
