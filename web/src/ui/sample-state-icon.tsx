import { Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClockHour4, IconCircleOff, IconCirclePlus } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { SampleState } from '@gensvar/contract/entities/states'
import { useAppTexts } from '#web/lib/use-app-texts.ts'

const icons: Record<SampleState, Icon> = {
  '0': IconCircleCheck,
  '1': IconCirclePlus,
  '2': IconClockHour4,
  '3': IconCircleDashed,
  '4': IconCircleOff,
}

const colours: Record<SampleState, string> = {
  '0': 'var(--gv-positive-text)',
  '1': 'var(--gv-accent-text)',
  '2': 'var(--gv-quiet)',
  '3': 'var(--gv-amber-text)',
  '4': 'var(--gv-negative-text)',
}

/** The words for a sample state. */
export function useSampleStateText(): (state: SampleState) => string {
  const t = useAppTexts()
  return (state) => t(`sampleState${state}`)
}

interface Props {
  state: SampleState
  size?: number
  /** The words of the state stand beside the icon, which is then decoration. */
  hasWords?: boolean
}

/** The icon of a sample state, with its text on hover and for screen readers unless it stands beside it. */
export function SampleStateIcon({ state, size = 18, hasWords = false }: Props) {
  const text = useSampleStateText()(state)
  const Known = icons[state]
  if (hasWords)
    return (
      <span
        aria-hidden="true"
        data-sample-state={state}
        style={{ display: 'inline-flex', verticalAlign: 'text-bottom', marginInlineEnd: 4, color: colours[state] }}
      >
        <Known size={size} stroke={1.75} />
      </span>
    )
  return (
    <Tooltip label={text}>
      <span
        role="img"
        aria-label={text}
        data-sample-state={state}
        style={{ display: 'inline-flex', verticalAlign: 'middle', color: colours[state] }}
      >
        <Known size={size} stroke={1.75} aria-hidden="true" />
      </span>
    </Tooltip>
  )
}
