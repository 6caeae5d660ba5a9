import { Button, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { decodeDateFilter, encodeCustomDates } from '@gensvar/contract/date-filters'
import { plainValue } from '@gensvar/contract/drill-path'
import { parsePeriodName } from '@gensvar/contract/periods'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { DateRangeChoice } from './date-range-choice.tsx'
import { DateShortcuts } from './date-shortcuts.tsx'
import { EarlierPeriods } from './earlier-periods.tsx'
import { LastPeriodsField } from './last-periods-field.tsx'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'
import { useOfferedPeriods } from './use-period.ts'

interface Props {
  name: string
  /** The page's own period, which is marked while none is chosen. */
  own: string
  filters: Filters
  onChosen: () => void
}

/** The periods to choose from; in an anonymous survey only those there are figures of. */
export function PeriodChoice({ name, own, filters: given, onChosen }: Props) {
  const t = useTexts()
  const anonymous = useAnonymousVocabulary() !== null
  const { periods, latestYear } = useOfferedPeriods()
  const [choosesDates, setChoosesDates] = useState(false)
  const filters: Filters = {
    ...given,
    set(token) {
      given.set(token)
      onChosen()
    },
    remove(filter) {
      given.remove(filter)
      onChosen()
    },
  }
  const active = decodeDateFilter(given.find(EVENT_DATE)?.values[0]?.text ?? '')
  const choose = (text: string) => filters.set({ name: EVENT_DATE, values: [plainValue(text)] })
  if (choosesDates)
    return (
      <DateRangeChoice
        start={active?.kind === 'custom' ? active.start : null}
        end={active?.kind === 'custom' ? active.end : null}
        onSelect={(from, to) => choose(encodeCustomDates(from, to))}
        onCancel={() => setChoosesDates(false)}
      />
    )
  const earlier = anonymous ? periods.filter((value) => parsePeriodName(value) !== null) : []
  return (
    <Stack gap={12}>
      <DateShortcuts
        name={EVENT_DATE}
        title={name}
        values={periods.filter((value) => !earlier.includes(value))}
        filters={filters}
        fallback={own}
        latestYear={latestYear}
      />
      {earlier.length > 0 && <EarlierPeriods name={EVENT_DATE} values={earlier} filters={filters} />}
      {!anonymous && (
        <>
          <LastPeriodsField active={active} onChoose={choose} />
          <Button
            variant={active?.kind === 'custom' ? 'light' : 'default'}
            size="sm"
            justify="flex-start"
            leftSection={<IconCalendar size={16} aria-hidden="true" />}
            onClick={() => setChoosesDates(true)}
          >
            {t('chooseDates')}
          </Button>
        </>
      )}
    </Stack>
  )
}
