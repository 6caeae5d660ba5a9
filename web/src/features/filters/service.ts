/** What other features use of the filters. */
export { FilterChips } from './filter-chips.tsx'
export { PeriodChip } from './period-chip.tsx'
export { UnitsChip } from './units-chip.tsx'
export { useHasPeriod } from './use-period.ts'
