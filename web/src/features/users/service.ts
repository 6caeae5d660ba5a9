/** What other features use of the users' screens. */
export { QuestionFilters } from './question-filters.tsx'
export type { QuestionFilterItem } from './question-filter-field.tsx'
