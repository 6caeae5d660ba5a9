import { useFormat } from '#web/lib/format.ts'
import type { Sample } from './queries.ts'
import { useTexts } from './texts.ts'

/** The days whose samples are open, in words; empty where all are, or none. */
export function useOpenDays({ period: { from, to } }: Sample): string {
  const t = useTexts()
  const format = useFormat()
  if (from !== null && to !== null) return t('openDays', { from: format.date(from), to: format.date(to) })
  if (from !== null) return t('openFrom', { from: format.date(from) })
  return to === null ? '' : t('openTo', { to: format.date(to) })
}
