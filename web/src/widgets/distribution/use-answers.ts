import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { useTexts } from '#web/ui/charts/texts.ts'

/** The text for a number of answers, which is about so many where numbers are rounded. */
export function useAnswers(): (count: number) => string {
  const t = useTexts()
  const format = useFormat()
  const about = useAbout()
  return useCallback((count) => `${about}${t('answers', { count, n: format.number(count) })}`, [t, format, about])
}
