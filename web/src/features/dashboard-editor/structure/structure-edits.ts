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
