import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { decodeDateFilter, encodeCustomDates } from '@gensvar/contract/date-filters'
import { plainValue } from '@gensvar/contract/drill-path'
import { useFormat } from '#web/lib/format.ts'
import { DateRangeChoice } from './date-range-choice.tsx'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  /** Name of the filter to set. */
  name: string
  title: string
  filters: Filters
}

/** Opens a choice of dates from a calendar or by typing. */
export function DateRangeField({ name, title, filters }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const active = decodeDateFilter(filters.find(name)?.values[0]?.text ?? '')
  const range = active?.kind === 'custom' ? active : null
  const words =
    range === null
      ? t('chooseDates')
      : range.start === range.end
        ? format.date(range.start)
        : `${format.date(range.start)} – ${format.date(range.end)}`
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus width={308}>
      <Popover.Target>
        <Button
          variant={range === null ? 'default' : 'light'}
          size="sm"
          fullWidth
          justify="flex-start"
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          aria-label={`${title}: ${words}`}
          onClick={() => setOpened(!opened)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <DateRangeChoice
          start={range?.start ?? null}
          end={range?.end ?? null}
          onSelect={(from, to) => {
            setOpened(false)
            filters.set({ name, values: [plainValue(encodeCustomDates(from, to))] })
          }}
          onCancel={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
