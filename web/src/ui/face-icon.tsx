import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Grade } from '@gensvar/contract/entities/interview'
import { useAppTexts } from '#web/lib/use-app-texts.ts'

const words = { positive: 'gradePositive', neutral: 'gradeNeutral', negative: 'gradeNegative' } as const

const faces: Record<Grade, { icon: Icon; colour: string }> = {
  positive: { icon: IconMoodHappy, colour: 'var(--gv-positive-text)' },
  neutral: { icon: IconMoodNeutral, colour: 'var(--gv-amber-text)' },
  negative: { icon: IconMoodSad, colour: 'var(--gv-negative-text)' },
}

/** A face that shows whether an answer is good, neutral or bad, by shape, colour and text. */
export function FaceIcon({ grade, size = 20 }: { grade: Grade; size?: number }) {
  const t = useAppTexts()
  const { icon: Face, colour } = faces[grade]
  return (
    <span
      role="img"
      aria-label={t(words[grade])}
      data-grade={grade}
      style={{ display: 'inline-flex', verticalAlign: 'middle', color: colour }}
    >
      <Face size={size} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
