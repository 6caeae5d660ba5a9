import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CalendarOfRange } from '#web/ui/calendar/calendar.tsx'
import { dateText, readDate } from '#web/lib/date-text.ts'
import { useTexts } from './texts.ts'

interface Props {
  start: string | null
  end: string | null
  onSelect: (start: string, end: string) => void
  onCancel: () => void
}

/** Two dates, typed or from the calendar. One date makes a range of that day; reversed dates are swapped, and it says so. */
export function DateRangeChoice({ start, end, onSelect, onCancel }: Props) {
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
        <CalendarOfRange
          defaultDate={calendar[0] ?? undefined}
          value={[calendar[0] ?? null, calendar[1] ?? null]}
          onChange={([from, to]) => setTexts({ from: written(from), to: written(to) })}
        />
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
