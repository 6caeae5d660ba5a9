/** What other features use of interviews. */
export { CasePage, isRowId } from './case-page.tsx'
export { GradedAnswers } from './graded-answers.tsx'
export { OverviewCard } from './overview-card.tsx'
export { Quotes } from './quotes.tsx'
export { RowGroups } from './row-groups.tsx'
