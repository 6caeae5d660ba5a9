import { Group } from '@mantine/core'
import { encodeValue, plainValue } from '@gensvar/contract/drill-path'
import classes from './date-shortcuts.module.css'
import { useDateWords } from './use-date-words.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  /** The filter that is set. */
  name: string
  title: string
  /** Date values one press chooses, such as `rel_-30d_0d` or `today_ymd`. */
  values: readonly string[]
  filters: Filters
}

/** Dates chosen with one press; a second press takes them away. */
export function DateShortcuts({ name, title, values, filters }: Props) {
  const words = useDateWords()
  const token = filters.find(name)
  const active = token?.values.length === 1 ? token.values.map(encodeValue)[0] : undefined
  return (
    <Group gap={4} role="group" aria-label={title}>
      {values.map((value) => {
        const pressed = active === encodeValue(plainValue(value))
        return (
          <button
            key={value}
            type="button"
            className={classes['shortcut']}
            aria-pressed={pressed}
            onClick={() => (pressed ? filters.remove(name) : filters.set({ name, values: [plainValue(value)] }))}
          >
            {words(value) ?? value}
          </button>
        )
      })}
    </Group>
  )
}
