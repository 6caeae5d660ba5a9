import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { decodeDateFilter, encodeCustomDates } from '@gensvar/contract/date-filters'
import { plainValue } from '@gensvar/contract/drill-path'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { dateText, readDate } from './date-text.ts'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

// The calendar is loaded when it is opened: most visits never open it.
const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar }))

/** Height of the calendar, in pixels. */
const calendarHeight = 290

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

interface ChoiceProps {
  start: string | null
  end: string | null
  onSelect: (start: string, end: string) => void
  onCancel: () => void
}

/** Two dates, typed or from the calendar. One date makes a range of that day; reversed dates are swapped, and it says so. */
function DateRangeChoice({ start, end, onSelect, onCancel }: ChoiceProps) {
  const t = useTexts()
  const app = useAppTexts()
  const { locale } = useFormat()
  const written = (date: string | null) => (date === null ? '' : dateText(date, locale))
  const [texts, setTexts] = useState({ from: written(start), to: written(end) })
  const dates = { from: readDate(texts.from), to: readDate(texts.to) }
  const wrong = { from: texts.from.trim() !== '' && !dates.from, to: texts.to.trim() !== '' && !dates.to }
  const first = dates.from ?? dates.to
  const last = dates.to ?? dates.from
  const usable = first !== null && last !== null && !wrong.from && !wrong.to
  const isReversed = first !== null && last !== null && first > last
  const calendar = isReversed ? [last, first] : [dates.from, dates.to]
  const example = t('writeDate', { example: dateText('2026-12-31', locale) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (usable) onSelect(first, last)
      }}
    >
      <Stack gap={12}>
        <Group gap={8} grow align="flex-start">
          <TextInput
            size="sm"
            label={t('from')}
            data-autofocus
            placeholder={written('2026-12-31')}
            value={texts.from}
            error={wrong.from && example}
            onChange={(event) => setTexts({ ...texts, from: event.currentTarget.value })}
          />
          <TextInput
            size="sm"
            label={t('to')}
            placeholder={written('2026-12-31')}
            value={texts.to}
            description={isReversed && t('swapped')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={wrong.to && example}
            onChange={(event) => setTexts({ ...texts, to: event.currentTarget.value })}
          />
        </Group>
        <Suspense fallback={<Loading height={calendarHeight} />}>
          <DateCalendar
            start={calendar[0] ?? null}
            end={calendar[1] ?? null}
            onChange={(from, to) => setTexts({ from: written(from), to: written(to) })}
          />
        </Suspense>
        <Group justify="flex-end" gap={8}>
          <Button size="sm" variant="default" onClick={onCancel}>
            {app('cancel')}
          </Button>
          <Button size="sm" type="submit" disabled={!usable}>
            {t('select')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
