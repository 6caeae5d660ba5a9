import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encodeDateFilter } from '@gensvar/contract/date-filters'
import type { DateFilter } from '@gensvar/contract/date-filters'
import { wholePeriodKinds } from '@gensvar/contract/periods'
import type { WholePeriodKind } from '@gensvar/contract/periods'
import { useTexts } from './texts.ts'

/** The largest number of periods that can be written. */
const most = 999

interface Props {
  /** The dates chosen, which fill the fields if they are whole periods. */
  active: DateFilter | null
  onChoose: (value: string) => void
}

/** A number of whole weeks, months, quarters or years before the running one. */
export function LastPeriodsField({ active, onChoose }: Props) {
  const t = useTexts()
  const whole = active?.kind === 'whole' && active.count > 0 ? active : null
  const [count, setCount] = useState(String(whole?.count ?? 3))
  const [period, setPeriod] = useState<WholePeriodKind>(whole?.period ?? 'month')
  const number = /^\s*\d{1,3}\s*$/.test(count) ? Number(count) : 0
  const isWrong = number < 1 || number > most
  const names = { week: t('weeks'), month: t('months'), quarter: t('quarters'), year: t('years') }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onChoose(encodeDateFilter({ kind: 'whole', count: number, period }))
      }}
    >
      <Group gap={8} align="flex-end" wrap="nowrap" role="group" aria-label={t('lastWhole')}>
        <TextInput
          size="sm"
          w={72}
          label={t('lastWhole')}
          styles={{ label: { whiteSpace: 'nowrap' } }}
          inputMode="numeric"
          value={count}
          error={isWrong}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <NativeSelect
          size="sm"
          flex={1}
          aria-label={t('unit')}
          value={period}
          data={wholePeriodKinds.toReversed().map((kind) => ({ value: kind, label: names[kind] }))}
          onChange={(event) => setPeriod(event.currentTarget.value as WholePeriodKind)}
        />
        <Button size="sm" type="submit" variant="default" disabled={isWrong}>
          {t('apply')}
        </Button>
      </Group>
    </form>
  )
}
