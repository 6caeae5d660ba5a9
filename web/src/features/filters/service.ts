/** What other features show of the filters. */
export { FilterChips } from './filter-chips.tsx'
