/** What other editors of drafts share with that of dashboards. */
export { ConflictNotice } from './conflict-notice.tsx'
export { isOvertaken } from './is-overtaken.ts'
export { UndoButtons } from './undo-buttons.tsx'
