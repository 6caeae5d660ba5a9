import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Filter } from '@gensvar/contract/entities/survey'
import { Loading } from '#web/ui/states/loading.tsx'
import { modeOf, withMode, type Mode } from './choice-values.ts'
import { ContainsField } from './contains-field.tsx'
import { DateIntervalField } from './date-interval-field.tsx'
import { DateRangeField } from './date-range-field.tsx'
import { DateShortcuts } from './date-shortcuts.tsx'
import { RangeField } from './range-field.tsx'
import { RelativePointField } from './relative-point-field.tsx'
import { useTexts } from './texts.ts'
import { Tiles } from './tiles.tsx'
import type { Filters } from './use-filters.ts'

// Lists and search boxes are fetched with the first filter that is opened, or sooner when a hand is near one.
const loadLists = () => import('./list-fields.ts')
const CampaignField = lazy(async () => ({ default: (await loadLists()).CampaignField }))
const ChoiceField = lazy(async () => ({ default: (await loadLists()).ChoiceField }))
const ServerField = lazy(async () => ({ default: (await loadLists()).ServerField }))

/** Fetches what a filter's control is made of, before it is opened. */
export function prepareFilterField(): void {
  void loadLists()
}

interface Props {
  filter: Filter
  title: string
  filters: Filters
  /** The group already offers a date range for this filter. */
  rangeAbove: boolean
}

/** Today's date, or its day and month in any year. */
const todayValues = ['today_ymd', 'today_md']

/** The control of a filter, picked by its flags; a filter with several flags has several. */
export function FilterField({ filter, title, filters, rangeAbove }: Props) {
  const t = useTexts()
  const token = filters.find(filter.extName)
  const [chosenMode, setChosenMode] = useState<Mode>('included')
  const mode = modeOf(token, chosenMode)
  const isDate = filter.today || filter.dateRef || filter.dateInterval || filter.tableDate
  const shared = { filter, title, filters }
  const withModes = { ...shared, mode }
  function changeMode(next: Mode): void {
    setChosenMode(next)
    if (token !== undefined) filters.set(withMode(token, next))
  }
  return (
    <Stack gap={12}>
      {filter.exclude && !isDate && !filter.campaign && (
        <Tiles
          label={t('modeOf', { name: title })}
          hideLabel
          tiles={[
            { value: 'included', text: t('include') },
            { value: 'excluded', text: t('exclude') },
          ]}
          value={mode}
          onChange={changeMode}
        />
      )}
      {filter.today && <DateShortcuts name={filter.extName} title={title} values={todayValues} filters={filters} />}
      {filter.dateRef && <RelativePointField {...shared} />}
      {filter.dateInterval && <DateIntervalField {...shared} />}
      {filter.tableDate && !rangeAbove && <DateRangeField name={filter.extName} title={title} filters={filters} />}
      {filter.range && <RangeField {...withModes} />}
      <Suspense fallback={<Loading height={72} />}>
        {filter.campaign && <CampaignField {...shared} />}
        {filter.serverSide && <ServerField {...withModes} />}
        {!isDate && !filter.campaign && !filter.range && !filter.serverSide && <ChoiceField {...withModes} />}
      </Suspense>
      {filter.submatch && <ContainsField {...withModes} />}
    </Stack>
  )
}
