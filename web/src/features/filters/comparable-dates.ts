import type { DateFilter } from '@gensvar/contract/date-filters'
import { addToDate } from '@gensvar/contract/dates'
import { wholePeriods } from '@gensvar/contract/periods'

/** Whether these dates allow comparisons with other units: all time, or whole weeks, months, quarters or years. */
export function areComparable(dates: DateFilter): boolean {
  switch (dates.kind) {
    case 'all':
    case 'whole':
      return true
    case 'period':
      return isWhole(dates.span.from, dates.span.to)
    case 'custom':
      return isWhole(dates.start, addToDate(dates.end, 1, 'd'))
    case 'interval':
    case 'point':
    case 'today':
      return false
  }
}

function isWhole(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && wholePeriods(from, to) !== null
}
