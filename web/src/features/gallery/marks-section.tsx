import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { longNames } from '@gensvar/contract/widgets/example-states/words'
import { AlertStateBadge } from '#web/ui/alert-state-badge.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { ChipTone } from '#web/ui/chip.tsx'
import { FaceIcon } from '#web/ui/face-icon.tsx'
import { IconByName, iconNames } from '#web/ui/icon.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SampleStateIcon, useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { Shown } from './shown.tsx'

const tones: readonly ChipTone[] = ['quiet', 'accent', 'positive', 'negative', 'amber']

/** Chips, badges, icons and the other small parts. */
export function MarksSection() {
  const [now] = useState(Date.now)
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  return (
    <>
      <Shown name="Chip">
        {tones.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <Chip icon={<IconCalendar size={14} aria-hidden="true" />}>January to March 2026</Chip>
        <Chip onRemove={() => undefined} label="Region">
          Region: North
        </Chip>
        <Chip tone="accent" onRemove={() => undefined} label={longNames[0]}>
          {longNames[0]}
        </Chip>
      </Shown>
      <Shown name="AlertStateBadge">
        {([2, 6, 3] as const).map((state) => (
          <AlertStateBadge key={state} state={state} />
        ))}
      </Shown>
      <Shown name="SampleStateIcon">
        {(['0', '1', '2', '3', '4'] as const).map((state) => (
          <SampleState key={state} state={state} />
        ))}
      </Shown>
      <Shown name="FaceIcon">
        {(['positive', 'neutral', 'negative'] as const).map((grade) => (
          <FaceIcon key={grade} grade={grade} />
        ))}
      </Shown>
      <Shown name="IconByName">
        {[...iconNames, 'unknown'].map((name) => (
          <Named key={name} name={name} />
        ))}
      </Shown>
      <Shown name="NoValue">
        <NoValue /> <NoValue why="Fewer than 25 answers" />
      </Shown>
      <Shown name="Tip">
        <Tip label="CSI" text="The mean of three questions, 0-100" />
      </Shown>
      <Shown name="RelativeTime">
        {[0, 5, 180, 4000, 90_000].map((minutes) => (
          <RelativeTime key={minutes} moment={minutesAgo(minutes)} />
        ))}
      </Shown>
    </>
  )
}

function SampleState({ state }: { state: '0' | '1' | '2' | '3' | '4' }) {
  const text = useSampleStateText()
  return (
    <span>
      <SampleStateIcon state={state} /> {text(state)}
    </span>
  )
}

function Named({ name }: { name: string }) {
  return (
    <span>
      <IconByName name={name} /> {name}
    </span>
  )
}
