import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'

/** Says how long answering takes, to the half minute. */
export function useMinutes(): (minutes: number) => string {
  const t = useTexts()
  const format = useFormat()
  return (minutes) => t('minutes', { count: minutes, n: format.number(minutes, Number.isInteger(minutes) ? 0 : 1) })
}
