import { useCallback } from 'react'
import { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import { useTexts } from './texts.ts'

/** Names of the lengths of time a chart can be divided into; a custom period keeps its own name. */
export function usePeriodNames(): (period: string) => string {
  const t = useTexts()
  return useCallback(
    (period) => {
      const known = chartPeriods.find((one) => one === period)
      return known === undefined ? period : t(`period_${known}`)
    },
    [t],
  )
}
