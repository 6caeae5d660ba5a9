import { Select } from '@mantine/core'
import { plainValue } from '@gensvar/contract/drill-path'
import { useTexts } from './texts.ts'
import { useDateWords } from './use-date-words.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  /** Name of the filter to set. */
  name: string
  /** Periods by name, such as `2026-Q1`. */
  values: readonly string[]
  filters: Filters
}

/** Past periods, chosen by name from a list. */
export function EarlierPeriods({ name, values, filters }: Props) {
  const t = useTexts()
  const words = useDateWords()
  const chosen = filters.find(name)?.values[0]?.text
  return (
    <Select
      size="sm"
      aria-label={t('earlier')}
      placeholder={t('earlier')}
      data={values.map((value) => ({ value, label: words(value) ?? value }))}
      value={chosen !== undefined && values.includes(chosen) ? chosen : null}
      clearable
      clearButtonProps={{ 'aria-label': t('clearOne', { name: t('earlier') }) }}
      onChange={(value) => (value === null ? filters.remove(name) : filters.set({ name, values: [plainValue(value)] }))}
    />
  )
}
