import { IconAlertCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { AlertState } from '@gensvar/contract/entities/states'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Chip } from './chip.tsx'
import type { ChipTone } from './chip.tsx'

const looks: Record<AlertState, { tone: ChipTone; icon: Icon }> = {
  2: { tone: 'negative', icon: IconAlertCircle },
  6: { tone: 'amber', icon: IconProgress },
  3: { tone: 'positive', icon: IconCircleCheck },
}

/** The state of an alert (2 open, 6 processing, 3 closed) by word, icon and colour; `said` is the server's word for it. */
export function AlertStateBadge({ state, said = '' }: { state: AlertState; said?: string }) {
  const t = useAppTexts()
  const { tone, icon: Known } = looks[state]
  return (
    <Chip tone={tone} icon={<Known size={14} aria-hidden="true" />}>
      {said || t(`alertState${state}`)}
    </Chip>
  )
}
