/** What other features use of the filters. */
export { FilterChips, TokenWords } from './filter-chips.tsx'
export { eventDateNames, useFilterGroups } from './filter-sets.ts'
export { LaterFilterSidebar } from './later-filter-sidebar.ts'
export { PeriodChip } from './period-chip.tsx'
export { UnitsChip } from './units-chip.tsx'
export { useDateWords } from './use-date-words.ts'
export { useFilterWords } from './use-filter-words.tsx'
export { useHasPeriod, usePeriod, usePeriodFilters } from './use-period.ts'
