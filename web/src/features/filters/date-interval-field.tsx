import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { dateIntervalDefaults, encodeDateInterval, validateDateInterval } from '@gensvar/contract/date-interval'
import type { DateIntervalError } from '@gensvar/contract/date-interval'
import { plainValue } from '@gensvar/contract/drill-path'
import type { Filter } from '@gensvar/contract/entities/survey'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  filter: Filter
  title: string
  filters: Filters
}

/** Days from one offset to another, counted from today. */
export function DateIntervalField({ filter, title, filters }: Props) {
  const t = useTexts()
  const text = filters.find(filter.extName)?.values[0]?.text ?? ''
  const active = decodeDateFilter(text)
  const ends =
    active?.kind === 'interval' && active.from.unit === 'd' && active.to.unit === 'd'
      ? { from: active.from.amount, to: active.to.amount }
      : dateIntervalDefaults
  const [seen, setSeen] = useState(text)
  const [from, setFrom] = useState(String(ends.from))
  const [to, setTo] = useState(String(ends.to))
  if (seen !== text) {
    // The URL changed to another interval: by a chip, a link or the history.
    setSeen(text)
    setFrom(String(ends.from))
    setTo(String(ends.to))
  }
  const errors = validateDateInterval(from, to)
  const encoded = encodeDateInterval(from, to)
  const words = (error: DateIntervalError | undefined) => {
    switch (error?.key) {
      case undefined:
        return undefined
      case 'mandatoryNumber':
        return t('mustBeNumber')
      case 'mustBeWhole':
        return t('mustBeWhole')
      case 'mustBeLessThan':
        return t('mustBeLessThan', { other: error.other })
      case 'mustBeLargerThan':
        return t('mustBeLargerThan', { other: error.other })
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (encoded !== null) filters.set({ name: filter.extName, values: [plainValue(encoded)] })
      }}
    >
      <Stack gap={8} role="group" aria-label={title}>
        <Group gap={8} grow align="flex-start">
          <TextInput
            size="sm"
            required
            withAsterisk={false}
            label={t('fromDay')}
            value={from}
            error={words(errors.from)}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            size="sm"
            required
            withAsterisk={false}
            label={t('toDay')}
            value={to}
            error={words(errors.to)}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <p className="gv-quiet" style={{ margin: 0, fontSize: 12 }}>
          {t('intervalHelp')} {t('comparisonHelp')}
        </p>
        <Button size="sm" type="submit" variant="default" disabled={encoded === null || encoded === text}>
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}
