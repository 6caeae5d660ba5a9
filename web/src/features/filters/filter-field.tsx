import { Stack } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Filter } from '@gensvar/contract/entities/survey'
import { Loading } from '#web/ui/states/loading.tsx'
import { modeOf, withMode } from './choice-values.ts'
import type { Mode } from './choice-values.ts'
import { filterControls } from './filter-controls.ts'
import { useTexts } from './texts.ts'
import { Tiles } from './tiles.tsx'
import type { Filters } from './use-filters.ts'

interface Props {
  filter: Filter
  title: string
  filters: Filters
  /** The group already offers a date range for this filter. */
  rangeAbove: boolean
}

/** A filter: the control of its kind, and the choice between including and excluding. */
export function FilterField({ filter, title, filters, rangeAbove }: Props) {
  const t = useTexts()
  const { Field, canExclude } = filterControls[filter.kind]
  const token = filters.find(filter.extName)
  const [chosenMode, setChosenMode] = useState<Mode>('included')
  const mode = modeOf(token, chosenMode)
  function changeMode(next: Mode): void {
    setChosenMode(next)
    if (token !== undefined) filters.set(withMode(token, next))
  }
  return (
    <Stack gap={12}>
      {filter.exclude && canExclude && (
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
      <Suspense fallback={<Loading height={72} />}>
        <Field filter={filter} title={title} filters={filters} mode={mode} rangeAbove={rangeAbove} />
      </Suspense>
    </Stack>
  )
}
