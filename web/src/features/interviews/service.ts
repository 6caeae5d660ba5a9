/** What other features use of interviews. */
export { BackButton, PlaceSteps } from './place-path.tsx'
export { RowGroups } from './row-groups.tsx'
