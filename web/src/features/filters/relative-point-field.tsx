import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  decodeDateFilter,
  encodeDateFilter,
  relativeDirections,
  relativeModes,
  relativeUnits,
} from '@gensvar/contract/date-filters'
import type { DateFilter } from '@gensvar/contract/date-filters'
import { plainValue } from '@gensvar/contract/drill-path'
import type { Filter } from '@gensvar/contract/entities/survey'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  filter: Filter
  title: string
  filters: Filters
}

type Point = Extract<DateFilter, { kind: 'point' }>

const start: Point = { kind: 'point', mode: 'after', direction: 'back', amount: 30, unit: 'd' }

/** How many digits the number of days, months or years may have. */
const mostDigits = 5

/** The whole number typed; other characters are dropped. */
function wholeNumber(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(0, mostDigits))
}

/** A day relative to today, by days, months or years: that day, the days before it or the days after it. */
export function RelativePointField({ filter, title, filters }: Props) {
  const t = useTexts()
  const active = decodeDateFilter(filters.find(filter.extName)?.values[0]?.text ?? '')
  const shown = active?.kind === 'point' ? active : start
  const key = encodeDateFilter(shown)
  const [changed, setChanged] = useState<{ key: string; point: Point }>({ key, point: shown })
  const point = changed.key === key ? changed.point : shown
  const change = (part: Partial<Point>) => setChanged({ key, point: { ...point, ...part } })
  const isActive = active?.kind === 'point' && encodeDateFilter(point) === key
  const modes = { exact: t('pointOn'), before: t('pointBefore'), after: t('pointAfter') }
  const units = { d: t('days'), m: t('months'), y: t('years') }
  const directions = { back: t('back'), forward: t('forward') }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        filters.set({ name: filter.extName, values: [plainValue(encodeDateFilter(point))] })
      }}
    >
      <Stack gap={8} role="group" aria-label={title}>
        <Group gap={8} grow>
          <NativeSelect
            size="sm"
            aria-label={t('side')}
            value={point.mode}
            data={relativeModes.map((value) => ({ value, label: modes[value] }))}
            onChange={(event) => change({ mode: relativeModes.find((mode) => mode === event.currentTarget.value) })}
          />
          <TextInput
            size="sm"
            inputMode="numeric"
            aria-label={t('howMany')}
            value={point.amount}
            onChange={(event) => change({ amount: wholeNumber(event.currentTarget.value) })}
          />
        </Group>
        <Group gap={8} grow>
          <NativeSelect
            size="sm"
            aria-label={t('unit')}
            value={point.unit}
            data={relativeUnits.map((value) => ({ value, label: units[value] }))}
            onChange={(event) => change({ unit: relativeUnits.find((unit) => unit === event.currentTarget.value) })}
          />
          <NativeSelect
            size="sm"
            aria-label={t('direction')}
            value={point.direction}
            data={relativeDirections.map((value) => ({ value, label: directions[value] }))}
            onChange={(event) =>
              change({ direction: relativeDirections.find((one) => one === event.currentTarget.value) })
            }
          />
        </Group>
        <Button size="sm" type="submit" variant="default" disabled={isActive}>
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}
