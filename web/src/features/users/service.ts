/** What other features use of the users' screens. */
export { InvitationDialog } from './invitation-dialog.tsx'
export { QuestionFilters } from './question-filters.tsx'
