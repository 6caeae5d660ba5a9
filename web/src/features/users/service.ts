/** What other features use of the users' screens. */
export { InvitationDialog } from './invitation-dialog.tsx'
export { peopleText } from './people-texts.ts'
export { QuestionFilters } from './question-filters.tsx'
