import { notifyError } from '#web/ui/notify.tsx'
import type { DraftKeeper } from '../draft-keeper.ts'
import { linesAt } from './edit-text.ts'
import type { Path } from './edit-text.ts'

/** Lines of the text to be shown. */
export interface ShownLines {
  line: number
  endLine: number
}

/** What the parts of the pane do with the text: each edit is one step that can be undone. */
export interface StructureEdits {
  edit: (change: (text: string) => string) => void
  showInText: (path: Path) => void
}

/** Edits of the text that a keeper has; what cannot be edited is told. */
export function editsOf(keeper: DraftKeeper, onShowLines: (lines: ShownLines) => void): StructureEdits {
  return {
    edit(change) {
      try {
        keeper.change(change(keeper.value))
      } catch (error) {
        notifyError(error)
      }
    },
    showInText(path) {
      const lines = linesAt(keeper.value, path)
      if (lines !== null) onShowLines(lines)
    },
  }
}
