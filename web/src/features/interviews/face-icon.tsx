import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTexts } from './texts.ts'

/** Whether an answer is good, neutral or bad. */
export type Grade = 'positive' | 'neutral' | 'negative'

const faces: Record<Grade, { icon: Icon; colour: string }> = {
  positive: { icon: IconMoodHappy, colour: 'var(--gv-positive-text)' },
  neutral: { icon: IconMoodNeutral, colour: 'var(--gv-amber-text)' },
  negative: { icon: IconMoodSad, colour: 'var(--gv-negative-text)' },
}

/** A face that shows whether an answer is good, neutral or bad, by shape, colour and text. */
export function FaceIcon({ grade, size = 20 }: { grade: Grade; size?: number }) {
  const t = useTexts()
  const { icon: Face, colour } = faces[grade]
  return (
    <span
      role="img"
      aria-label={t(grade)}
      data-grade={grade}
      style={{ display: 'inline-flex', verticalAlign: 'middle', color: colour }}
    >
      <Face size={size} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
