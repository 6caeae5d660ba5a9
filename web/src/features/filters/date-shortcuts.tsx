import { Group, Stack } from '@mantine/core'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { encodeValue, plainValue } from '@gensvar/contract/drill-path'
import classes from './date-shortcuts.module.css'
import { useTexts } from './texts.ts'
import { useDateWords } from './use-date-words.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  /** Name of the filter to set. */
  name: string
  title: string
  /** The date values offered, such as `last_3m` or `today_ymd`. */
  values: readonly string[]
  filters: Filters
  /** The value that applies while none is chosen: the page's own period. */
  fallback?: string | null
  /** The latest year with answers, which says so. */
  latestYear?: string | null
}

/** Dates chosen with one click and removed with a second. Finished periods, current ones and others are grouped. */
export function DateShortcuts({ name, title, values, filters, fallback = null, latestYear = null }: Props) {
  const t = useTexts()
  const words = useDateWords()
  const token = filters.find(name)
  const chosen = token?.values.length === 1 ? token.values.map(encodeValue)[0] : undefined
  const active = token === undefined ? (fallback ?? undefined) : chosen
  return (
    <Stack gap={8} role="group" aria-label={title}>
      {rowsOf(values).map((row) => (
        <Group key={row[0]} gap={4}>
          {row.map((value) => {
            const encoded = encodeValue(plainValue(value))
            return (
              <button
                key={value}
                type="button"
                className={classes['shortcut']}
                aria-pressed={active === encoded}
                onClick={() =>
                  chosen === encoded ? filters.remove(name) : filters.set({ name, values: [plainValue(value)] })
                }
              >
                {value === latestYear ? t('latestYear', { year: value }) : (words(value) ?? value)}
              </button>
            )
          })}
        </Group>
      ))}
    </Stack>
  )
}

function rowsOf(values: readonly string[]): string[][] {
  const rows = { finished: [] as string[], running: [] as string[], other: [] as string[] }
  for (const value of values) {
    const dates = decodeDateFilter(value)
    const isFinished = dates?.kind === 'period' || (dates?.kind === 'whole' && dates.count > 0)
    rows[isFinished ? 'finished' : dates?.kind === 'whole' ? 'running' : 'other'].push(value)
  }
  return [rows.finished, rows.running, rows.other].filter((row) => row.length > 0)
}
