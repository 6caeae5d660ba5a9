/** What other features use of interviews. */
export { GradedAnswers } from './graded-answers.tsx'
export { OverviewCard } from './overview-card.tsx'
export { BackButton, PlaceSteps } from './place-path.tsx'
export { Quotes } from './quotes.tsx'
export { RowGroups } from './row-groups.tsx'
